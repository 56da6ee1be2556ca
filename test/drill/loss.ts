import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createDice } from '../crash/dice.ts';
import type { GoingBackDatabase } from '../crash/going-back-database.ts';
import type { Load } from '../crash/load.ts';
import { payFromExternalNode } from '../crash/pay-from-external.ts';
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
    const moments = { beforeKill: loseForSure, beforeRelease: untilJudged };
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
    const made = await load.simulator.invoice({ amountSat: 777, node: 'bob', memo: tag });
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
  await payFromExternalNode(load, invoice.bolt11, invoice.paymentHash);
}

/**
 * The service itself compares once more when it would let payments leave if nothing were missing;
 * it lists what is missing, and leaves the rest to a person.
 */
async function untilJudged({ server }: GoingBackDatabase): Promise<void> {
  const isJudged = async (): Promise<boolean> => {
    const rows = await server.run(
      (sql) => sql`
        select from node_mark join outside_stop stop on stop.reason = 'database_changed'
        where node_mark.compared_at >= stop.since + interval '60 seconds'`,
    );
    return rows.length > 0;
  };
  await eventually(
    'the service has compared after its wait',
    async () => ((await isJudged()) ? true : null),
    240_000,
  );
  // A release would come right after.
  await wait(2000);
  assert(await isJudged(), 'payments are still stopped');
  const kinds = await server.run(async (sql) => {
    const rows = await sql<{ kind: string }[]>`select distinct kind::text from node_difference`;
    return rows.map(({ kind }) => kind).sort();
  });
  assert.deepEqual(kinds, ['invoice', 'payment'], 'what is lost is listed');
}
