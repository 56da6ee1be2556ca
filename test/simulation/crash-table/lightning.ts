import { createHash } from 'node:crypto';
import { ALL_SCOPES } from '../../../src/authorization/scope.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import { readConfig } from '../../../src/config/config.ts';
import { payInvoice } from '../../../src/payments/pay-invoice.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { START } from '../bill-pool.ts';
import { createDice } from '../dice.ts';
import type { SimulatedFault } from '../fault.ts';
import { createMemoryStorage } from '../memory-storage.ts';
import { NO_CHAIN, type ServiceProcess, startProcess } from '../service-process.ts';
import { createSimulatedNode, type SimulatedNode } from '../simulated-node.ts';
import type { PlainStores, Storage } from '../storage.ts';
import { createWeather } from '../weather.ts';
import { newAnn } from './ann.ts';
import { judgePayment, paymentOf } from './judge-payment.ts';
import { BILL, type LightningWorld, START_MSAT } from './lightning-world.ts';
import type { Movement, MovementWorld } from './movement.ts';
import { NODE_ANSWERS, type NodeAnswer, type NodeScene } from './node-answers.ts';
import { approveWhatWaits } from './owner.ts';
import { createSteps, type Listener, type Steps } from './steps.ts';

export interface LightningOptions {
  readonly isNodeShared: boolean;
  /** Whether each payment waits for its owner's approval, which they give. */
  readonly isAsking?: boolean;
  /** A mistake that is to be found. */
  readonly fault?: SimulatedFault | undefined;
  /** The journal in the data folder forgets what it is given, which is a mistake as well. */
  readonly isJournalBlind?: boolean;
}

/** A user pays an invoice of someone outside, over the node. */
export const lightningPayment = (options: LightningOptions): Movement => ({
  name:
    `a payment over ${options.isNodeShared ? 'a node that others use too' : 'our own node'}` +
    `${options.isAsking === true ? ' that has to be approved' : ''}`,
  answers: Object.keys(NODE_ANSWERS),
  open: async (name, listener) => {
    const answer = NODE_ANSWERS[name];
    if (answer === undefined) throw new Error(`no node answers ${name}`);
    return await openWorld(options, answer, listener);
  },
});

async function openWorld(
  options: LightningOptions,
  answer: NodeAnswer,
  listener: Listener,
): Promise<MovementWorld> {
  const random = createSeededRandom(1);
  const clock = createVirtualClock(START);
  const storage = await createMemoryStorage(clock);
  const node = createSimulatedNode({ clock, random, dice: createDice(random) });
  node.scripted.books.preimages.set(BILL.paymentHash, BILL.preimage);
  const user = newAnn(clock, random);
  await storage.stores.users.insertUser({ ...user, passwordHash: '' });
  const world: LightningWorld = {
    ...{ clock, storage, node, answer, user },
    ordersAnew: 0,
    handedOver: 0,
    heard: [],
  };
  const steps = createSteps(listener);
  const pending = new Set<object>();
  const scene: NodeScene = {
    node,
    clock,
    later: (ms, event) => {
      pending.add(event);
      void clock.sleep(ms).then(() => {
        event();
        pending.delete(event);
      });
    },
  };
  const journal: string[] = [];
  const seen = {
    ...{ config: CONFIG, clock, random, isNodeShared: options.isNodeShared },
    fault: options.fault ?? null,
    node: seenNode(scene, answer, steps),
    storage: seenStorage(storage, steps),
    record: options.isNodeShared
      ? seenJournal(journal, options.isJournalBlind === true, steps)
      : null,
  };
  const start = (): ServiceProcess => startProcess({ ...seen, ...neverAsked(world) }, 'ann');
  const processes = [start()];
  await clock.advance(1);
  const forAnn = new Map([[696969n, Buffer.from(user.identifier)]]);
  node.scripted.receiveKeysend(forAnn, { amountMsat: msat(START_MSAT) });
  await clock.advance(100);
  let isOver = false;
  if (options.isAsking === true) {
    const grant = { userId: user.id, grantId: GRANT_ID };
    await storage.stores.budgets.setBudget(grant, ASKS_ALWAYS, clock.now());
    void approveWhatWaits(
      world,
      () => processes.at(-1),
      () => isOver,
    );
  }
  return {
    clock,
    readState: () => `${storage.readState()} ${journal} ${show([...node.scripted.books.payments])}`,
    takeCopy: () => storage.takeCopy(),
    restart: () => {
      processes.at(-1)?.life.kill();
      processes.push(start());
    },
    replaceFrozen: () => {
      const frozen = processes.at(-1)?.life;
      frozen?.sleep();
      scene.later(FROZEN_MS, () => frozen?.wake());
      processes.push(start());
    },
    order: () => {
      if (world.ordersAnew === 0) answer.before?.(scene, BILL);
      if (paymentOf(world) === null) world.ordersAnew += 1;
      const running = processes.at(-1);
      if (running !== undefined) void order(world, running);
    },
    judge: () => judgePayment(world),
    isPending: () =>
      pending.size > 0 || storage.approvals().some(({ state }) => state === 'waiting'),
    release: () => release(world),
    forgetHeard: () => void world.heard.splice(0),
    close: () => {
      isOver = true;
      processes.forEach(forget);
    },
  };
}

/** Longer than processes may be silent. */
const FROZEN_MS = 15_000;

/** As short as every way and every pause in this world allows: time that passes costs time. */
const CONFIG = readConfig({
  SATCHEL_DATA_DIR: '/nonexistent',
  SATCHEL_PAYMENT_WAIT: '5',
  SATCHEL_NOT_FOUND_GRACE: '5',
  SATCHEL_HEARTBEAT_GRACE: '10',
});

const GRANT_ID = 'ann';
const ASKS_ALWAYS = {
  limitSat: null,
  askAboveSat: sat(0n),
  interval: 'ever',
  expiresAt: null,
} as const;

const CLAIM = {
  key: 'once',
  requestHash: new Uint8Array(createHash('sha256').update('once').digest()),
};

/** What a dead process waits for never comes: all that waits is let go. */
function forget({ life, parts }: ServiceProcess): void {
  life.kill();
  parts.shutdownNow.abort();
  parts.stopNow.abort();
}

async function order(world: LightningWorld, { parts, ready }: ServiceProcess): Promise<void> {
  await ready;
  const { id: userId } = world.user;
  const caller = { grantId: GRANT_ID, userId, clientId: null, scopes: new Set(ALL_SCOPES) };
  const input = { caller, bolt11: BILL.bolt11, amountMsat: null, idempotency: CLAIM };
  try {
    const answer = await payInvoice(parts, input);
    world.heard.push(answer.ok ? 'success' : answer.refusal.kind);
  } catch (error) {
    world.heard.push(String(error));
  }
}

/** Longer than from one comparison to the next. */
const MOST_TRIES = 20;

async function release({ clock, storage }: LightningWorld): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await clock.advance(5000);
    if ((await storage.stores.comparisons.release(false)) !== 'not_compared') break;
  }
  await clock.advance(5000);
}

/** The node as processes see it. */
function seenNode(scene: NodeScene, answer: NodeAnswer, steps: Steps): SimulatedNode {
  const { node } = scene;
  const sending = steps.over('node', () => ({
    send: (...[sent, acknowledge]: Parameters<SimulatedNode['take']>) =>
      answer.take(scene, sent, (index) => steps.at('node.acknowledge', () => acknowledge(index))),
  }));
  const seen: Pick<SimulatedNode, 'scripted' | 'take' | 'look'> = {
    scripted: steps.over('node', () => node.scripted),
    take: (...sent) => sending.send(...sent),
    look: (hash) => steps.at('node.payment', () => node.look(hash)),
  };
  return new Proxy(node, {
    get: (_, name) => Reflect.get(name in seen ? seen : node, name),
  });
}

/** The database as processes see it, whichever stands at the address. */
function seenStorage(storage: Storage, steps: Steps): Storage {
  const stores = new Map<string | symbol, object>();
  const seen = new Proxy<PlainStores>(storage.stores, {
    get: (_, name) => {
      const known = stores.get(name) ?? steps.over(String(name), () => storeOf(storage, name));
      stores.set(name, known);
      return known;
    },
  });
  return new Proxy(storage, {
    get: (_, name) => (name === 'stores' ? seen : Reflect.get(storage, name)),
  });
}

const storeOf = ({ stores }: Storage, name: string | symbol): object => Reflect.get(stores, name);

/** The journal in the data folder, which processes leave to those that come after them. */
const seenJournal = (journal: string[], isBlind: boolean, steps: Steps) =>
  steps.over('journal', () => ({
    read: async () => [...journal],
    write: async (ids: readonly string[]) => {
      if (!isBlind) journal.splice(0, journal.length, ...ids);
    },
  }));

const neverAsked = (world: LightningWorld) => ({
  weather: createWeather(createDice(createSeededRandom(3)), world.clock),
  onHandedOver: () => {
    world.handedOver += 1;
  },
  watchOutflow: () => null,
  onReserved: () => undefined,
  onBooked: () => undefined,
  onBegun: () => undefined,
  onBegunApart: () => undefined,
  onAnswer: () => undefined,
  ...NO_CHAIN,
  log: SILENT,
});

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const show = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
