import { after } from 'node:test';
import { type BrowserWorld, startBrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';

/** Of all files that run in this process: what takes long to start is started once. */
let shared: Promise<BrowserWorld> | null = null;

after(async () => await (await shared)?.close());

/**
 * The shared world as one file uses it: `close` closes the windows that were opened here. Hooks of a
 * whole file need not, as all of it ends after the last file.
 */
export async function openSharedWorld(): Promise<BrowserWorld> {
  shared ??= startBrowserWorld();
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
