import assert from 'node:assert/strict';
import type postgres from 'postgres';
import type { OperatorAction } from '../../../src/alarms/operator-action-store.ts';
import { msat } from '../../../src/base/amount.ts';
import type { NodePayment } from '../../../src/lightning/node-port.ts';
import { newSecret } from '../money-model/events.ts';
import type { ActingWorld } from './acting-world.ts';
import type { ActionOfRow } from './dying-actions.ts';

/** An action of an operator on a row, and a way to see its effects. */
export interface Deed {
  readonly what: string;
  readonly kind: ActionOfRow['kind'];
  /** Makes the row, and sets the node's answer about it. */
  prepare(world: ActingWorld): Promise<Prepared>;
}

export interface Prepared {
  readonly action: ActionOfRow;
  /** Counts how often the action was done, and asserts that the right amount was moved. */
  effects(): Promise<number>;
  /** Locks a row that the action has to write. */
  hold(sql: postgres.TransactionSql): PromiseLike<unknown>;
}

const PAYER_MSAT = 1_000_000_000n;
const AMOUNT_MSAT = 100_000n;

export const PAID: Deed = {
  what: 'asking about a payment that was paid',
  kind: 'ask',
  prepare: (world) =>
    ofPayment(world, 'ask', (preimage) => ({
      kind: 'succeeded',
      paymentIndex: 7n,
      preimage,
      amountMsat: msat(AMOUNT_MSAT),
      feeMsat: msat(0n),
    })),
};

export const FAILED: Deed = {
  what: 'asking about a payment that has failed',
  kind: 'ask',
  prepare: (world) =>
    ofPayment(world, 'ask', () => ({ kind: 'failed', paymentIndex: 7n, reason: 'no_route' })),
};

export const STUCK: Deed = {
  what: 'ending a stuck payment',
  kind: 'end',
  prepare: async (world) => {
    const inFlight = { kind: 'in_flight', paymentIndex: 7n } as const;
    const prepared = await ofPayment(world, 'end', () => inFlight);
    await world.owner`
      insert into stranded_payment (payment_id, seen_at, away_sec)
      values (${prepared.action.id}, now() - interval '1 hour', 0)`;
    return prepared;
  },
};

export const UNCLAIMED: Deed = {
  what: 'giving unclaimed money to a user',
  kind: 'assign',
  prepare: async (world) => {
    const { owner } = world;
    const id = await world.addUnclaimed();
    const { email, user } = await world.addPerson();
    return {
      action: { kind: 'assign', id, email },
      effects: async () => {
        const receipts = await owner`select 1 from receipt where claimed_receipt_id = ${id}`;
        const { walletMsat } = await readWallet(owner, user.id);
        assert.equal(walletMsat, BigInt(receipts.length) * AMOUNT_MSAT);
        return receipts.length;
      },
      hold: (sql) => sql`select 1 from wallet where user_id = ${user.id} for update`,
    };
  },
};

export const PARKED: Deed = {
  what: 'running a parked job again',
  kind: 'retry',
  prepare: async ({ owner, addParkedJob }) => {
    const id = await addParkedJob();
    return {
      action: { kind: 'retry', id, email: '' },
      effects: async () => {
        const [job] = await owner`select parked_at from job where id = ${id}`;
        return job?.['parked_at'] === null ? 1 : 0;
      },
      hold: (sql) => sql`select 1 from job where id = ${id} for update`,
    };
  },
};

/** Asserts after a death that the log has everything that was done, and nothing else as done. */
export async function isLogTrue(
  world: ActingWorld,
  { action, effects }: Prepared,
  place: string,
): Promise<OperatorAction | null> {
  const all = await world.actionLog();
  const [logged = null, ...others] = all.filter(({ subject }) => subject === action.id);
  const count = await effects();
  assert(others.length === 0 && count <= 1, place);
  if (count === 1) assert(logged !== null, `${place}: done, and not in the log`);
  if (logged?.end?.result === 'done') assert.equal(count, 1, `${place}: in the log, and not done`);
  if (logged !== null) assert(logged.end === null || logged.end.result === 'done', place);
  return logged;
}

/** Prepares a payment that ends by one transfer, after which its payer has the right balance. */
async function ofPayment(
  { owner, says, ...world }: ActingWorld,
  kind: 'ask' | 'end',
  said: (preimage: string) => NodePayment,
): Promise<Prepared> {
  const secret = newSecret();
  const payerId = await world.addPayer();
  const id = await world.addPayment(secret, payerId);
  says.payment = said(secret.preimage);
  const leftMsat = says.payment.kind === 'succeeded' ? PAYER_MSAT - AMOUNT_MSAT : PAYER_MSAT;
  return {
    action: { kind, id, email: '' },
    effects: async () => {
      const ends = await owner`
        select 1 from transfer where subject_id = ${id} and kind <> 'reserve'`;
      const { walletMsat, heldMsat } = await readWallet(owner, payerId);
      if (ends.length === 0) assert(heldMsat > 0n);
      else assert.deepEqual([walletMsat, heldMsat], [leftMsat, 0n]);
      return ends.length;
    },
    hold: (sql) => sql`select 1 from wallet where user_id = ${payerId} for update`,
  };
}

async function readWallet(owner: postgres.Sql, userId: string) {
  const [row] = await owner<{ wallet_msat: string; held_msat: string }[]>`
    select wallet_msat, held_msat from wallet where user_id = ${userId}`;
  assert(row !== undefined, 'every user has a wallet');
  return { walletMsat: BigInt(row.wallet_msat), heldMsat: BigInt(row.held_msat) };
}
