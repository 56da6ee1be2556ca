import assert from 'node:assert/strict';
import { msat } from '../../../src/base/amount.ts';
import { SHOWN_CHANNELS } from '../../../src/base/limits.ts';
import type { NodeDifference } from '../../../src/operations/comparison-store.ts';
import type { NodeReport } from '../../../src/usecases/operations/read-node-report.ts';
import { HEALTHY_REPORT, type TestOperator } from '../test-operator.ts';
import type { TourBrowser } from './page-tour.ts';

const PAGE = '/operate/node';

/** `admin`: the browser of an admin to whom this operator's node is shown. */
export async function tourNode(admin: TourBrowser, operator: TestOperator): Promise<void> {
  const { node, solvency, books } = HEALTHY_REPORT;
  const [channel] = node?.channels ?? [];
  assert(node !== null && channel !== undefined && books !== null);
  const comparison = { comparedAt: null };
  const info = { ...node.info, synced: false };
  const many = Array.from({ length: SHOWN_CHANNELS + 1 }, () => ({ ...channel, isActive: false }));
  const changes: readonly Partial<NodeReport>[] = [
    {},
    { books: null, node: null, solvency: { ...solvency, isCovered: null, ownedMsat: null } },
    { node: { ...node, channels: [], info }, solvency: { ...solvency, isCovered: false } },
    { node: { ...node, channels: many }, comparison, stops: ['test'] },
    { comparison, differences: [DIFFERENCE], books: { ...books, findingsCount: 2 } },
  ];
  for (const change of changes) {
    operator.report = { ...HEALTHY_REPORT, ...change };
    await admin.open(PAGE);
  }
  const alarm = { id: '1', kind: 'job_parked', subject: '7', detail: 'test', count: 3 } as const;
  operator.alarms = [{ ...alarm, firstAt: new Date(), lastAt: new Date() }];
  await admin.open(PAGE);
}

const DIFFERENCE: NodeDifference = {
  kind: 'payment',
  state: 'in_flight',
  nodeIndex: 7n,
  paymentHash: 'ef'.repeat(32),
  amountMsat: msat(21_000_500n),
  happenedAt: new Date('2026-05-06T07:08:09Z'),
};
