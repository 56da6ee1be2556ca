import { msat, sat } from '../../src/base/amount.ts';
import type { OperatorPort } from '../../src/http/pages/page-ports.ts';
import type { StoredAlarm } from '../../src/operations/alarm-store.ts';
import type { NodeReport } from '../../src/usecases/operations/read-node-report.ts';

/** What pages are told of the node; a test changes it. */
export interface TestOperator extends OperatorPort {
  report: NodeReport;
  alarms: readonly StoredAlarm[];
}

export const HEALTHY_REPORT: NodeReport = {
  node: {
    info: {
      pubkey: `02${'ab'.repeat(32)}`,
      alias: 'our-node',
      network: 'regtest',
      synced: true,
      blockHeight: 812_345,
      version: '0.20.1-beta',
    },
    balances: {
      localMsat: msat(9_000_000_000n),
      remoteMsat: msat(4_000_000_000n),
      unsettledLocalMsat: msat(0n),
    },
    channels: [
      {
        peerPubkey: `03${'cd'.repeat(32)}`,
        isActive: true,
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
    walletsMsat: msat(1_200_000_000n),
    heldNotInFlightMsat: msat(0n),
    unclaimedMsat: msat(5_000n),
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

export function createTestOperator(): TestOperator {
  const operator: TestOperator = {
    report: HEALTHY_REPORT,
    alarms: [],
    readNode: async () => operator.report,
    listAlarms: async (limit) => operator.alarms.slice(0, limit),
  };
  return operator;
}
