import assert from 'node:assert/strict';
import postgres from 'postgres';
import { msat } from '../../src/base/amount.ts';
import { internalKeysend } from '../../test/support/money-model/events.ts';
import { roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';

/** Adds users to those of the stage, each with some money and a record of it. */
export async function addManyUsers({ beside, payers }: Stage, count: number): Promise<void> {
  const owner = postgres(beside.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await owner<{ id: string }[]>`
      insert into wallet_user (id, identifier, email, password_hash, created_at)
        select uuidv7(), substr(replace(gen_random_uuid()::text, '-', ''), 1, 20),
          'many-' || n || '@example.com', '', now()
        from generate_series(1, ${count}) n
        returning id`;
    for (let at = 0; at < rows.length; at += PAID_AT_ONCE) {
      await Promise.all(
        rows.slice(at, at + PAID_AT_ONCE).map(async ({ id }, place) => {
          const payer = roundRobin(payers, place).caller.userId;
          const order = { amountMsat: msat(7000n), createdAt: new Date(), settledAt: new Date() };
          const paid = await beside.parts.money.settleInternal(internalKeysend(payer, id, order));
          assert.equal(paid.kind, 'settled');
        }),
      );
    }
    // PostgreSQL would do this by itself after a while, but until then everything would be slower.
    await owner.unsafe('vacuum (analyze) wallet, wallet_user, settled_record, payment, receipt');
  } finally {
    await owner.end();
  }
}

const PAID_AT_ONCE = 2000;
