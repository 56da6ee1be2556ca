import {
  type IncomingEvent,
  type IncomingPayment,
  NodeFault,
  type SendHooks,
  type SendOrder,
  type SendOutcome,
} from '../../src/lightning/node-port.ts';
import type { NodeConnection } from '../../src/lightning/node-wallet.ts';
import type { Life } from './life.ts';
import type { SimulatedNode } from './simulated-node.ts';
import { nodeFault, travel, type Weather } from './weather.ts';
import { callOver, type Wire } from './wire.ts';

export interface NodeLinkDeps {
  readonly node: SimulatedNode;
  readonly life: Life;
  readonly weather: Weather;
  /** Told of each payment that leaves the process. */
  readonly onHandedOver: (paymentHash: string) => void;
}

/** The node as one process reaches it: its port over connections that break. */
export function linkNode(deps: NodeLinkDeps): NodeConnection {
  const { node, life, weather } = deps;
  const { scripted } = node;
  const wire: Wire = {
    life,
    weather,
    newFault: nodeFault,
    perform: (call) => call(),
    isAway: () => scripted.books.isAway,
  };
  /** Calls that only the node that we know can answer. */
  const own = <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    callOver(wire, async () => {
      if (node.isReplaced) throw nodeFault();
      return await call();
    });
  const any = <Answer>(call: () => Promise<Answer>): Promise<Answer> => callOver(wire, call);

  return {
    get connectionsOpened() {
      return node.connectionsOpened;
    },
    info: () => any(() => scripted.info()),
    balances: () => own(() => scripted.balances()),
    createInvoice: (spec) => own(() => scripted.createInvoice(spec)),
    lookupInvoice: (hash) =>
      any(async () => (node.isReplaced ? 'not_found' : scripted.lookupInvoice(hash))),
    receivedHtlcs: (hash) => own(() => scripted.receivedHtlcs(hash)),
    // Another node knows none of ours.
    cancelInvoice: (hash, held) =>
      any(async () => node.isReplaced || scripted.cancelInvoice(hash, held)),
    deleteInvoice: (hash) =>
      any(async () => (node.isReplaced ? 'not_found' : scripted.deleteInvoice(hash))),
    newestPaymentIndex: () => own(() => scripted.newestPaymentIndex()),
    send: (order, hooks) => send(deps, order, hooks),
    payment: (hash) => any(async () => (node.isReplaced ? { kind: 'not_found' } : node.look(hash))),
    attempts: (hash) => own(() => scripted.attempts(hash)),
    follow: (hash, signal) =>
      own(() => Promise.race([scripted.follow(hash, signal), cut(deps, signal)])),
    incoming: (from, signal) => listen(deps, from, signal),
    settledInvoices: (signal) => list(deps, signal),
    recordedPayments: (after, signal) => scripted.recordedPayments(after, signal),
    channels: () => own(() => scripted.channels()),
    nodeAlias: (key) => any(() => scripted.nodeAlias(key)),
    close: async () => undefined,
  };
}

const UNKNOWN = { kind: 'unknown', detail: 'the connection broke' } as const;
/** Shorter than all graces: what was sent arrives while no one may believe that it never will. */
const LONGEST_WAY_MS = 15_000;

/** The request leaves at once and may arrive later than anyone waits for it, or never. */
async function send(
  deps: NodeLinkDeps,
  order: SendOrder,
  { signal, onAcknowledged }: SendHooks,
): Promise<SendOutcome> {
  const { life, node, weather } = deps;
  if (life.isDead) await life.step();
  deps.onHandedOver(order.paymentHash);
  const broken = Promise.withResolvers<typeof UNKNOWN>();
  let isOpen = true;
  const breakUp = (): void => {
    isOpen = false;
    broken.resolve(UNKNOWN);
  };
  node.connections.add(breakUp);
  signal.addEventListener('abort', breakUp, { once: true });
  void breakLater(weather, breakUp);

  const isLate = weather.errorShare > 0 && weather.dice.chance(0.25);
  // What holds a request up ends many a connection, and the request arrives all the same.
  if (isLate && weather.dice.chance(0.4)) breakUp();
  const arrived = arrive(deps, order, isLate, (index) => {
    if (isOpen) void life.step().then(() => onAcknowledged(index));
  });
  // Some streams stay open and never tell the end, which the node tells when it is asked.
  const isSilent = weather.errorShare > 0 && weather.dice.chance(0.05);
  const outcome = await (isSilent ? broken.promise : Promise.race([arrived, broken.promise]));
  node.connections.delete(breakUp);
  signal.removeEventListener('abort', breakUp);
  await life.step();
  return outcome;
}

async function arrive(
  { node, weather }: NodeLinkDeps,
  order: SendOrder,
  isLate: boolean,
  onAcknowledged: (index: bigint) => void,
): Promise<SendOutcome> {
  const { dice, clock, errorShare } = weather;
  if (isLate) await clock.sleep(dice.between(1, LONGEST_WAY_MS));
  const isLost = errorShare > 0 && dice.chance(0.05);
  if (isLost || node.isReplaced || node.scripted.books.isAway) return UNKNOWN;
  return await node.take(order, onAcknowledged);
}

async function breakLater({ dice, clock, errorShare }: Weather, breakUp: () => void) {
  if (errorShare === 0 || !dice.chance(0.2)) return;
  await clock.sleep(dice.chance(0.4) ? 0 : dice.between(1, 20_000));
  breakUp();
}

/** Resolves when the node cuts its connections. */
function cut({ node }: NodeLinkDeps, signal: AbortSignal): Promise<typeof UNKNOWN> {
  return new Promise((resolve) => {
    const breakUp = (): void => {
      node.connections.delete(breakUp);
      resolve(UNKNOWN);
    };
    node.connections.add(breakUp);
    signal.addEventListener('abort', breakUp, { once: true });
  });
}

async function* listen(
  { node, life, weather }: NodeLinkDeps,
  from: bigint,
  signal: AbortSignal,
): AsyncIterable<IncomingEvent> {
  await life.step();
  await travel(weather);
  if (node.isReplaced) throw new NodeFault('this is another node');
  for await (const event of node.scripted.incoming(from, signal)) {
    await travel(weather);
    await life.step();
    if (signal.aborted) return;
    yield event;
    // The dice tell an event twice, as LND may after a restart of its own.
    if (weather.errorShare > 0 && event.kind === 'settled' && weather.dice.chance(0.1)) {
      await life.step();
      yield event;
    }
  }
}

async function* list(
  { node, life, weather }: NodeLinkDeps,
  signal: AbortSignal,
): AsyncIterable<IncomingPayment> {
  await life.step();
  await travel(weather);
  if (node.isReplaced) throw new NodeFault('this is another node');
  for await (const payment of node.scripted.settledInvoices(signal)) {
    await life.step();
    yield payment;
  }
}
