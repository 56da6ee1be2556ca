import {
  composeServiceParts,
  type ServiceParts,
} from '../../src/app/compose/compose-service-parts.ts';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { runLoops } from '../../src/app/compose/run-loops.ts';
import { WITHOUT_ALLOWANCE } from '../../src/authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../src/authorization/storage-allowance.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Random } from '../../src/base/random.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { createMoney } from '../../src/ledger/money.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import type { NodeIdentity } from '../../src/lightning/node-identity.ts';
import type { NodeConnection } from '../../src/lightning/node-wallet.ts';
import {
  createDispatchJournal,
  type DispatchRecord,
} from '../../src/node/rewind/dispatch-journal.ts';
import type { NostrEvent } from '../../src/nostr/event.ts';
import { createNwcOver, type Nwc } from '../../src/nwc/nwc.ts';
import { createRelayRates, type RelayRates } from '../../src/nwc/relay/relay-rates.ts';
import type { Onchain } from '../../src/onchain/look-at-chain.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { beat } from '../../src/payments/recovery/heartbeat.ts';
import {
  BEFORE_ALL_LEADERS,
  ensureNodeBaseline,
} from '../../src/receipts/watch/ensure-node-baseline.ts';
import { serviceKeysOf } from '../support/service-keys.ts';
import { SILENT_WALLET_FEED } from '../support/silent-wallet-feed.ts';
import type { Booked } from './approvals/judge-booked.ts';
import { linkChain } from './chain/chain-link.ts';
import type { Attempt, ChainWorld } from './chain/chain-world.ts';
import type { BentChain, SimulatedFault } from './fault.ts';
import { createLife, type Life } from './life.ts';
import { linkNode } from './node-link.ts';
import type { OutflowWatch } from './outflow/watch-outflow.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { PlainStores, Storage } from './storage.ts';
import {
  type Connection,
  type Told,
  watchBegin,
  watchComparisons,
  watchDeposits,
  watchFeeBumps,
  watchReserve,
  watchStops,
  watchWithdrawals,
} from './watched-stores.ts';
import { databaseFault, lostMoneyAnswer, type Weather } from './weather.ts';
import { type Wire, wired } from './wire.ts';

/** One process of the service, composed as the program composes it, that may die at any await. */
export interface ServiceProcess {
  readonly name: string;
  readonly life: Life;
  readonly parts: Parts;
  readonly nwc: Nwc;
  /** The rates of its relay. */
  readonly rates: RelayRates;
  /** Resolves when it serves. */
  readonly ready: Promise<void>;
  /** SIGTERM. */
  stop(): Promise<void>;
  /** From now on it talks to the database that is the primary. */
  reconnect(): void;
}

export type Parts = ServiceParts & { readonly config: Config['payments'] };

export interface ProcessDeps extends ChainDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly node: SimulatedNode;
  readonly storage: Storage;
  readonly weather: Weather;
  readonly fault: SimulatedFault | null;
  readonly onHandedOver: (paymentHash: string) => void;
  /** What the primary did: it has reserved a payment, has booked some, or has let one leave. */
  readonly onReserved: () => void;
  readonly onBooked: (booked: readonly Booked[]) => void;
  readonly onBegun: () => void;
  /** An old primary, which is the primary no more, has let this payment leave. */
  readonly onBegunApart: (payment: Payment) => void;
  /** Watches limits on what leaves; answers null where no one sets any. */
  readonly watchOutflow: (isPrimary: () => boolean) => OutflowWatch | null;
  /** A process tells its apps. */
  readonly onAnswer: (event: NostrEvent) => void;
  readonly isNodeShared: boolean;
  /** The journal in the data folder; null where nothing outlives a process. */
  readonly record: DispatchRecord | null;
  readonly log: Log;
}

export interface ChainDeps {
  /** Null where users have no bitcoin addresses. */
  readonly chain: ChainWorld | null;
  /**
   * What the primary did: it has a new withdrawal, has let one leave, has given one back, or has
   * stopped what leaves.
   */
  readonly onOrdered: () => void;
  readonly onSigned: (stores: PlainStores) => Promise<void>;
  readonly onFailed: (withdrawal: Withdrawal) => void;
  readonly onStopped: () => void;
  /** A transaction arrives at the node; the stores are those that its process talks to. */
  readonly onPublish: (attempt: Attempt, stores: PlainStores) => Promise<void>;
  readonly onBump: (attempt: Attempt, stores: PlainStores) => Promise<void>;
}

export const NO_CHAIN: ChainDeps = {
  chain: null,
  onOrdered: () => undefined,
  onSigned: async () => undefined,
  onFailed: () => undefined,
  onStopped: () => undefined,
  onPublish: async () => undefined,
  onBump: async () => undefined,
};

/** Short graces, as on every simulated network; the way of a request is shorter still. */
export const CONFIG: Config = readConfig({
  SATCHEL_DATA_DIR: '/nonexistent',
  SATCHEL_PAYMENT_WAIT: '20',
  SATCHEL_NOT_FOUND_GRACE: '20',
  SATCHEL_HEARTBEAT_GRACE: '60',
  SATCHEL_OPEN_PAYMENTS: '4',
});

/** Shorter than operators may set it, so that callers still wait when it is over. */
const APPROVAL_WAIT_SEC = 12;

export function startProcess(deps: ProcessDeps, name: string): ServiceProcess {
  const life = createLife();
  const { node, weather, onHandedOver, fault } = deps;
  const clock = clockOf(deps.clock, life);
  const wire: Wire = {
    life,
    weather,
    newFault: databaseFault,
    perform: (call) => deps.storage.perform(call),
    isAway: () => weather.isDatabaseAway,
  };
  const connection: Connection = { stores: deps.storage.stores };
  const isPrimary = (): boolean => connection.stores === deps.storage.stores;
  const plain = wireStores(connection, wire, {
    outflow: () => deps.watchOutflow(isPrimary),
    onReserved: () => isPrimary() && deps.onReserved(),
    onBooked: (booked) => isPrimary() && deps.onBooked(booked),
    onSigned: async () => {
      if (isPrimary()) await deps.onSigned(connection.stores);
    },
    onOrdered: () => isPrimary() && deps.onOrdered(),
    onFailed: (withdrawal) => isPrimary() && deps.onFailed(withdrawal),
    onStopped: () => isPrimary() && deps.onStopped(),
    onBegun: async (id) => {
      if (isPrimary()) return deps.onBegun();
      const [payment] = await connection.stores.payments.findPayments([id]);
      if (payment !== undefined) deps.onBegunApart(payment);
    },
  });
  const link = linkNode({ node, life, weather, onHandedOver });
  const lightning = fault?.bendNode?.(link) ?? link;
  const stores = fault?.bendStores?.(plain, deps) ?? plain;
  const { chain: world } = deps;
  const onPublish = (attempt: Attempt) => deps.onPublish(attempt, connection.stores);
  const onBump = (attempt: Attempt) => deps.onBump(attempt, connection.stores);
  const onchain = world && linkChain({ world, node, life, weather, onPublish, onBump });
  const reached = onchain === null ? { stores, onchain } : bendChain(fault, { stores, onchain });
  const { identity } = node.scripted;
  const { parts, nwc } = compose({ ...deps, clock }, { ...reached, lightning, identity });
  nwc.relay.responseEmitter.listen((event) => {
    if (!life.isDead) deps.onAnswer(event);
  });
  const running = run(parts, nwc, life);
  return {
    name,
    life,
    parts,
    nwc,
    rates: createRelayRates(clock, REQUESTS_PER_SEC),
    ready: running.ready,
    stop: () => stop(parts, running.loops),
    reconnect: () => {
      connection.stores = deps.storage.stores;
    },
  };
}

const bendChain = (fault: SimulatedFault | null, chain: BentChain): BentChain =>
  fault?.bendChain?.(chain) ?? chain;

function wireStores(connection: Connection, wire: Wire, told: Told): PlainStores {
  const over = <Name extends keyof PlainStores>(name: Name, on: Wire = wire): PlainStores[Name] =>
    wired(() => connection.stores[name], on);
  const moneyWire = { ...wire, newFault: lostMoneyAnswer };
  return {
    moneyStore: wired(() => watchReserve(connection, told), moneyWire),
    withdrawals: wired(() => watchWithdrawals(connection, told), moneyWire),
    deposits: wired(() => watchDeposits(connection, told), wire),
    feeBumps: wired(() => watchFeeBumps(connection, told), moneyWire),
    payments: wired(() => watchBegin(connection, told), wire),
    users: over('users'),
    addressNames: over('addressNames'),
    addressInvoices: over('addressInvoices'),
    tokens: over('tokens'),
    budgets: over('budgets'),
    invoices: over('invoices'),
    unpaidInvoices: over('unpaidInvoices'),
    stuck: over('stuck'),
    batches: over('batches'),
    approvals: over('approvals'),
    history: over('history'),
    idempotency: over('idempotency'),
    recordFilling: over('recordFilling'),
    nodes: over('nodes'),
    processes: over('processes'),
    alarms: over('alarms'),
    jobs: over('jobs'),
    books: over('books'),
    solvency: over('solvency'),
    stops: wired(() => watchStops(connection, told), wire),
    comparisons: wired(() => watchComparisons(connection, told), wire),
    nwcKeys: over('nwcKeys'),
    nwcRequests: over('nwcRequests'),
    grantHistory: over('grantHistory'),
  };
}

type ComposeDeps = Pick<
  ProcessDeps,
  'config' | 'clock' | 'random' | 'log' | 'isNodeShared' | 'record'
>;

interface Reached {
  readonly stores: PlainStores;
  readonly lightning: NodeConnection;
  readonly onchain: Onchain | null;
  readonly identity: NodeIdentity;
}

function compose(
  { config, clock, random, log, isNodeShared, record }: ComposeDeps,
  { stores: { moneyStore, ...stores }, lightning, onchain, identity }: Reached,
): { readonly parts: Parts; readonly nwc: Nwc } {
  const approvalWaitSec = APPROVAL_WAIT_SEC;
  const payments = { ...config.payments, isNodeShared, approvalWaitSec };
  const { batchMax } = payments;
  const context = {
    config: { ...config, payments },
    dataFolder: NO_FOLDER,
    accessWatch: createAccessWatch(),
    clock,
    random,
    log,
  };
  const plainParts = composeServiceParts({
    context,
    stores: { ...stores, ...NOT_PLAYED, money: createMoney(moneyStore, { batchMax }) },
    lightning: onchain === null ? lightning : countCoins(lightning, config, stores),
    node: identity,
    onchain,
  });
  // On a shared node they would stand in the data folder, and there is none.
  Object.assign(plainParts.dispatchJournal, createDispatchJournal({ ...stores, log, record }));
  const parts = { ...plainParts, config: payments };
  const access = { appGrantUses: NO_USES };
  const nwc = createNwcOver(
    {
      context,
      serviceKeys: serviceKeysOf(SECRET_KEY),
      access,
      parts: { ...parts, walletFeed: SILENT_WALLET_FEED },
    },
    { ...stores, notifications: NO_LISTENERS, nwcExternal: NO_EXTERNAL_RELAYS },
  );
  return { parts, nwc };
}

/** The secret key of the service, which seals the keys of wallets. */
export const SECRET_KEY: Uint8Array = new Uint8Array(32).fill(0x5a);
/** Few, so that apps meet the limit. */
const REQUESTS_PER_SEC = 2;

const NO_USES = {
  note: () => undefined,
  noteRefusal: () => undefined,
  write: async () => undefined,
};

const notPlayed = async (): Promise<never> => {
  throw new Error('this is not played');
};

const NO_USER_LIMITS = {
  setLimits: notPlayed,
  readLimitSettings: notPlayed,
  applySendLimit: async () => false,
};

const NOT_PLAYED = {
  requestStorage: { hasRoom: notPlayed, count: notPlayed },
  userLimits: NO_USER_LIMITS,
  databaseSafety: {
    findWeaknesses: notPlayed,
    isStandbyAway: notPlayed,
    findOldRelease: notPlayed,
    refusedWrites: () => null,
  },
  actions: {
    begin: notPlayed,
    end: notPlayed,
    listOpen: async () => [],
    list: notPlayed,
    findAccountNames: notPlayed,
    listAdmins: notPlayed,
  },
  storage: createStorageAllowance(WITHOUT_ALLOWANCE),
  sendLimits: { limits: NO_USER_LIMITS, hasDefault: false },
  chainTransactions: {
    list: notPlayed,
    listMoved: notPlayed,
    listArriving: notPlayed,
    findSent: notPlayed,
  },
  zapDeliveries: { claim: notPlayed, record: notPlayed, prune: notPlayed, count: notPlayed },
};

const NO_EXTERNAL_RELAYS = {
  listKeys: notPlayed,
  findKeysToTell: notPlayed,
  pageLiveKeys: notPlayed,
  tell: notPlayed,
  findBehind: notPlayed,
  publishInfoEvent: notPlayed,
  addRequest: notPlayed,
  takePublications: notPlayed,
  endPublications: notPlayed,
  retryPublicationsNow: notPlayed,
  countPublications: notPlayed,
  prunePublications: async () => 0,
  pruneChanges: async () => 0,
};

const NO_LISTENERS = { readNews: notPlayed, moveMark: notPlayed };

const NO_FOLDER = {
  path: CONFIG.dataDir,
  readOrCreate: async () => '',
  read: async () => null,
  replace: async () => undefined,
};

/** As run-service.ts does, apart from HTTP. */
function run(parts: Parts, nwc: Nwc, life: Life) {
  const loops = Promise.withResolvers<void>();
  const start = async (): Promise<void> => {
    // A start that fails is tried again, as the one who runs services does it.
    for (;;) {
      try {
        await beat({ ...parts, role: 'all' });
        await ensureNodeBaseline(parts, BEFORE_ALL_LEADERS, parts.stop);
        await parts.storedStops.refresh();
        await parts.startupCheck.take(parts.stop);
        break;
      } catch {
        await parts.clock.sleep(1000);
      }
    }
    if (parts.stop.aborted) return loops.resolve();
    const all = [runLoops(parts, 'all', nwc.jobs), nwc.run(parts.stop, { isWorker: true })];
    loops.resolve(Promise.all(all).then(() => undefined));
    await life.step();
  };
  return { ready: start(), loops: loops.promise };
}

/** The order of run-service.ts: callers first, then payments and loops, the process last. */
async function stop(parts: Parts, loops: Promise<void>): Promise<void> {
  parts.shutdownNow.abort();
  parts.stopNow.abort();
  await Promise.all([parts.dispatcher.drain(), loops]);
  await parts.processes.leave(parts.processId).catch(() => undefined);
}

/** Time as a process sees it: no one wakes up in a dead one. */
export const clockOf = (clock: Clock, life: Life): Clock => ({
  now: () => clock.now(),
  monotonicMs: () => clock.monotonicMs(),
  sleep: async (ms, signal) => {
    await clock.sleep(ms, signal);
    await life.step();
  },
});
