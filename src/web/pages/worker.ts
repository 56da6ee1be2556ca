import { hash } from 'node:crypto';
import type { Assets } from './assets.ts';
import { NOTICES_PATH } from './paths.ts';

/**
 * The script that a browser runs beside the pages (service worker). It stores style sheets, scripts
 * and a page for times without a network, and nothing else: a phone that is lent to someone shows
 * no one's balance. It also shows the messages that the service pushes.
 */
export function renderWorker(
  { files, pathOf }: Assets,
  offlinePath: string,
  siteName: string,
): string {
  const kept = [...files.map(({ path }) => path), offlinePath];
  const version = hash('sha256', JSON.stringify(kept)).slice(0, 16);
  return `const CACHE = ${JSON.stringify(`satchel-${version}`)};
const KEPT = ${JSON.stringify(kept)};
const OFFLINE = ${JSON.stringify(offlinePath)};
const NAME = ${JSON.stringify(siteName)};
const NOTICES = ${JSON.stringify(NOTICES_PATH)};
const ICON = ${JSON.stringify(pathOf('icon-192.png'))};

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

// Each message has to be shown, or browsers end the subscription. Nothing is loaded before.
self.addEventListener('push', (event) => {
  const { title, body, lang, tag, navigate, requireInteraction } = readMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(title || NAME, {
      body: body ?? '',
      icon: ICON,
      badge: ICON,
      ...(lang && { lang }),
      ...(tag && { tag, renotify: true }),
      ...(requireInteraction && { requireInteraction }),
      data: { address: ownAddress(navigate) },
    }),
  );
});

// Only texts and true are taken from a message: anything else could keep it from being shown.
function readMessage(data) {
  try {
    const entries = Object.entries(data.json().notification);
    const isTaken = (value) => typeof value === 'string' || value === true;
    return Object.fromEntries(entries.filter(([, value]) => isTaken(value)));
  } catch {
    return {};
  }
}

// A notification leads to a page of this site and nowhere else.
function ownAddress(text) {
  const own = self.location.origin;
  const { origin, pathname, search } = new URL(URL.canParse(text) ? text : NOTICES, own);
  return own + (origin === own ? pathname + search : NOTICES);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownAddress(event.notification.data?.address)));
});

async function open(address) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) return await self.clients.openWindow(address);
  await page.focus();
  // A page that this script does not control yet cannot be led elsewhere.
  await page.navigate(address).catch(() => self.clients.openWindow(address));
}

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
