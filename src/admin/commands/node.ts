import type { Command } from 'commander';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { MAX_LISTED_DIFFERENCES } from '../../base/limits.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import type { NodeAccess } from '../../lightning/node-access.ts';
import { NodeFault } from '../../lightning/node-port.ts';
import { type CompareWithNodeDeps, compareWithNode } from '../../node/compare-with-node.ts';
import type { NodeDifference } from '../../node/comparison-store.ts';
import { type ManagedNode, readManagedNode } from '../read-managed-node.ts';
import { type NodeReport, type NodeReportDeps, readNodeReport } from '../read-node-report.ts';
import { addBuyChannelCommands, type BuyChannelCommandDeps } from './buy-channel.ts';
import { addChannelCommands, type ChannelCommandDeps } from './channels.ts';
import {
  describeDifference,
  describeManaged,
  describeReport,
  presentDifference,
  presentManaged,
  presentReport,
} from './print-node.ts';
import { addRescanCommand, type RescanCommandDeps } from './rescan.ts';
import { addRotateCommand, type RotateCommandDeps } from './rotate.ts';

export interface NodeCommandDeps
  extends Omit<NodeReportDeps & CompareWithNodeDeps, 'lightning' | 'node'>,
    ChannelCommandDeps,
    BuyChannelCommandDeps,
    RescanCommandDeps,
    RotateCommandDeps {
  readonly withNode: Open<NodeAccess>;
}

type Kit = CommandKit<NodeCommandDeps>;

export function addNodeCommands(program: Command, kit: Kit): void {
  const node = program
    .command('node')
    .description('show the Lightning node: channels, liquidity, pending payments, solvency, books')
    .action(async (_options: unknown, command: Command) => {
      const { report, managed } = await kit.open(async (deps) => ({
        report: await readReport(deps),
        managed: await readManaged(deps),
      }));
      printAnswer(command, { ...presentReport(report), ...presentManaged(managed) }, [
        ...describeReport(report),
        ...describeManaged(managed),
      ]);
    });
  addChannelCommands(node, kit);
  addBuyChannelCommands(node, kit);
  addRescanCommand(node, kit);
  addRotateCommand(node, kit);
  addCompareCommand(node, kit);
  addReleaseCommand(node, kit);
}

/**
 * Reads the report about the node. This works while the node is down, too, because that may be why
 * operators look at the report.
 */
async function readReport(deps: NodeCommandDeps): Promise<NodeReport> {
  const lightning = await deps.connectNode().catch(() => null);
  if (lightning === null) return await readNodeReport({ ...deps, lightning: AWAY });
  try {
    const report = await readNodeReport({ ...deps, lightning });
    // If another node answers, the command fails: its balance is not money of this service and must
    // not be reported as such.
    if (report.node !== null) await deps.identifyNode(lightning);
    return report;
  } finally {
    await lightning.close();
  }
}

/**
 * Reads the node's bitcoin and the channels that open or close. Null if operators run the node
 * themselves, or if it does not answer.
 */
async function readManaged({ connectManagement }: NodeCommandDeps): Promise<ManagedNode | null> {
  try {
    const management = await connectManagement();
    if (management === null) return null;
    try {
      return await readManagedNode(management);
    } finally {
      await management.close();
    }
  } catch {
    return null;
  }
}

const away = async (): Promise<never> => {
  throw new NodeFault('the node cannot be reached');
};
const AWAY = { info: away, balances: away, channels: away };

function addCompareCommand(node: Command, kit: Kit): void {
  node
    .command('compare')
    .description('after a restore: list payments that the node knows and the database does not')
    .action(async (_options: unknown, command: Command) => {
      const differences = await kit.open((deps) =>
        deps.withNode(async (access) => {
          const { signal } = new AbortController();
          const outcome = await compareWithNode({ ...deps, ...access }, signal);
          if (outcome.kind === 'not_possible') throw new RefusedError(outcome.why);
          return outcome.kind === 'not_due' ? null : outcome.differences;
        }),
      );
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

const CHAIN_AWAITED =
  'the bitcoin wallet of the node was not read yet since the database went back: the service ' +
  'does that by itself within a minute, while the node answers; look at `satchel node` again';

function addReleaseCommand(node: Command, kit: Kit): void {
  node
    .command('release')
    .description('after a restore: allow payments over the node again, after a comparison')
    .action(async (_options: unknown, command: Command) => {
      const { released, differences } = await kit.open((deps) =>
        deps.withNode(async () => ({
          differences: await deps.comparisons.listDifferences(MAX_LISTED_DIFFERENCES),
          released: await deps.comparisons.release(
            false,
            { chainLookAfterMs: deps.hasAddresses ? 0 : null },
            newAction(deps, THE_COMMAND_LINE, { kind: 'node_release', subject: '' }),
          ),
        })),
      );
      if (released === 'not_due') throw new RefusedError('nothing waits for a release');
      if (released === 'not_compared') {
        throw new RefusedError('the node is not compared yet: run `satchel node compare` first');
      }
      if (released === 'chain_not_looked_at') throw new RefusedError(CHAIN_AWAITED);
      printAnswer(command, { released: true, differences: differences.map(presentDifference) }, [
        'payments may leave over the node again',
      ]);
    });
}
