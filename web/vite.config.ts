import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` shows changes at once, in front of a server started with `ecumene serve`.
const server = process.env['ECUMENE_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  base: './', // works below any path that a proxy chooses
  build: {
    target: 'es2022',
    outDir: '../src/ecumene/client',
    emptyOutDir: true,
    assetsInlineLimit: 0, // no data: addresses, so that a strict content policy holds
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
});
