// Notices while no page is open. Nothing else: no cache, no request of its own. It is registered when somebody asks to be
// told on this device (web/src/lib/device.svelte.ts).

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const told = read(event.data);
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      icon: new URL('icon.svg', self.registration.scope).href,
      tag: told.table || 'ecumene', // a newer notice about a table takes the place of the older
      renotify: true,
      data: { table: told.table },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.table ?? ''));
});

/** What the server said (`Text` in notices/channels.py); a browser must show something for whatever comes. */
function read(data) {
  let told = null;
  try {
    told = data?.json();
  } catch {
    // not ours
  }
  const text = (value, otherwise) => (typeof value === 'string' && value ? value : otherwise);
  const table = text(told?.table, '');
  return {
    title: text(told?.title, 'Ecumene'),
    body: text(told?.body, ''),
    table: /^[A-Za-z0-9]+$/.test(table) ? table : '',
  };
}

/** The table in the window where it lies open, else in a new one. Never an address that came with the message. */
async function open(table) {
  const address = new URL(table ? `#/table/${table}` : '', self.registration.scope).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((each) => each.url === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}
