import assert from 'node:assert/strict';
import { SHOWN_CHANNELS } from '../../../src/admin/limits.ts';
import { closeChannelPath } from '../../../src/admin/pages/operate-paths.ts';
import type { NodeReport, NodeStanding } from '../../../src/admin/read-node-report.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import { formatChannelPoint } from '../../../src/lightning/channel-point.ts';
import type { PendingChannel } from '../../../src/lightning/node-management.ts';
import type { NodeChannel } from '../../../src/lightning/node-port.ts';
import type { NodeDifference } from '../../../src/node/comparison-store.ts';
import { createFakeManagement, type FakeManagement, NO_BITCOIN } from '../fake-management.ts';
import {
  HANGING_PAYMENT,
  HEALTHY_OVERVIEW,
  HEALTHY_REPORT,
  LAST_OF_NODE,
  type TestOperator,
} from '../test-operator.ts';
import { findLink, type TourBrowser } from './page-tour.ts';

const PAGE = '/operate/node';
const FUND = '/operate/node/fund';
const OPEN = '/operate/node/channels/open';
const BUY = '/operate/node/channels/buy';
const BOUGHT = '/operate/node/channels/bought';
const OVERVIEW = '/operate';

/**
 * Visits the pages of the node. `admin` is the browser of an admin to whom this operator's node is
 * shown.
 */
export async function tourNode(admin: TourBrowser, operator: TestOperator): Promise<void> {
  const { node, solvency, books } = HEALTHY_REPORT;
  const [channel] = node?.channels ?? [];
  assert(node !== null && channel !== undefined && books !== null);
  const comparison = { comparedAt: null, awaitsChain: true };
  const info = { ...node.info, synced: false };
  const many = Array.from({ length: SHOWN_CHANNELS + 1 }, () => ({ ...channel, isActive: false }));
  const changes: readonly Partial<NodeReport>[] = [
    {},
    { books: null, node: null, solvency: { ...solvency, isCovered: null, ownedMsat: null } },
    { node: { ...node, channels: [], info }, solvency: UNCOVERED },
    { node: { ...node, channels: many }, comparison, stops: ['test'] },
    ...adviceReports(node, channel),
    { comparison, differences: DIFFERENCES, books: { ...books, findingsCount: 2 } },
  ];
  for (const change of changes) {
    operator.report = { ...HEALTHY_REPORT, ...change };
    await admin.open(PAGE);
    await admin.open(OVERVIEW);
  }
  const excess = { heldSat: sat(9n), limitSat: sat(5n), movableSat: sat(4n), coldAddress: '№' };
  for (const change of [{}, { coldAddress: null }, { movableSat: sat(0n) }]) {
    operator.hotExcess = { ...excess, ...change };
    await admin.open(PAGE);
  }
  operator.hotExcess = null;
  operator.openAlarms = 3;
  await admin.open(PAGE);
  await tourOverview(admin, operator);
}

async function tourOverview(admin: TourBrowser, operator: TestOperator): Promise<void> {
  const old = new Date('2020-01-01T00:00:00Z');
  const { history, newest } = HEALTHY_OVERVIEW;
  const [first] = history.samples;
  assert(first !== undefined && newest !== null);
  const stop = { detail: 'test', since: old };
  operator.report = {
    ...operator.report,
    node: null,
    pending: [HANGING_PAYMENT],
    stops: ['test'],
    storedStops: [{ ...stop, reason: 'restored' }],
  };
  const failing = { ...HEALTHY_OVERVIEW.installation, failingEndpoints: 3 };
  const alarm = { id: '1', kind: 'job_parked', subject: '7', detail: 'test', count: 3 } as const;
  const alarms = [{ ...alarm, firstAt: old, lastAt: old }];
  const none = { ...HEALTHY_OVERVIEW, history: { everySec: 300, samples: [] }, newest: null };
  const late = { ...HEALTHY_OVERVIEW, newest: { ...newest, takenAt: old }, checkpointAt: old };
  const known = { lastOfNode: LAST_OF_NODE, alarms, openAlarms: 3, installation: failing };
  const gone = { ...first, node: null };
  const little = { ...first, owedMsat: msat(1n) };
  const changes: readonly TestOperator['overview'][] = [
    { ...none, checkpointAt: null, backups: NO_BACKUPS },
    { ...late, backups: LATE_BACKUPS },
    { ...late, ...known, jobs: { waiting: 1, parked: 2, oldestDueSec: 3 } },
    { ...HEALTHY_OVERVIEW, history: { everySec: 300, samples: [gone] } },
    { ...HEALTHY_OVERVIEW, history: { everySec: 300, samples: [{ ...gone, takenAt: old }, gone] } },
    {
      ...HEALTHY_OVERVIEW,
      history: { everySec: 300, samples: [{ ...little, takenAt: old }, first] },
    },
  ];
  const due = [0, 59, 3000, 90_000, 900_000];
  for (const change of changes) {
    operator.overview = change;
    await admin.open(OVERVIEW);
  }
  for (const oldestDueSec of due) {
    const webhooks = { pending: 1, oldestDueSec, disabledEndpoints: 1 };
    operator.overview = { ...HEALTHY_OVERVIEW, webhooks };
    await admin.open(OVERVIEW);
  }
  operator.report = { ...operator.report, storedStops: [{ ...stop, reason: 'database_changed' }] };
  await admin.open(OVERVIEW);
  const solvency = { ...operator.report.solvency, unclaimedMsat: msat(1000n) };
  operator.report = { ...operator.report, solvency, storedStops: [{ ...stop, reason: 'books' }] };
  await admin.open(OVERVIEW);
  operator.report = { ...operator.report, storedStops: [{ ...stop, reason: 'outflow' }] };
  await admin.open(OVERVIEW);
  operator.report = { ...operator.report, storedStops: [{ ...stop, reason: 'lockdown' }] };
  await admin.open(OVERVIEW);
  operator.report = { ...operator.report, storedStops: [{ ...stop, reason: 'operator' }] };
  await admin.open(OVERVIEW);
  await admin.open(PAGE);
}

const ANOTHER_PEER = `03${'ab'.repeat(32)}`;
const OPENING: PendingChannel = {
  state: 'opening',
  peerPubkey: ANOTHER_PEER,
  channelPoint: { txid: 'aa'.repeat(32), outputIndex: 0 },
  capacitySat: sat(200_000n),
  localSat: sat(196_530n),
  blocksLeft: 3,
};

/**
 * Visits the pages for managing a node, from the first step on. `admin` has confirmed who they are.
 */
export async function tourManagement(admin: TourBrowser, operator: TestOperator): Promise<void> {
  const fake = createFakeManagement();
  operator.management = fake;
  await tourSteps(admin, operator, fake);
  await tourFunding(admin, fake);
  await tourOpening(admin, fake);
  await tourClosing(admin, operator, fake);
  await tourBuying(admin);
  await admin.open('/operate/node/channels/backup');
  await admin.submit('/operate/node/channels/backup');
  fake.has.isAway = true;
  await admin.open(PAGE, FUND);
  operator.management = null;
  operator.report = HEALTHY_REPORT;
  await admin.open(PAGE);
}

async function tourSteps(
  admin: TourBrowser,
  operator: TestOperator,
  fake: FakeManagement,
): Promise<void> {
  const { node, solvency } = HEALTHY_REPORT;
  const [channel] = node?.channels ?? [];
  assert(node !== null && channel !== undefined);
  const owesNothing = { ...solvency, owedMsat: msat(0n) };
  const { info } = node;
  const behind = { ...info, synced: false, peersCount: 0 };
  const stale = { ...info, network: 'signet', newestBlockAt: new Date(0) } as const;
  operator.report = { ...HEALTHY_REPORT, solvency: owesNothing };
  const show = async (change: Partial<NodeStanding>): Promise<void> => {
    operator.report = { ...operator.report, node: { ...node, ...change } };
    await admin.open(PAGE);
  };
  await show({ channels: [], info: behind });
  await show({ channels: [], info: stale });
  fake.has.wallet = {
    confirmedSat: sat(1_000_000n),
    unconfirmedSat: sat(1n),
    reservedSat: sat(1n),
    lockedSat: sat(1n),
  };
  await show({ channels: [] });
  fake.has.pending = [
    OPENING,
    { ...OPENING, blocksLeft: null },
    { ...OPENING, state: 'closing' },
    { ...OPENING, state: 'force_closing' },
  ];
  operator.channelBackupFile = {
    read: async () => ({ bytes: Uint8Array.of(1), keptAt: new Date(0) }),
  };
  await show({ channels: [{ ...channel, remoteSat: sat(0n) }] });
  await show({ channels: [{ ...channel, localSat: sat(0n) }] });
  await show({ channels: [{ ...channel, isActive: false }] });
  await show({});
}

async function tourFunding(admin: TourBrowser, fake: FakeManagement): Promise<void> {
  await admin.open(FUND, `${FUND}/address`);
  await admin.submit(`${FUND}/address`);
  fake.has.wallet = { ...fake.has.wallet, unconfirmedSat: sat(0n) };
  await admin.submit(`${FUND}/address`);
  await admin.open(FUND);
  fake.has.wallet = { ...fake.has.wallet, unconfirmedSat: sat(5n) };
  await admin.open(FUND);
  const confirmedSat = sat(2_000_000n);
  fake.has.wallet = { ...fake.has.wallet, unconfirmedSat: sat(0n), confirmedSat };
  await admin.open(FUND);
}

async function tourOpening(admin: TourBrowser, fake: FakeManagement): Promise<void> {
  const { wallet } = fake.has;
  fake.has.wallet = { ...NO_BITCOIN, unconfirmedSat: sat(1n) };
  await admin.open(OPEN);
  fake.has.wallet = wallet;
  const order = { peer: `${ANOTHER_PEER}@203.0.113.7:9735`, amount: '100000', rate: '' };
  await admin.submit(OPEN, order);
  await admin.send(OPEN, { ...order, peer: ANOTHER_PEER, rate: '7' });
  for (const wrong of [
    { peer: 'x' },
    { amount: 'x' },
    { amount: '1' },
    { amount: '9999999999' },
    { rate: 'x' },
  ]) {
    await admin.send(OPEN, { ...order, ...wrong });
  }
  const first = { ...order, form_id: '01'.repeat(16) };
  await admin.send(OPEN, first);
  await admin.send(OPEN, first);
  fake.has.opening = 'lost';
  await admin.send(OPEN, { ...order, form_id: '02'.repeat(16) });
  fake.has.opening = { kind: 'refused', detail: '№' };
  await admin.send(OPEN, { ...order, form_id: '03'.repeat(16) });
}

async function tourClosing(
  admin: TourBrowser,
  operator: TestOperator,
  fake: FakeManagement,
): Promise<void> {
  const { node, solvency } = HEALTHY_REPORT;
  const [channel] = node?.channels ?? [];
  assert(node !== null && channel !== undefined);
  const close = closeChannelPath(formatChannelPoint(channel.channelPoint));
  const owedMsat = msat(9_000_000_000n);
  operator.report = { ...HEALTHY_REPORT, solvency: { ...solvency, owedMsat } };
  await admin.open(close);
  await admin.submit(close);
  fake.has.closing = 'lost';
  await admin.submit(close);
  fake.has.closing = { kind: 'refused', detail: '№' };
  await admin.submit(close);
  operator.report = {
    ...HEALTHY_REPORT,
    node: { ...node, channels: [{ ...channel, isActive: false }] },
  };
  await admin.open(close);
  operator.report = { ...HEALTHY_REPORT, node: { ...node, channels: [] } };
  await admin.open(close);
}

async function tourBuying(admin: TourBrowser): Promise<void> {
  await admin.open(BUY, BOUGHT);
  const order = { provider: 'https://test.example.com', size: '1000000', months: '3' };
  const first = { ...order, form_id: '04'.repeat(16) };
  await admin.submit(BUY, first);
  await admin.submit(BUY, first);
  for (const host of ['silent', 'odd', 'full', 'nodeless', 'dear', 'false']) {
    await admin.submit(BUY, { ...order, provider: `https://${host}.example.com` });
  }
  await admin.submit(BUY, { ...order, months: '12' });
  await admin.submit(BUY, { ...order, size: '1' });
  await admin.submit(BUY, { ...order, size: 'x' });
  await admin.submit(BUY, { ...order, provider: 'x' });
  const pay = findLink(await admin.open(BOUGHT), /\/pay\/chain$/);
  await admin.open(pay, pay.replace(/chain$/, 'lightning'));
  await admin.submit(pay, { rate: 'x' });
  await admin.submit(pay, { rate: '2' });
}

/** A report for each kind of advice. */
function adviceReports(node: NodeStanding, channel: NodeChannel): readonly Partial<NodeReport>[] {
  const { solvency } = HEALTHY_REPORT;
  const small = { ...channel, localSat: sat(1n), remoteSat: sat(1n) };
  const away = { ...small, isActive: false };
  const thin = { ...solvency, ownedMsat: solvency.owedMsat };
  const short = { ...solvency, ownedMsat: msat(1n), isCovered: false };
  return [
    { node: { ...node, channels: [channel, small, away] }, solvency: thin },
    { node: { ...node, channels: [small, small] }, solvency: short },
    { node: { ...node, channels: [channel, { ...channel, remoteSat: sat(3_000_000n) }] } },
  ];
}

const NO_BACKUPS = {
  everySec: null,
  isPlayMoney: false,
  status: { newest: null, ageSec: null, failure: null },
};
const LATE_BACKUPS = {
  everySec: 60,
  isPlayMoney: false,
  status: { newest: null, ageSec: 3600, failure: { error: 'test', endedAt: new Date(0) } },
};

const UNCOVERED: NodeReport['solvency'] = {
  ...HEALTHY_REPORT.solvency,
  owedMsat: msat(9_000_001_000n),
  isCovered: false,
};

const DIFFERENCE: NodeDifference = {
  kind: 'payment',
  state: 'in_flight',
  nodeIndex: 7n,
  paymentHash: 'ef'.repeat(32),
  amountMsat: msat(21_000_500n),
  happenedAt: new Date('2026-05-06T07:08:09Z'),
};

/** A difference of each kind and state. */
const DIFFERENCES: readonly NodeDifference[] = [
  DIFFERENCE,
  { ...DIFFERENCE, state: 'succeeded' },
  { ...DIFFERENCE, kind: 'invoice', state: 'settled' },
];
