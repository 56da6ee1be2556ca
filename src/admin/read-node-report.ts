/**
 * Reads what operators want to know about their node and the money on it. A page and a command show
 * it.
 */

import type { Msat } from '../base/amount.ts';
import { MAX_LISTED_DIFFERENCES } from '../base/limits.ts';
import type { Payment } from '../ledger/payment.ts';
import type { LightningNode, NodeChannel, NodeInfo } from '../lightning/node-port.ts';
import { type NodeBalances, type NodeWallet, ownedMsat } from '../lightning/node-wallet.ts';
import type { ComparisonStore, NodeDifference } from '../node/comparison-store.ts';
import type { PaymentStop } from '../node/payment-stop.ts';
import type { BooksCheck, PaymentStopStore, StoredStop } from '../node/payment-stop-store.ts';
import { type Obligations, owedMsat, type SolvencyStore } from '../node/solvency-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';

export interface NodeReportDeps {
  readonly lightning: Pick<LightningNode, 'info' | 'channels'> & Pick<NodeWallet, 'balances'>;
  readonly payments: Pick<PaymentStore, 'listOpenPayments'>;
  readonly solvency: SolvencyStore;
  readonly stops: PaymentStopStore;
  readonly comparisons: Pick<ComparisonStore, 'listDifferences' | 'readDue'>;
  /**
   * Why payments may not leave according to this process. The report adds the stops that are stored
   * in the database.
   */
  readonly paymentStop: PaymentStop;
  /** Whether the settings give users bitcoin addresses. */
  readonly hasAddresses: boolean;
}

/** A report for operators on their node and the money that it holds for others. */
export interface NodeReport {
  /** The state of the node; null while it does not answer. */
  readonly node: NodeStanding | null;
  readonly pending: readonly Payment[];
  readonly solvency: Solvency;
  /** The last check whether the books balance; null before the first. */
  readonly books: BooksCheck | null;
  /** Reasons why no payment may leave over the node; empty if payments may leave. */
  readonly stops: readonly string[];
  readonly storedStops: readonly StoredStop[];
  /**
   * Payments that the node knows, but not the database after it was restored to an earlier state.
   */
  readonly differences: readonly NodeDifference[];
  /**
   * How far the comparison of the node's payments with a restored database has come; null if none
   * is needed.
   */
  readonly comparison: Comparing | null;
}

export interface Comparing {
  readonly comparedAt: Date | null;
  /**
   * Whether the node's bitcoin wallet has still to be compared with the database, before which no
   * payment may leave.
   */
  readonly awaitsChain: boolean;
}

export interface NodeStanding {
  readonly info: NodeInfo;
  readonly balances: NodeBalances;
  readonly channels: readonly NodeChannel[];
}

export interface Solvency extends Obligations {
  readonly owedMsat: Msat;
  /** The money that the node holds for users; null while the node does not answer. */
  readonly ownedMsat: Msat | null;
  readonly isCovered: boolean | null;
}

export async function readNodeReport(deps: NodeReportDeps): Promise<NodeReport> {
  const [node, pending, obligations, books, storedStops, differences, due] = await Promise.all([
    readNode(deps),
    deps.payments.listOpenPayments(),
    deps.solvency.readObligations(),
    deps.stops.lastBooksCheck(),
    deps.stops.listStops(),
    deps.comparisons.listDifferences(MAX_LISTED_DIFFERENCES),
    deps.comparisons.readDue(),
  ]);
  const own = deps.paymentStop.stopReason();
  const stored = storedStops.map(({ detail }) => detail);
  return {
    node,
    pending,
    books,
    storedStops,
    differences,
    comparison: due && {
      comparedAt: due.comparedAt,
      awaitsChain: deps.hasAddresses && due.chainLookedAt === null,
    },
    solvency: judge(obligations, node),
    stops: own === null || stored.includes(own) ? stored : [own, ...stored],
  };
}

/**
 * Reads the state of the node; null while it does not answer, because operators need the rest of
 * the report even then.
 */
async function readNode({ lightning }: NodeReportDeps): Promise<NodeStanding | null> {
  try {
    const [info, balances, channels] = await Promise.all([
      lightning.info(),
      lightning.balances(),
      lightning.channels(),
    ]);
    return { info, balances, channels };
  } catch {
    return null;
  }
}

function judge(obligations: Obligations, node: NodeStanding | null): Solvency {
  const owed = owedMsat(obligations);
  const owned = node === null ? null : ownedMsat(node.balances);
  return {
    ...obligations,
    owedMsat: owed,
    ownedMsat: owned,
    isCovered: owned === null ? null : owned >= owed,
  };
}
