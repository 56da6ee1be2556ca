import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { GAUGE_EVERY_SEC, KEEP_GAUGES_DAYS } from '../../src/admin/gauges/gauge-limits.ts';
import { createGaugeStore } from '../../src/admin/gauges/sql/gauge-store.ts';
import { msat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { testDatabase } from '../support/database.ts';
import { addPayer } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const NODE = {
  ownedMsat: msat(9_000n),
  localMsat: msat(8_000n),
  remoteMsat: msat(7_000n),
};
const GAUGES = {
  owedMsat: msat(5_000n),
  heldMsat: msat(300n),
  unclaimedMsat: msat(200n),
  inFlightMsat: msat(100n),
  openPayments: 4,
  users: 3,
  deliveriesWaiting: 2,
};

describe('samples', async () => {
  const { database, superuserUrl } = await testDatabase({ after });
  const superuser = postgres(superuserUrl, { max: 1 });
  after(() => superuser.end());
  const gauges = createGaugeStore(database);

  /** Moves all that are there into the past. */
  const age = (seconds: number) => superuser`
    update gauge_sample set taken_at = taken_at - ${seconds} * interval '1 second',
      slot = slot - ${seconds}::integer / ${GAUGE_EVERY_SEC}::integer - 1`;

  test('before the first there is nothing, and the chart is empty', async () => {
    assert.equal(await gauges.findNewest(), null);
    assert.equal(await gauges.findNewestOfNode(), null);
    const { samples, everySec } = await gauges.listWorst(30, 10);
    assert.deepEqual([samples, everySec], [[], GAUGE_EVERY_SEC]);
  });

  test('five minutes have one, whoever is second', async () => {
    await gauges.addSample({ ...GAUGES, node: NODE });
    // A minute before midnight may fall between two; then there are two at most.
    await gauges.addSample({ ...GAUGES, users: 99, node: null });
    const newest = await gauges.findNewestOfNode();
    assert.deepEqual(newest, { ...GAUGES, node: NODE, takenAt: newest?.takenAt });
    const [row] =
      await superuser`select count(distinct slot) = count(*) as apart from gauge_sample`;
    assert.equal(row?.['apart'], true);
  });

  test('while the node is away, what was last known of it keeps its time', async () => {
    await age(3600);
    await gauges.addSample({ ...GAUGES, node: null });
    const [newest, ofNode] = await Promise.all([gauges.findNewest(), gauges.findNewestOfNode()]);
    assert(newest !== null && ofNode !== null);
    assert.equal(newest.node, null);
    assert.deepEqual(ofNode.node, NODE);
    assert.ok(ofNode.takenAt < newest.takenAt);
  });

  test('a point of the chart is its worst moment, in the order of time', async () => {
    await superuser`truncate gauge_sample`;
    for (let hour = 0; hour < 8; hour += 1) {
      await age(3600);
      // The sixth is not covered, and for the second the node was away.
      const owedMsat = hour === 5 ? msat(10_000n) : GAUGES.owedMsat;
      await gauges.addSample({ ...GAUGES, owedMsat, node: hour === 1 ? null : NODE });
    }
    const { samples, everySec } = await gauges.listWorst(30, 4);
    assert.equal(samples.length, 4);
    assert.ok(everySec >= 6300, String(everySec));
    assert.deepEqual(
      samples.map(({ owedMsat }) => owedMsat).filter((owed) => owed === 10_000n),
      [10_000n],
    );
    assert.ok(
      samples.every(({ node }) => node !== null),
      'an answer is better than none',
    );
    const times = samples.map(({ takenAt }) => takenAt.getTime());
    assert.deepEqual(times, [...times].sort());
    assert.equal((await gauges.listWorst(30, 100)).samples.length, 8);
  });

  test('old ones are pruned in steps', async () => {
    await age(KEEP_GAUGES_DAYS * 86_400);
    await gauges.addSample({ ...GAUGES, node: NODE });
    assert.equal(await gauges.pruneSamples(KEEP_GAUGES_DAYS, 5), 5);
    assert.equal(await gauges.pruneSamples(KEEP_GAUGES_DAYS, 5), 3);
    assert.equal(await gauges.pruneSamples(KEEP_GAUGES_DAYS, 5), 0);
    assert.equal((await gauges.listWorst(30, 100)).samples.length, 1);
  });

  test('the version of the server is a number, and no endpoint fails', async () => {
    const { databaseVersion, failingEndpoints } = await gauges.readInstallation();
    assert.match(databaseVersion, /^\d+\.\d+$/);
    assert.equal(failingEndpoints, 0);
  });
});

test('what is owed is what solvency is judged by, and users are counted before a sample', async () => {
  const opened: Database[] = [];
  const api = await startWalletApi({ after }, {}, (database) => {
    opened.push(database);
    return {};
  });
  const [database] = opened;
  assert(database !== undefined);
  await addPayer(api);
  const payer = await addPayer(api);
  api.node.plan = { kind: 'hang' };
  const invoice = api.node.externalInvoice().bolt11;
  const paying = payer.post('/payments/bolt11', { invoice });
  await api.sent(1);
  const { walletsMsat, heldNotInFlightMsat, unclaimedMsat } =
    await createSolvencyStore(database).readObligations();
  const gauges = createGaugeStore(database);
  const now = await gauges.readGauges();
  assert.equal(now.owedMsat, walletsMsat + heldNotInFlightMsat + unclaimedMsat);
  assert.equal(now.heldMsat, heldNotInFlightMsat);
  assert.equal(now.unclaimedMsat, unclaimedMsat);
  assert.ok(now.heldMsat + now.inFlightMsat > 0n, 'something is on its way');
  assert.deepEqual([now.openPayments, now.users], [1, 2]);
  assert.equal(await gauges.findNewest(), null);
  assert.equal((await gauges.readInstallation()).users, 2);
  api.stop();
  await paying;
});
