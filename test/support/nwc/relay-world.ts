import assert from 'node:assert/strict';
import postgres from 'postgres';
import { addConnection } from '../../../src/apps/add-connection.ts';
import { addDevice } from '../../../src/apps/add-device.ts';
import { createNwcKind } from '../../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import type { Budget } from '../../../src/authorization/budget.ts';
import { ALL_SCOPES, type Scope } from '../../../src/authorization/scope.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { Database } from '../../../src/database/db.ts';
import { createGrantHistoryStore } from '../../../src/history/sql/grant-history-store.ts';
import { createChangedWalletStore } from '../../../src/ledger/sql/changed-wallet-store.ts';
import { createWalletFeed } from '../../../src/ledger/wallet-feed.ts';
import { createBlockHeight } from '../../../src/nwc/block-height.ts';
import { cacheClientKeys } from '../../../src/nwc/client-key-cache.ts';
import type { NwcRequestStore } from '../../../src/nwc/nwc-request-store.ts';
import type { RelayDeps } from '../../../src/nwc/relay/relay-deps.ts';
import { createRequestRunner, type RequestRunner } from '../../../src/nwc/request-runner.ts';
import { createResponseEmitter } from '../../../src/nwc/response-emitter.ts';
import { createNotificationStore } from '../../../src/nwc/sql/notification-store.ts';
import { createNwcRequestStore } from '../../../src/nwc/sql/nwc-request-store.ts';
import { createWalletServiceKeys } from '../../../src/nwc/wallet-service-keys.ts';
import type { ApiUser } from '../api-user.ts';
import { type Breakage, breakable, newBreakage } from '../breakable.ts';
import type { ApiDeps } from '../compose-api.ts';
import type { Cleanup } from '../database.ts';
import { startWalletApi, type WalletApi } from '../wallet-api.ts';
import { openRelayApp, type RelayApp } from './relay-app.ts';

/** The relay on a real socket, with a database of its own and a node that follows a plan. */
export interface RelayWorld {
  readonly api: WalletApi;
  readonly relayUrl: string;
  /** The failures of the stores of keys and requests. */
  readonly breakage: Breakage;
  /** The number of next answers of `addRequest` that are lost on their way. */
  readonly lost: { answers: number };
  readonly owner: postgres.Sql;
  connect(user: ApiUser, wanted?: ConnectInput): Promise<Connected>;
  /** Lets the worker look once for requests that no one runs, and returns how many it has taken. */
  takeUp(): Promise<number>;
  countRows(): Promise<number>;
}

export interface ConnectInput {
  readonly scopes?: readonly Scope[];
  readonly budget?: Budget | null;
}

export interface Connected extends RelayApp {
  readonly grantId: string;
  readonly deviceId: string;
  /** Adds another key to the same connection. */
  addDevice(): Promise<RelayApp & { readonly deviceId: string }>;
}

export interface RelayWorldOptions {
  /** Replaces the clock of the relay only. */
  readonly relayClock?: (clock: Clock) => Clock;
  /** Replaces the clock by which requests are run. */
  readonly runClock?: (clock: Clock) => Clock;
}

const SEAL_KEY = new Uint8Array(32).fill(7);

export async function startRelayWorld(
  cleanup: Cleanup,
  { relayClock = (clock) => clock, runClock = (clock) => clock }: RelayWorldOptions = {},
): Promise<RelayWorld> {
  const breakage = newBreakage();
  const lost = { answers: 0 };
  let parts: Parts | null = null;
  // The server is closed before the sockets of apps, because it has to end them.
  const closings: (() => unknown)[] = [];
  cleanup.after(async () => {
    for (const close of closings.reverse()) await close();
  });
  const api = await startWalletApi(cleanup, {}, (database, deps) => {
    const running = { ...deps, clock: runClock(deps.clock) };
    parts = composeParts({ database, deps: running, breakage, lost, node: () => api.node });
    return { relay: { ...parts.relay, clock: relayClock(deps.clock) } };
  });
  assert(parts !== null);
  const { runner, kind, nwcRequests } = parts as Parts;
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const relayUrl = `${address.replace(/^http/, 'ws')}/relay`;
  const owner = postgres(api.ownerUrl, { max: 1, onnotice: () => undefined });
  closings.push(() => owner.end());
  closings.push(async () => {
    api.stop();
    await runner.drain();
  });

  const { deps } = api;
  const open = (link: string): Promise<RelayApp> =>
    openRelayApp({ after: (end) => closings.push(end) }, atRelay(link, relayUrl));
  return {
    api,
    relayUrl,
    breakage,
    lost,
    owner,
    connect: async ({ user }, { scopes = ALL_SCOPES, budget = null } = {}) => {
      const wanted = { userId: user.id, name: 'an app', scopes, budget, expiresAt: null };
      const added = await addConnection(deps, kind, wanted);
      assert(added.ok, JSON.stringify(added));
      const { connection, secret, device } = added.value;
      return {
        ...(await open(secret.link)),
        grantId: connection.id,
        deviceId: device.id,
        addDevice: async () => {
          const input = { userId: user.id, appGrantId: connection.id, name: 'another one' };
          const more = await addDevice(deps, kind, input);
          assert(more.ok, JSON.stringify(more));
          return { ...(await open(more.value.secret.link)), deviceId: more.value.device.id };
        },
      };
    },
    takeUp: async () => {
      const taken = await nwcRequests.takeRequests(64, 15_000);
      for (const request of taken) runner.start(request, false);
      return taken.length;
    },
    countRows: async () => {
      const [row] = await owner<{ count: number }[]>`
        select count(*)::int as count from nwc_request`;
      return row?.count ?? -1;
    },
  };
}

const atRelay = (link: string, relayUrl: string): string =>
  link.replace(encodeURIComponent('wss://wallet.example/relay'), encodeURIComponent(relayUrl));

interface Parts {
  readonly relay: RelayDeps;
  readonly runner: RequestRunner;
  readonly kind: ReturnType<typeof createNwcKind>;
  readonly nwcRequests: NwcRequestStore;
}

interface PartsOptions extends Pick<RelayWorld, 'breakage' | 'lost'> {
  readonly database: Database;
  readonly deps: ApiDeps;
  readonly node: () => WalletApi['node'];
}

/** Composes the parts like the service does. */
function composeParts({ database, deps, breakage, lost, node }: PartsOptions): Parts {
  const nwcKeys = cacheClientKeys(breakable(createNwcKeyStore(database), breakage), 1000);
  const store = createNwcRequestStore(database);
  const losing: NwcRequestStore = {
    ...store,
    addRequest: async (request) => {
      const added = await store.addRequest(request);
      if (lost.answers === 0) return added;
      lost.answers -= 1;
      return { kind: 'lost' };
    },
  };
  const nwcRequests = breakable(losing, breakage);
  const shared = {
    ...deps,
    nwcKeys,
    nwcRequests,
    notifications: createNotificationStore(database),
    walletKeys: createWalletServiceKeys(SEAL_KEY, 1000),
    responseEmitter: createResponseEmitter(),
    schemes: ['nip44_v2', 'nip04'] as const,
    addressDomain: () => 'pay.example',
  };
  const runner = createRequestRunner({
    ...shared,
    grantHistory: createGrantHistoryStore(database),
    blockHeight: createBlockHeight({ ...deps, lightning: { info: () => node().info() } }),
    requestKey: new Uint8Array(32).fill(9),
  });
  const kind = createNwcKind({
    ...shared,
    sealKey: async () => SEAL_KEY,
    relays: () => ['wss://wallet.example/relay'],
  });
  const changedWallets = createChangedWalletStore(database);
  const walletFeed = createWalletFeed({ ...deps, changedWallets });
  const relay = { ...shared, walletFeed, runner, stop: deps.shutdown };
  return { relay, runner, kind, nwcRequests };
}
