import Fastify from 'fastify';
import { createNwcKeyStore } from '../../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { newUuid } from '../../../src/base/id.ts';
import type { Database } from '../../../src/database/db.ts';
import { createChangedWalletStore } from '../../../src/ledger/sql/changed-wallet-store.ts';
import { createWalletFeed } from '../../../src/ledger/wallet-feed.ts';
import { cacheClientKeys } from '../../../src/nwc/client-key-cache.ts';
import { RELAY_PATH, registerRelay } from '../../../src/nwc/relay/register-relay.ts';
import { WITHOUT_RELAY_RATES } from '../../../src/nwc/relay/relay-rates.ts';
import { createResponseEmitter } from '../../../src/nwc/response-emitter.ts';
import { createNotificationStore } from '../../../src/nwc/sql/notification-store.ts';
import { createNwcRequestStore } from '../../../src/nwc/sql/nwc-request-store.ts';
import { createWalletServiceKeys } from '../../../src/nwc/wallet-service-keys.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { createListeningLog } from '../listening-log.ts';

/** The relay alone, on a port of its own. It accepts requests, but runs none. */
export interface RelayServer {
  readonly url: string;
  logged(): string;
  /** The number of sockets that the relay keeps, including broken ones. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** The key that seals all wallet keys of these tests. */
export const SEAL_KEY = new Uint8Array(32).fill(7);

export async function startRelay(database: Database): Promise<RelayServer> {
  const app = Fastify();
  const log = createListeningLog();
  const changedWallets = createChangedWalletStore(database);
  const time = { clock: systemClock, random: systemRandom, log };
  let callers = 0;
  registerRelay(app, {
    relay: {
      nwcKeys: cacheClientKeys(createNwcKeyStore(database), 10_000),
      nwcRequests: createNwcRequestStore(database),
      notifications: createNotificationStore(database),
      walletFeed: createWalletFeed({ changedWallets, ...time }),
      runner: { start: () => undefined, isRunning: () => false, countRunning: () => 0 },
      responseEmitter: createResponseEmitter(),
      walletKeys: createWalletServiceKeys(SEAL_KEY, 10_000),
      schemes: ['nip44_v2', 'nip04'],
      processId: newUuid(systemClock, systemRandom),
      stop: new AbortController().signal,
      ...time,
    },
    rates: WITHOUT_RELAY_RATES,
    siteName: 'Test',
    pagesHost: null,
    // Every socket counts as a network of its own.
    addressOf: () => {
      callers += 1;
      return `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`;
    },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: address.replace(/^http/, 'ws') + RELAY_PATH,
    logged: () => log.text(),
    connections: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close: () => app.close(),
  };
}
