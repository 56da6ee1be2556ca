import type { WalletFeed } from '../../src/ledger/wallet-feed.ts';

/** A wallet feed that reports nothing. Its listeners wait until their signals abort. */
export const SILENT_WALLET_FEED: WalletFeed = {
  listen: (_, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    }),
  ask: () => undefined,
};
