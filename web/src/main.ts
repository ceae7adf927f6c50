import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has lost its #app');

// The server was updated while this page was open: its old parts are gone, the new ones are a reload away.
addEventListener('vite:preloadError', () => {
  const key = 'ecumene.reloaded';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 20_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
});

mount(App, { target });
