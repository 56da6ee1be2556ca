import assert from 'node:assert/strict';
import { msat } from '../../../src/base/amount.ts';
import { createPaymentStopStore } from '../../../src/node/sql/payment-stop-store.ts';
import { creditKeysend } from '../money-model/events.ts';
import type { OperateSite } from './operate-site.ts';

export const FINDINGS = [
  {
    rule: 'the postings of a transfer sum to zero',
    subject: '018f0000-0000-7000-8000-0000000000ab',
    detail: 'they sum to 1000 msat',
  },
  {
    rule: 'a wallet has what its newest posting says',
    subject: '018f0000-0000-7000-8000-0000000000cd',
    detail: 'the wallet has 21000000 msat, its posting says 20999000',
  },
];

/**
 * Brings the service into trouble: more is owed than the simulated network holds, and payments over
 * the node are stopped.
 */
export async function breakOperate({ database, money, owner }: OperateSite): Promise<void> {
  const [user] = await owner<{ id: string }[]>`
    select user_id as id from wallet order by wallet_msat desc limit 1`;
  assert(user !== undefined, 'someone has money');
  const [answer] = await money.store.credit([creditKeysend(user.id, { amountSat: 800_000_000 })]);
  assert.equal(answer?.kind, 'credited');
  await owner`
    update gauge_sample set owed_msat = owed_msat + 800000000000
    where slot > (select max(slot) - 40 from gauge_sample)`;
  await noteBooks({ database }, FINDINGS);
  await owner`
    insert into outside_stop (reason, detail, since)
    values ('restored', 'a backup was restored', now() - interval '5 hours')`;
}

/** Stores the result of a check of the books, like a worker. */
export async function noteBooks(
  { database }: Pick<OperateSite, 'database'>,
  findings: typeof FINDINGS,
): Promise<void> {
  const sums = { place: '', liabilitiesMsat: msat(0n), nodeMsat: msat(0n) };
  await createPaymentStopStore(database).noteBooks({ ...sums, transfersCount: 48_211n, findings });
}
