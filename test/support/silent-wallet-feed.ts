import type { WalletFeed } from '../../src/ledger/wallet-feed.ts';

/** Tells nothing, and lets its listeners wait until their signals. */
export const SILENT_WALLET_FEED: WalletFeed = {
  listen: (_, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    }),
  ask: () => undefined,
};
