import { hash } from 'node:crypto';
import type { Assets } from './assets.ts';

/**
 * The script that a browser runs beside the pages (service worker). It stores style sheets, scripts
 * and a page for times without a network, and nothing else: a phone that is lent to someone shows
 * no one's balance.
 */
export function renderWorker({ files }: Assets, offlinePath: string): string {
  const kept = [...files.map(({ path }) => path), offlinePath];
  const version = hash('sha256', JSON.stringify(kept)).slice(0, 16);
  return `const CACHE = ${JSON.stringify(`satchel-${version}`)};
const KEPT = ${JSON.stringify(kept)};
const OFFLINE = ${JSON.stringify(offlinePath)};

self.addEventListener('install', (event) => {
  // Files are fetched without cookies, so that the stored copies belong to no one.
  const requests = KEPT.map((path) => new Request(path, { credentials: 'omit', cache: 'reload' }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'GET' && origin === self.location.origin && KEPT.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => unreached(request)));
  }
});

async function unreached({ method }) {
  if (method === 'GET') return caches.match(OFFLINE);
  // An answer with status 204 makes the browser keep the page, with its form and everything typed
  // there.
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('lost');
  return new Response(null, { status: 204 });
}
`;
}
