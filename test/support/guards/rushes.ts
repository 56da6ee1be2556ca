import { randomUUID } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { DatabaseFault, violatedConstraint } from '../../../src/database/database-fault.ts';
import { createInvoiceStore } from '../../../src/invoices/sql/invoice-store.ts';
import { MoneyEventRejected } from '../../../src/ledger/money-store.ts';
import type { TestDatabase } from '../database.ts';
import { newBatch } from '../money-model/batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditKeysend,
  creditUnclaimed,
  failedEnd,
  internalKeysend,
  NOW,
  newInvoice,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../money-model/events.ts';
import { madeBy } from '../money-model/made-by.ts';
import { times } from '../money-model/many-at-once.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import type { Call, Doors } from './doors.ts';

/** The harm that all rushes have done. */
export interface Harm {
  /**
   * Descriptions of money that was made, lost or promised twice; empty when the books are right.
   */
  readonly damage: readonly string[];
  /** Correct calls that were rejected, each by the constraint that has kept the money right. */
  readonly thrownOut: readonly string[];
}

export interface Scene {
  readonly database: TestDatabase['database'];
  readonly world: MoneyWorld;
  readonly doors: Doors;
}

/** Calls that are made at the same time, and a function that judges their answers. */
interface Rush {
  readonly calls: readonly Call<readonly Answer[]>[];
  readonly judge: (kinds: readonly string[]) => Promise<string | null> | string | null;
}

interface Answer {
  readonly kind: string;
}

/** Makes calls meet wherever they could harm each other, and checks the books afterwards. */
export async function rushEverywhere(scene: Scene): Promise<Harm> {
  const damage: string[] = [];
  const thrownOut: string[] = [];
  for (const prepare of RUSHES) {
    const { calls, judge } = await prepare(scene);
    const results = await scene.doors.rush(calls);
    const kinds = results.flatMap((result) => {
      if (result.status === 'fulfilled') return result.value.map(({ kind }) => kind);
      thrownOut.push(reasonOf(result.reason));
      return [];
    });
    const harm = await judge(kinds);
    if (harm !== null) damage.push(harm);
  }
  const findings = await scene.world.findings();
  damage.push(...findings.map((finding) => `books: ${JSON.stringify(finding)}`));
  return { damage, thrownOut: [...new Set(thrownOut)] };
}

/**
 * The reason for a rejection that repeating cannot cure. Any other error is a mistake in the test.
 */
function reasonOf(error: unknown): string {
  const fault = error instanceof MoneyEventRejected ? error.cause : error;
  assert(fault instanceof DatabaseFault && !fault.isTransient, String(error));
  return violatedConstraint(fault) ?? fault.message.replaceAll(/[\da-f]{8}-[\da-f-]+/g, '…');
}

const count = (kinds: readonly string[], kind: string): number =>
  kinds.filter((one) => one === kind).length;

/** Complains if more than one of several calls has won. */
const onlyOne = (kind: string, what: string) => (kinds: readonly string[]) =>
  count(kinds, kind) > 1 ? `${count(kinds, kind)} ${what}` : null;

const RUSHES: readonly ((scene: Scene) => Promise<Rush>)[] = [
  overdraw,
  overspend,
  payOneInvoice,
  payOneHash,
  useOneKey,
  creditOneKeysend,
  creditOneUnclaimed,
  settleOnePayment,
  endOnePaymentBothWays,
  settleWithoutProof,
  startWhatIsCancelled,
];

/** Makes orders that hold 110 sat each, in a wallet that can cover two of them. */
async function overdraw({ world }: Scene): Promise<Rush> {
  const payer = await addUser(world, 220);
  return {
    calls: times(6, () => () => world.store.reserve([reserveEvent(payer)])),
    judge: async (kinds) => {
      const { walletMsat } = await world.wallet(payer);
      return walletMsat < 0n ? `${count(kinds, 'reserved')} orders overdrew a wallet` : null;
    },
  };
}

/** Makes orders that hold 110 sat each, by a grant whose budget can cover two of them. */
async function overspend({ world }: Scene): Promise<Rush> {
  const payer = await addUser(world, 1000);
  const budget = {
    limitSat: sat(220n),
    askAboveSat: null,
    interval: 'ever',
    expiresAt: null,
  } as const;
  await world.budgets.setBudget({ userId: payer, grantId: 'grant' }, budget, NOW);
  return {
    calls: times(6, () => () => world.store.reserve([reserveEvent(payer)])),
    judge: (kinds) => {
      const reserved = count(kinds, 'reserved');
      return reserved > 2 ? `${reserved} orders overspent a budget` : null;
    },
  };
}

async function payOneInvoice({ world }: Scene): Promise<Rush> {
  const invoice = await addInvoice(world, await addUser(world));
  const payers = await Promise.all(times(4, () => addUser(world, 500)));
  return {
    calls: payers.map((payer) => () => world.store.settleInternal([payInvoice(payer, invoice)])),
    judge: onlyOne('settled', 'users paid one invoice'),
  };
}

async function payOneHash({ world }: Scene): Promise<Rush> {
  const secret = newSecret();
  const payers = await Promise.all(times(4, () => addUser(world, 500)));
  return {
    calls: payers.map((payer) => () => world.store.reserve([reserveEvent(payer, { secret })])),
    judge: onlyOne('reserved', 'users pay one hash over the node'),
  };
}

/** Uses one idempotency key for two payments and for an invoice, which locks no wallet. */
async function useOneKey({ database, world }: Scene): Promise<Rush> {
  const [user, payee] = [await addUser(world, 5000), await addUser(world)];
  const key = { claim: claim(randomUUID()) };
  const insertInvoice = () =>
    createInvoiceStore(database).insertInvoice(newInvoice(user), madeBy('grant'), key.claim);
  return {
    calls: [
      () => world.store.reserve([reserveEvent(user, key)]),
      () => world.store.settleInternal([internalKeysend(user, payee, key)]),
      async () => [await insertInvoice()],
    ],
    judge: (kinds) => {
      const done = kinds.length - count(kinds, 'repeated');
      return done > 1 ? `one key did ${done} things` : null;
    },
  };
}

/** Lets several watchers report the same settlement, each with a receipt of its own. */
async function creditOneKeysend({ world }: Scene): Promise<Rush> {
  const [payee, secret] = [await addUser(world), newSecret()];
  return {
    calls: times(4, () => () => world.store.credit([creditKeysend(payee, { secret })])),
    judge: onlyOne('credited', 'credits of one keysend'),
  };
}

/** Credits money of no known user several times. No wallet is locked for it. */
async function creditOneUnclaimed({ world }: Scene): Promise<Rush> {
  const secret = newSecret();
  return {
    calls: times(4, () => () => world.store.credit([creditUnclaimed({ secret })])),
    judge: onlyOne('credited', 'credits of one receipt to unclaimed'),
  };
}

/** A payment that was dispatched, of a user who has money in other payments as well. */
async function dispatched(world: MoneyWorld) {
  const user = await addUser(world, 1000);
  const [event, ...others] = times(5, () => reserveEvent(user));
  assert(event !== undefined, 'there are five');
  await world.store.reserve([event, ...others]);
  await world.beginDispatch(event.order.id, OWNER);
  return event.order;
}

async function settleOnePayment({ world }: Scene): Promise<Rush> {
  const order = await dispatched(world);
  return {
    calls: times(4, () => () => world.store.resolve([settledEnd(order)])),
    judge: onlyOne('resolved', 'settlements of one payment'),
  };
}

async function endOnePaymentBothWays({ world }: Scene): Promise<Rush> {
  const order = await dispatched(world);
  return {
    calls: [
      () => world.store.resolve([settledEnd(order)]),
      () => world.store.resolve([failedEnd(order.id)]),
    ],
    judge: onlyOne('resolved', 'ends of one payment, one of them a refund'),
  };
}

/**
 * Settles a payment without proof. This needs no second call, because a node may lie at any time.
 * The rejection is no harm.
 */
async function settleWithoutProof({ world }: Scene): Promise<Rush> {
  const order = await dispatched(world);
  const end = settledEnd(order, { preimage: newSecret().preimage });
  const resolve = () =>
    world.store.resolve([end]).catch((error: unknown) => [{ kind: reasonOf(error) }]);
  return {
    calls: [resolve],
    judge: ([kind]) =>
      kind === 'payment_settled_with_proof' ? null : 'a payment is settled without its proof',
  };
}

/** Cancels an item of a batch, and reports this, while another call starts the item. */
async function startWhatIsCancelled({ world }: Scene): Promise<Rush> {
  const user = await addUser(world, 500);
  const batch = newBatch(user, 1);
  await world.addBatch(batch);
  const event = reserveEvent(user, { batch: { batchId: batch.id, index: 0 } });
  const cancel = async (): Promise<readonly Answer[]> => {
    await world.cancelPendingItems(batch.id);
    const [state] = await world.batchItemStates(batch.id);
    return [{ kind: state ?? 'gone' }];
  };
  return {
    calls: [() => world.store.reserve([event]), cancel],
    judge: (kinds) =>
      kinds.includes('cancelled') && kinds.includes('reserved')
        ? 'an item that was given up is sent'
        : null,
  };
}
