import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { BrowserKeys } from '../support/push/browser-keys.ts';
import { listenOn } from '../support/webhooks/listen-on.ts';
import { SWITCHES, TIMEOUT_MS, WINDOWED_PROGRAM } from './chromium.ts';

/** What a push service was sent by the program under test. */
export interface PushPost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A notification as the browser shows it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly lang: string;
}

/**
 * A browser that subscribes to push messages as at home, but at a push service on this machine. It
 * hands out subscriptions with the given keys, so that a test can read what is sent to it.
 */
export interface PushBrowser {
  readonly page: Page;
  /** Messages that came for this browser, in their order. */
  readonly posts: readonly PushPost[];
  /** The keys of the last subscription as the browser itself has made them, in base64url. */
  realKeys(): Promise<{ readonly p256dh: string; readonly auth: string }>;
  /** Hands a message to the service worker, as the browser does after decrypting it. */
  deliver(text: string): Promise<void>;
  shown(): Promise<readonly Shown[]>;
  /** Runs a script in the service worker. */
  inWorker<T>(script: string): Promise<T>;
  close(): Promise<void>;
}

/** Opens the browser; `origin` is that of the pages, which may show notifications. */
export async function openPushBrowser(origin: string, keys: BrowserKeys): Promise<PushBrowser> {
  await using begun = new AsyncDisposableStack();
  const posts: PushPost[] = [];
  const server = await startMakersServer(posts);
  begun.defer(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'push-browser-'));
  begun.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { context, page, cdp } = await launch(folder, origin, server.port, keys);
  begun.defer(() => context.close());
  const registrations: { readonly registrationId: string; readonly isDeleted: boolean }[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', (update) =>
    registrations.push(...update.registrations),
  );
  await cdp.send('ServiceWorker.enable');
  const inWorker = async <T>(script: string): Promise<T> => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return await worker.evaluate<T>(script);
  };
  const all = begun.move();
  return {
    page,
    posts,
    realKeys: async () =>
      await page.evaluate(
        `${REGISTRATION}.then((it) => it.pushManager.getSubscription()).then((it) => it.toJSON().keys)`,
      ),
    deliver: async (data) => {
      const registrationId = registrations.findLast(({ isDeleted }) => !isDeleted)?.registrationId;
      assert(registrationId !== undefined, 'a service worker is registered');
      const order = { origin, registrationId, data };
      await eventually('the worker is active', async () => {
        const state = await page.evaluate(`${REGISTRATION}.then((it) => it.active.state)`);
        return state === 'activated' ? true : null;
      });
      await inWorker(WATCH_NOTIFICATION);
      // Right after a page was opened, the browser sometimes loses a message on its way.
      await eventually('the message comes to the worker', async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', order);
        const arrived = () => inWorker<boolean | null>('came || null');
        return await eventually('it comes', arrived, 1000).catch(() => null);
      });
      await eventually('it is shown', () => inWorker<boolean | null>('isShown || null'));
    },
    shown: async () =>
      await page.evaluate(
        `${REGISTRATION}.then((it) => it.getNotifications()).then((all) =>
          all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })))`,
      ),
    inWorker,
    close: () => all.disposeAsync(),
  };
}

const REGISTRATION = 'navigator.serviceWorker.ready';

/**
 * A browser that is asked for its notifications while it is about to show one sometimes forgets
 * that one, so the worker notes when it has been shown.
 */
const WATCH_NOTIFICATION = `
  self.came = self.isShown = false;
  registration.showNotification = async (...all) => {
    came = true;
    await ServiceWorkerRegistration.prototype.showNotification.apply(registration, all);
    isShown = true;
  };`;

async function launch(
  folder: string,
  origin: string,
  port: number,
  keys: BrowserKeys,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const maker = `http://127.0.0.1:${port}`;
  // Only a browser with a profile on disk subscribes.
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: WINDOWED_PROGRAM,
    args: [
      ...SWITCHES,
      '--headless=new',
      `--gcm-checkin-url=${maker}/checkin`,
      `--gcm-registration-url=${maker}/register`,
      '--gcm-mcs-endpoint=127.0.0.1:9',
    ],
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript(handOut(`${maker}/send/`, keys));
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, cdp: await context.newCDPSession(page) };
}

/** A script that moves the browser's subscriptions to another push service, and to known keys. */
const handOut = (address: string, { publicKey, auth }: BrowserKeys): string => `
  (() => {
    const { prototype } = PushSubscription;
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'endpoint');
    Object.defineProperty(prototype, 'endpoint', {
      get() { return ${JSON.stringify(address)} + get.call(this).split('/').at(-1); },
    });
    const keys = { p256dh: ${JSON.stringify([...publicKey])}, auth: ${JSON.stringify([...auth])} };
    prototype.getKey = (name) => Uint8Array.from(keys[name]).buffer;
  })();`;

/**
 * The servers of the browser's maker: where a browser checks in, gets a new token for each
 * subscription, and where messages are sent.
 */
async function startMakersServer(posts: PushPost[]) {
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { url: path = '', headers } = request;
    if (path === '/checkin') {
      response.setHeader('content-type', 'application/x-protobuf').end(CHECKED_IN);
    } else if (path === '/register') {
      tokens += 1;
      response.end(`token=device${tokens}`);
    } else {
      posts.push({ path, headers, body: Buffer.concat(parts) });
      response.writeHead(201).end();
    }
  });
  return await listenOn(server);
}

/** A protobuf message: that it is well, a number for the device, and a secret. */
const CHECKED_IN = Buffer.from([8, 1, 0x39, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 8, 7, 6, 5, 4, 3, 2, 1]);
