import type { Command } from 'commander';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { MAX_LISTED_DIFFERENCES } from '../../base/limits.ts';
import { NodeFault } from '../../lightning/node-port.ts';
import { compareWithNode } from '../../node/compare-with-node.ts';
import type { NodeDifference } from '../../node/comparison-store.ts';
import { type NodeReport, readNodeReport } from '../../operate/read-node-report.ts';
import { connectRunningNode } from '../compose/connect-node.ts';
import { identifyNode } from '../compose/identify-node.ts';
import { operatorGate } from '../compose/payment-halts.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import {
  describeDifference,
  describeReport,
  presentDifference,
  presentReport,
} from './print-node.ts';
import { RefusedError } from './refused.ts';
import { type NodeAndStores, storesOf, withNode } from './with-node.ts';

export function addNodeCommands(program: Command): void {
  const node = program
    .command('node')
    .description('show the Lightning node: channels, liquidity, pending payments, solvency, books')
    .action(async (_options: unknown, command: Command) => {
      const report = await withContext(readReport);
      printAnswer(command, presentReport(report), describeReport(report));
    });
  addCompareCommand(node);
  addReleaseCommand(node);
}

/** Works without the node as well: the operator may want to see that it is down. */
async function readReport(context: Context): Promise<NodeReport> {
  const paymentHalt = operatorGate(context.config);
  const lightning = await connectRunningNode(context).catch(() => null);
  const stores = storesOf(context);
  if (lightning === null) return await readNodeReport({ ...stores, lightning: AWAY, paymentHalt });
  try {
    const report = await readNodeReport({ ...stores, lightning, paymentHalt });
    // Money on another node is not ours, so that is an error and not a balance.
    if (report.node !== null) await identifyNode(context, lightning, stores);
    return report;
  } finally {
    await lightning.close();
  }
}

const away = async (): Promise<never> => {
  throw new NodeFault('the node cannot be reached');
};
const AWAY = { info: away, balances: away, channels: away };

function addCompareCommand(node: Command): void {
  node
    .command('compare')
    .description('after a restore: list payments that the node knows and the database does not')
    .action(async (_options: unknown, command: Command) => {
      const differences = await withParts(async (context, { stores, lightning, node }) => {
        const patience = new AbortController();
        const deps = { ...context, ...stores, lightning, node };
        const outcome = await compareWithNode(deps, patience.signal);
        if (outcome.kind === 'not_possible') throw new RefusedError(outcome.why);
        return outcome.kind === 'not_due' ? null : outcome.differences;
      });
      printAnswer(
        command,
        { due: differences !== null, differences: (differences ?? []).map(presentDifference) },
        comparisonLines(differences),
      );
    });
}

function comparisonLines(differences: readonly NodeDifference[] | null): readonly string[] {
  if (differences === null) return ['there is nothing to compare: the database has not gone back'];
  if (differences.length === 0) return ['the database knows everything that the node did'];
  return [
    'the node knows these payments, but the database does not:',
    ...differences.map(describeDifference),
    'they are not sent or booked; see docs/operating.md, "After a restore"',
  ];
}

function addReleaseCommand(node: Command): void {
  node
    .command('release')
    .description('after a restore: allow payments over the node again, after a comparison')
    .action(async (_options: unknown, command: Command) => {
      const { released, differences } = await withParts(async (context, { stores }) => ({
        differences: await stores.comparisons.listDifferences(MAX_LISTED_DIFFERENCES),
        released: await stores.comparisons.release(
          false,
          newAction(context, THE_COMMAND_LINE, { kind: 'node_release', subject: '' }),
        ),
      }));
      if (released === 'not_due') throw new RefusedError('nothing waits for a release');
      if (released === 'not_compared') {
        throw new RefusedError('the node is not compared yet: run `satchel node compare` first');
      }
      printAnswer(command, { released: true, differences: differences.map(presentDifference) }, [
        'payments may leave over the node again',
      ]);
    });
}

const withParts = <T>(work: (context: Context, parts: NodeAndStores) => Promise<T>): Promise<T> =>
  withContext((context) => withNode(context, (parts) => work(context, parts)));
