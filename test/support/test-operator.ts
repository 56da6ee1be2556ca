import type { GaugeSample } from '../../src/admin/gauges/gauge-store.ts';
import type { OperatorPort } from '../../src/admin/pages/operator-page-deps.ts';
import type { NodeReport } from '../../src/admin/read-node-report.ts';
import type { Overview } from '../../src/admin/read-overview.ts';
import type { BackupReport } from '../../src/backups/backup-run-store.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { NodeManagement } from '../../src/lightning/node-management.ts';
import type { HotExcess } from '../../src/node/watch-ceiling.ts';
import { CHANNEL_POINT, QUIET_CHAIN } from './quiet-chain.ts';

/** What operators' pages are told about the node, which a test can change. */
export interface TestOperator extends OperatorPort {
  report: NodeReport;
  /** The overview without the report on the node. */
  overview: Omit<Overview, 'report'>;
  openAlarms: number;
  hotExcess: HotExcess | null;
  management: NodeManagement | null;
  channelBackupFile: OperatorPort['channelBackupFile'];
}

export const HEALTHY_REPORT: NodeReport = {
  node: {
    info: {
      pubkey: `02${'ab'.repeat(32)}`,
      alias: 'our-node',
      network: 'regtest',
      synced: true,
      ...QUIET_CHAIN,
      blockHeight: 812_345,
      version: '0.20.1-beta',
    },
    balances: {
      localMsat: msat(9_000_000_000n),
      remoteMsat: msat(4_000_000_000n),
      unsettledLocalMsat: msat(0n),
      openingLocalMsat: msat(0n),
      chainMsat: msat(0n),
    },
    channels: [
      {
        channelPoint: CHANNEL_POINT,
        peerPubkey: `03${'cd'.repeat(32)}`,
        isActive: true,
        isAnnounced: true,
        capacitySat: sat(10_000_000n),
        localSat: sat(6_543_210n),
        remoteSat: sat(3_400_000n),
        ids: ['893353197568'],
        htlcHashes: [],
        watchedSec: 86_400n,
        onlineSec: 86_000n,
      },
    ],
  },
  pending: [],
  solvency: {
    walletsMsat: msat(1_200_005_000n),
    heldNotInFlightMsat: msat(0n),
    unclaimedMsat: msat(0n),
    owedMsat: msat(1_200_005_000n),
    ownedMsat: msat(9_000_000_000n),
    isCovered: true,
  },
  books: { checkedAt: new Date('2026-05-06T07:08:09Z'), transfersCount: 4321n, findingsCount: 0 },
  stops: [],
  storedStops: [],
  differences: [],
  comparison: null,
};

const NOW = new Date('2026-05-06T08:00:00Z');
const [OWED_MSAT, OWNED_MSAT] = [1_200_005_000n, 9_000_000_000n];

/** A sample of the gauges from some hours ago. */
export const sampleOf = (hours: number, changes: Partial<GaugeSample> = {}): GaugeSample => ({
  takenAt: new Date(NOW.getTime() - hours * HOUR_MS),
  owedMsat: msat(OWED_MSAT),
  heldMsat: msat(0n),
  unclaimedMsat: msat(5_000n),
  inFlightMsat: msat(0n),
  openPayments: 0,
  users: 1234,
  deliveriesWaiting: 0,
  node: {
    ownedMsat: msat(OWNED_MSAT - BigInt(hours) * 10_000_000n),
    localMsat: msat(8_000_000_000n),
    remoteMsat: msat(4_000_000_000n),
  },
  ...changes,
});

const [NEWEST, ...EARLIER] = Array.from({ length: 48 }, (_, hours) => sampleOf(hours));

/** Backups every six hours, of which the newest is three hours old. */
export const BACKUPS_ON_TIME: BackupReport = {
  everySec: 21_600,
  isPlayMoney: false,
  status: {
    newest: {
      file: 'scheduled-1.backup.gz',
      takenAt: new Date(NOW.getTime() - 3 * HOUR_MS),
      bytes: 12_345_678,
      sha256: 'ab'.repeat(32),
      isSealed: true,
      verified: 'restored',
    },
    ageSec: 3 * 3600,
    failure: null,
  },
};

export const HEALTHY_OVERVIEW: Omit<Overview, 'report'> = {
  now: NOW,
  history: { everySec: 3600, samples: [...EARLIER.reverse(), NEWEST ?? sampleOf(0)] },
  newest: sampleOf(0),
  lastOfNode: null,
  alarms: [],
  openAlarms: 0,
  webhooks: { pending: 0, oldestDueSec: null, disabledEndpoints: 0 },
  jobs: { waiting: 12, parked: 0, oldestDueSec: 0 },
  checkpointAt: new Date(NOW.getTime() - HOUR_MS / 2),
  backups: BACKUPS_ON_TIME,
  installation: {
    databaseVersion: '17.2',
    isStandbyAway: false,
    hasOutgrownSettings: false,
    failingEndpoints: 0,
    users: 1234,
    schema: { migration: 32, functions: 7 },
  },
  versions: { satchel: '0.1.0', nodejs: '24.1.0' },
};

/** What was known of the node before it went away. */
export const LAST_OF_NODE: NonNullable<Overview['lastOfNode']> = {
  ...sampleOf(2),
  node: {
    ownedMsat: msat(OWNED_MSAT),
    localMsat: msat(8_000_000_000n),
    remoteMsat: msat(4_000_000_000n),
  },
};

/** A payment that has been open for two days. */
export const HANGING_PAYMENT: Payment = {
  id: '018f0000-0000-7000-8000-000000000001',
  identifier: 'abcdefghijklmnopqrstuvwx',
  userId: '018f0000-0000-7000-8000-000000000002',
  grantId: 'web',
  kind: 'bolt11',
  paymentHash: 'ab'.repeat(32),
  preimage: null,
  amountMsat: msat(21_000_000n),
  destination: `02${'cd'.repeat(32)}`,
  bolt11: '',
  memo: 'a memo that operators do not see',
  descriptionHash: null,
  records: new Map(),
  batch: null,
  sentTo: null,
  createdAt: new Date(NOW.getTime() - 48 * HOUR_MS),
  state: 'in_flight',
  path: 'node',
  heldSat: sat(21_210n),
  feeMsat: null,
  failure: null,
  endedAt: null,
  dispatch: {
    ownerProcessId: null,
    senderProcessId: null,
    indexBefore: null,
    acknowledgedIndex: 7n,
    requestEndedAt: null,
    firstNotFoundAt: null,
  },
};

export function createTestOperator(): TestOperator {
  const operator: TestOperator = {
    report: HEALTHY_REPORT,
    overview: HEALTHY_OVERVIEW,
    readOverview: async () => ({ ...operator.overview, report: operator.report }),
    openAlarms: 0,
    readNode: async () => operator.report,
    hotExcess: null,
    readHotExcess: async () => operator.hotExcess,
    management: null,
    channelBackupFile: { read: async () => null },
    countOpenAlarms: async () => operator.openAlarms,
  };
  return operator;
}
