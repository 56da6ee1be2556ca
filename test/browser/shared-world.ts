import { createServer } from 'node:http';
import { after } from 'node:test';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { listenLocally } from '../support/lnurl/payee.ts';
import { type BrowserWorld, startBrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { type OperateWorld, startOperateWorld } from './operate-world.ts';

/** All files that run in this process share a world: what takes long to start is started once. */
let shared: Promise<BrowserWorld> | null = null;
let operated: Promise<OperateWorld> | null = null;
const ends: (() => Promise<void>)[] = [];

leaveAtOnce();
after(async () => {
  await (await shared)?.close();
  await (await operated)?.close();
  for (const end of ends) await end();
});

/** The installation of operators: it has something in every list, and may be in trouble already. */
export async function openOperateWorld(): Promise<OperateWorld> {
  operated ??= startOperateWorld().then(async (world) => {
    await world.fill();
    return world;
  });
  return await operated;
}

/**
 * The shared world as one file uses it: `close` closes the windows that were opened here. Hooks of a
 * whole file need not, as all of it ends after the last file.
 */
export async function openSharedWorld(): Promise<BrowserWorld> {
  shared ??= startPricedWorld();
  const world = await shared;
  const windows: WatchedWindow[] = [];
  const keep = (window: WatchedWindow): WatchedWindow => {
    windows.push(window);
    return window;
  };
  return {
    ...world,
    chromium: {
      ...world.chromium,
      open: async (...args) => keep(await world.chromium.open(...args)),
    },
    signedIn: async (account) => keep(await world.signedIn(account)),
    close: async () => {
      for (const { context } of windows) await context.close();
    },
  };
}

/** A bitcoin has the same price all the time. */
async function startPricedWorld(): Promise<BrowserWorld> {
  const prices = createServer((_, response) => response.end('{"EUR":64250.5}'));
  const host = await listenLocally({ after: (end) => ends.push(end) }, prices);
  return await startBrowserWorld(
    {},
    { SATCHEL_RATES: `http://${host}/all#{currency}`, SATCHEL_RATES_CURRENCIES: 'EUR' },
  );
}
