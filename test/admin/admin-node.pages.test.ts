import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SHOWN_CHANNELS } from '../../src/admin/limits.ts';
import { msat } from '../../src/base/amount.ts';
import type { NodeDifference } from '../../src/node/comparison-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';
import { createTestOperator, HEALTHY_REPORT } from '../support/test-operator.ts';

const operator = createTestOperator();
const world = await startAccounts({ after }, { operator });
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));

async function read(report: typeof HEALTHY_REPORT): Promise<string> {
  operator.report = report;
  const answer = await admin.get('/operate/node');
  assert.equal(answer.statusCode, 200);
  return readText(answer);
}

test('an admin sees how the node and the money stand', async () => {
  const text = await read(HEALTHY_REPORT);
  for (const words of [
    'our-node',
    'Covered',
    'Balance',
    '4,321 transfers',
    '9,000,000 sat',
    '1,200,005 sat',
    'Synced',
    '6,543,210 sat',
    'Payments over the node Allowed',
    'No alarm is open.',
  ]) {
    assert(text.includes(words), words);
  }
  assert.doesNotMatch(text, /After the restore/);
});

test('a channel is a bar of two sides, which says its balances', async () => {
  operator.report = HEALTHY_REPORT;
  const { body } = await admin.get('/operate/node');
  assert.match(body, /role="img" aria-label="Ours: 6,543,210 sat, Theirs: 3,400,000 sat"/);
  assert.match(body, /class="bar-ours" x="0" width="654"/);
  assert.match(body, /class="bar-theirs" x="654" width="340"/);
});

test('it is for admins only, and cannot be posted to', async () => {
  const user = await world.signedIn(await world.addPerson());
  assert.equal((await user.get('/operate/node')).statusCode, 404);
  assert.doesNotMatch((await user.get('/more')).body, /operate/);
  assert.match((await admin.get('/more')).body, /href="\/operate\/node"/);
  const guest = world.browser();
  assert.equal((await guest.get('/operate/node')).statusCode, 303);
  assert.equal((await admin.post('/operate/node')).statusCode, 405);
});

test('what is wrong is said in words', async () => {
  const { solvency } = HEALTHY_REPORT;
  const text = await read({
    ...HEALTHY_REPORT,
    stops: ['the books do not balance: 2 findings', 'SATCHEL_OUTSIDE_PAYMENTS is off'],
    solvency: { ...solvency, ownedMsat: msat(1_000n), isCovered: false },
    books: { checkedAt: new Date(), transfersCount: 1n, findingsCount: 2 },
  });
  for (const words of [
    'Stopped',
    'the books do not balance: 2 findings',
    'SATCHEL_OUTSIDE_PAYMENTS is off',
    'Not covered',
    'Do not balance: 2 findings',
    'Payments between wallets of this service continue.',
  ]) {
    assert(text.includes(words), words);
  }
});

test('a node that is away is no error of the page', async () => {
  const { solvency } = HEALTHY_REPORT;
  const text = await read({
    ...HEALTHY_REPORT,
    node: null,
    books: null,
    solvency: { ...solvency, ownedMsat: null, isCovered: null },
  });
  assert.match(text, /Does not answer/);
  assert.match(text, /Not checked yet/);
});

test('after a restore it shows what the database does not know, and how to go on', async () => {
  const comparison = { comparedAt: new Date(), awaitsChain: false };
  const compared = await read({ ...HEALTHY_REPORT, comparison });
  assert.doesNotMatch(compared, /bitcoin wallet of the node has done/);
  const awaited = await read({
    ...HEALTHY_REPORT,
    comparison: { ...comparison, awaitsChain: true },
  });
  assert.match(awaited, /all that the bitcoin wallet of the node has done is read once/);
  assert.match(compared, /are being compared/);
  assert.match(compared, /node release/, 'what was seen once waits for a person');
  const differences: readonly NodeDifference[] = [
    {
      kind: 'payment',
      state: 'in_flight',
      nodeIndex: 7n,
      paymentHash: 'ef'.repeat(32),
      amountMsat: msat(21_000_500n),
      happenedAt: new Date(),
    },
  ];
  const text = await read({ ...HEALTHY_REPORT, comparison, differences });
  assert(text.includes('ef'.repeat(32)) && text.includes('21,001 sat'));
  assert.match(text, /Paid, in flight/);
  assert.match(text, /node release/);
});

test('open alarms are counted, and lead to their page', async () => {
  operator.openAlarms = 1200;
  operator.report = HEALTHY_REPORT;
  const { body } = await admin.get('/operate/node');
  operator.openAlarms = 0;
  assert.match(body, /<a href="\/operate\/alarms">Open alarms: 1,200<\/a>/);
});

test('what could be done about the channels is said in words', async () => {
  assert.match(await read(HEALTHY_REPORT), /All money goes through one channel\./);
  const { node } = HEALTHY_REPORT;
  const [channel] = node?.channels ?? [];
  assert(node !== null && channel !== undefined);
  const two = [channel, { ...channel, peerPubkey: `02${'ef'.repeat(32)}` }];
  const well = await read({ ...HEALTHY_REPORT, node: { ...node, channels: two } });
  assert.match(well, /The channels are in good shape\./);
  const away = two.map((one) => ({ ...one, isActive: false }));
  const text = await read({ ...HEALTHY_REPORT, node: { ...node, channels: away } });
  assert.match(text, /Channels whose peer is away: 2\. They hold 13,086,420 sat/);
  assert.doesNotMatch(await read({ ...HEALTHY_REPORT, node: null }), /Advice/);
});

test('of very many channels the first are shown', async () => {
  const { node } = HEALTHY_REPORT;
  assert(node !== null);
  const [channel] = node.channels;
  assert(channel !== undefined);
  const channels = Array.from({ length: SHOWN_CHANNELS + 1 }, () => channel);
  const text = await read({ ...HEALTHY_REPORT, node: { ...node, channels } });
  assert.match(text, new RegExp(`${SHOWN_CHANNELS} of ${SHOWN_CHANNELS + 1} are shown`));
  assert.match(
    await read({ ...HEALTHY_REPORT, node: { ...node, channels: [] } }),
    /There are no channels/,
  );
});
