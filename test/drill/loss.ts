import assert from 'node:assert/strict';
import { createDice } from '../crash/dice.ts';
import type { GoingBackDatabase } from '../crash/going-back-database.ts';
import type { Load } from '../crash/load.ts';
import { payFromOutside } from '../crash/pay-from-outside.ts';
import type { RoundPlan } from '../crash/plan.ts';
import { playGoingBack } from '../crash/play-going-back.ts';
import { within } from '../crash/within.ts';
import { createWorld } from '../crash/world.ts';
import { eventually } from '../support/eventually.ts';

/** A standby that no one waited for is promoted, and lacks what came last. */
export async function loseAcknowledged(seed: number): Promise<readonly string[]> {
  const world = await createWorld('goes back', createDice(seed));
  const plan: RoundPlan = {
    number: 1,
    seed,
    shape: 'goes back',
    strike: {
      kind: 'goes back',
      victims: ['database'],
      point: null,
      way: 'a standby',
      program: 'real',
    },
  };
  let violations: readonly string[] = ['it was not played'];
  try {
    const moments = { beforeKill: loseForSure, beforeRelease: untilJudgedTwice };
    const playing = playGoingBack(world, plan, moments);
    ({ violations } = await within(DRILL_LIMIT_MS, 'a drill', playing));
    return violations;
  } finally {
    await world.dispose(violations.length > 0);
  }
}

const DRILL_LIMIT_MS = 600_000;

/** At least one payment that the node has made, and one invoice that is paid. */
async function loseForSure(load: Load): Promise<void> {
  const [wallet] = load.wallets;
  assert(wallet !== undefined, 'there are wallets');
  await eventually('an outside payment is acknowledged', async () => {
    const tag = load.newTag();
    const made = await load.outside.invoice({ amountSat: 777, node: 'bob', memo: tag });
    if (!made.ok) return null;
    const { paymentRequest: invoice, paymentHash } = made.value;
    const item = { tag, amountSat: 777, payee: null, paymentHash, verdict: 'unknown' as const };
    const order = {
      payer: wallet,
      path: '/payments/bolt11' as const,
      body: { invoice },
      key: `lost ${tag}`,
      items: [item],
      isRepeatable: true,
    };
    await load.send(order);
    return load.book.orders.some(({ items: [one] }) => one?.tag === tag && one.verdict === 'paid')
      ? true
      : null;
  });
  const invoice = await load.createInvoice(wallet, 4321);
  assert(invoice !== null, 'an invoice is made');
  await payFromOutside(load, invoice.bolt11, invoice.paymentHash);
}

/**
 * The service itself compares again after the time in which it would let payments leave if nothing
 * were missing; it lists what is missing, and leaves the rest to a person.
 */
async function untilJudgedTwice({ server }: GoingBackDatabase): Promise<void> {
  const seen = new Set<string>();
  await eventually(
    'the service has compared twice after its wait',
    async () => {
      const [row] = await server.run(
        (sql) => sql<{ at: string }[]>`
          select node_mark.compared_at::text as at
          from node_mark join outside_stop stop on stop.reason = 'database_changed'
          where node_mark.compared_at > stop.since + interval '61 seconds'`,
      );
      if (row !== undefined) seen.add(row.at);
      return seen.size >= 2 ? true : null;
    },
    240_000,
  );
  const kinds = await server.run(async (sql) => {
    const rows = await sql<{ kind: string }[]>`select distinct kind::text from node_difference`;
    return rows.map(({ kind }) => kind).sort();
  });
  assert.deepEqual(kinds, ['invoice', 'payment'], 'what is lost is listed');
}
