import { runPeriodically } from '../../src/background/run-periodically.ts';
import { type Msat, msat, ZERO_MSAT } from '../../src/base/amount.ts';
import { cancelNodeInvoices } from '../../src/invoices/cancel-node-invoices.ts';
import { createInvoice, isPayable, type Payable } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import { isOpen } from '../../src/ledger/payment-state.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { cancelOrphanBatches } from '../../src/payments/recovery/cancel-orphan-batches.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { NODE } from './money-model/ledger/account.ts';
import { EXTERNAL_KEY, pubkeyOf } from './scripted-node/bills.ts';
import type { SendPlan } from './scripted-node/payments.ts';
import { createSeededRandom } from './seeded-random.ts';
import { findFaults } from './wallet-memory/wallet-memory.ts';
import { startService, type WalletService } from './wallet-service.ts';
import { createWalletWorld, type Person, type WalletWorld } from './wallet-world.ts';

/**
 * Plays the life of a service in random steps: payments of all kinds, money that arrives, processes
 * that are killed, lost answers, a node that misbehaves. Then everything comes to rest. Returns
 * what is wrong, which is the same for the same seed.
 */
export async function lifeOfMoney(seed: number, steps: number): Promise<readonly string[]> {
  const world = createWalletWorld(seed);
  const life: Life = {
    world,
    dice: createDice(seed),
    services: [],
    bills: [],
    started: { count: 0 },
    people: [await world.addUser('ann', 50_000n), await world.addUser('bob', 50_000n)],
  };
  await startOne(life);
  await world.clock.advance(5000);
  for (let step = 0; step < steps; step += 1) {
    await life.dice.pick(STEPS)(life);
    if (life.dice.below(3) === 0) await world.clock.advance(life.dice.below(60_000));
    else await world.clock.flush();
  }
  await comeToRest(life);
  return findComplaints(world);
}

interface Life {
  readonly world: WalletWorld;
  readonly dice: Dice;
  readonly services: WalletService[];
  readonly started: { count: number };
  readonly people: readonly Person[];
  /** External invoices that were paid before and can be paid again. */
  readonly bills: string[];
}

type Step = (life: Life) => Promise<void> | void;

const payExternal: Step = (life) => {
  const { world, dice } = life;
  const old = dice.below(4) === 0 ? life.bills[0] : undefined;
  const bolt11 = old ?? world.node.bill({ amountMsat: BigInt(1 + dice.below(3_000_000)) }).bolt11;
  life.bills.unshift(bolt11);
  world.node.books.plan = dice.pick(PLANS);
  beginPaying(life, bolt11);
};

const payInternally: Step = async (life) => {
  const invoice = await orderInvoice(life);
  for (let times = life.dice.below(3); times >= 0 && invoice !== null; times -= 1) {
    payOwn(life, invoice);
  }
};

const payBatch: Step = (life) => {
  const service = life.dice.pick(life.services);
  life.world.node.books.plan = life.dice.pick(PLANS);
  const orders = Array.from({ length: 1 + life.dice.below(12) }, () => ({
    destination: EXTERNAL,
    amountMsat: msat(BigInt(1 + life.dice.below(500_000))),
    memo: null,
    recordsText: null,
  }));
  const { caller } = life.dice.pick(life.people);
  void sendKeysends(service.deps, { caller, orders, idempotency: null }).catch(ignore);
};

const receive: Step = async (life) => {
  const invoice = await orderInvoice(life);
  if (invoice === null) return;
  if (life.dice.below(3) === 0) payOwn(life, invoice);
  const amountMsat =
    invoice.amountMsat === null
      ? life.dice.pick(ODD_MSAT)
      : msat(invoice.amountMsat + BigInt(life.dice.below(1500)));
  life.world.node.receive(invoice.paymentHash, { amountMsat });
};

const receiveKeysend: Step = ({ world, dice, people }) => {
  const named = new Map([[696969n, Buffer.from(dice.pick(people).user.identifier)]]);
  const records = dice.below(3) === 0 ? new Map() : named;
  world.node.receiveKeysend(records, { amountMsat: msat(BigInt(dice.below(2_000_000))) });
};

const killOne: Step = async (life) => {
  life.services.shift()?.kill();
  await startOne(life);
};

const stopOne: Step = async (life) => {
  const stopping = life.services.shift()?.stop();
  await startOne(life);
  if (stopping !== undefined) await life.world.clock.until(stopping);
};

const loseAnswer: Step = ({ dice, services }) => {
  const { errors } = dice.pick(services).breakage;
  const error = new Error('database away');
  const at = dice.below(2) === 0 ? ('before' as const) : ('after' as const);
  errors.set(
    dice.pick(METHODS),
    Array.from({ length: 1 + dice.below(3) }, () => ({ at, error })),
  );
};

const endHeld: Step = ({ world, dice }) => {
  const held = [...world.node.books.payments].filter(([, one]) => one.kind === 'in_flight');
  if (held.length === 0) return;
  const [hash] = dice.pick(held);
  world.node.end(hash, dice.pick(ENDS));
};

const disturbNode: Step = async ({ world, dice }) => {
  world.node.cutStreams();
  world.node.books.isAway = true;
  await world.clock.advance(dice.below(20_000));
  world.node.books.isAway = false;
};

const STEPS: readonly Step[] = [
  payExternal,
  payExternal,
  payExternal,
  payInternally,
  payBatch,
  receive,
  receive,
  receiveKeysend,
  killOne,
  stopOne,
  loseAnswer,
  endHeld,
  disturbNode,
];

const ENDS: readonly Extract<SendPlan, { kind: 'succeed' | 'fail' }>[] = [
  { kind: 'succeed', feeMsat: 1234n },
  { kind: 'fail', reason: 'no_route' },
];

const PLANS: readonly SendPlan[] = [
  ...ENDS,
  { kind: 'hold' },
  { kind: 'lose', isTaken: true },
  { kind: 'lose', isTaken: false },
  { kind: 'refuse', code: 2, detail: 'invoice expired' },
  { kind: 'refuse', code: 14, detail: 'unavailable' },
];

const METHODS = [
  'reserve',
  'settleInternal',
  'resolve',
  'credit',
  'beginDispatch',
  'markAcknowledged',
  'markUnknown',
  'markNotFound',
  'findPayment',
  'adoptOrphans',
  'readCursor',
  'hasReceipt',
  'findInvoiceByHash',
  'advanceCursor',
  'refuseItem',
  'payment',
  'follow',
  'heartbeat',
];

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);
const ignore = (): undefined => undefined;

async function startOne({ world, services, started }: Life): Promise<void> {
  started.count += 1;
  const service = await startService(world, `process ${started.count}`);
  for (const worker of [watchIncoming, resolvePayments, cancelOrphanBatches]) service.run(worker);
  service.run((deps, signal) =>
    runPeriodically(deps, { name: 'cancelling', everyMs: 5000 }, signal, () =>
      cancelNodeInvoices(deps, signal),
    ),
  );
  services.push(service);
}

async function orderInvoice({ dice, services, people }: Life): Promise<Payable | null> {
  const order = {
    ...EMPTY_ORDER,
    amountMsat: dice.below(4) === 0 ? null : msat(BigInt(1000 + dice.below(2_000_000))),
  };
  const input = { caller: dice.pick(people).caller, order, idempotency: null };
  const made = await createInvoice(dice.pick(services).deps, input).catch(ignore);
  return made?.ok === true && isPayable(made.value) ? made.value : null;
}

/**
 * Lets users pay an invoice of this service. If it leaves the amount to the payer, each of them
 * chooses another amount.
 */
function payOwn(life: Life, { bolt11, amountMsat }: Payable): void {
  beginPaying(life, bolt11, amountMsat === null ? life.dice.pick([ZERO_MSAT, ...ODD_MSAT]) : null);
}

/** Amounts from too little to bring the payee anything to more than any user has. */
const ODD_MSAT = [1n, 999n, 1000n, 1500n, 20_001n, 70_000_000n].map(msat);

function beginPaying(
  { dice, services, people }: Life,
  bolt11: string,
  amountMsat: Msat | null = null,
): void {
  const input = { caller: dice.pick(people).caller, bolt11, amountMsat, idempotency: null };
  void payInvoice(dice.pick(services).deps, input).catch(ignore);
}

/**
 * Lets the node end what it holds, and gives the service the time that all its grace periods need.
 */
async function comeToRest(life: Life): Promise<void> {
  const { world, services } = life;
  for (const { breakage } of services) breakage.errors.clear();
  world.node.books.plan = { kind: 'succeed', feeMsat: 1234n };
  for (const [hash, payment] of world.node.books.payments) {
    if (payment.kind === 'in_flight') world.node.end(hash, life.dice.pick(ENDS));
  }
  await world.clock.advance(30 * 60_000);
  world.node.cutStreams();
  await world.clock.advance(60_000);
  for (const service of services) await world.clock.until(service.stop());
}

function findComplaints({ memory, node, alarmKinds }: WalletWorld): readonly string[] {
  const complaints = [...findFaults(memory), ...alarmKinds()];
  const payments = [...memory.money.payments.values()].filter(({ path }) => path === 'node');
  const settled = payments.filter(({ state }) => state === 'settled');
  if (payments.some(({ state }) => isOpen(state))) complaints.push('a payment has no end');
  const states = [...memory.money.batchItemStates.values()];
  if (states.includes('pending')) complaints.push('an item of a batch has no end');

  let spentMsat = 0n;
  for (const [hash, payment] of node.books.payments) {
    const rows = settled.filter((row) => row.paymentHash === hash);
    const isPaid = payment.kind === 'succeeded';
    if (rows.length !== (isPaid ? 1 : 0)) complaints.push(`${rows.length} debits for ${hash}`);
    if (isPaid) spentMsat += payment.amountMsat + payment.feeMsat;
  }
  const arrivedMsat = node.arrivals.settled.reduce((sum, one) => sum + one.amountMsat, 0n);
  const fundedMsat = 100_000_000n;
  const nodeMsat = memory.money.balances.of(NODE);
  const expectedMsat = spentMsat - arrivedMsat - fundedMsat;
  if (nodeMsat !== expectedMsat) complaints.push(`off by ${nodeMsat - expectedMsat} msat`);
  return complaints;
}

interface Dice {
  below(count: number): number;
  pick<T>(choices: readonly T[]): T;
}

function createDice(seed: number): Dice {
  const random = createSeededRandom(seed * 7919);
  const below = (count: number): number => {
    const [a = 0, b = 0, c = 0] = random.bytes(3);
    return ((a << 16) | (b << 8) | c) % count;
  };
  return {
    below,
    pick: (choices) => {
      const [first, ...others] = choices;
      const choice = choices[below(choices.length)] ?? first;
      if (choice === undefined) throw new Error(`nothing to pick from ${others.length}`);
      return choice;
    },
  };
}
