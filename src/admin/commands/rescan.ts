import type { Command } from 'commander';
import {
  type AuditedActionDeps,
  newAction,
  runAudited,
  THE_COMMAND_LINE,
} from '../../alarms/audited-action.ts';
import { DONE } from '../../alarms/operator-log/operator-action.ts';
import { ask, canAsk } from '../../cli/ask.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer, printProgress, wantsJson } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';

export interface RescanCommandDeps extends AuditedActionDeps {
  /**
   * Orders the managed node to scan the chain for transactions of its wallet once more. Returns
   * whether a service that keeps the node is running, which then begins the scan at once. Null if
   * Satchel keeps no node.
   */
  readonly orderRescan: (() => Promise<{ readonly isKept: boolean }>) | null;
}

export function addRescanCommand(node: Command, kit: CommandKit<RescanCommandDeps>): void {
  node
    .command('rescan')
    .description('read the wallet of a node that Satchel keeps from the chain anew')
    .option('--accept-rescan', 'confirm that nothing is paid or received until it has ended')
    .action(async (options: { readonly acceptRescan?: true }, command: Command) => {
      const { isKept } = await kit.open(async (deps) => {
        const { orderRescan } = deps;
        if (orderRescan === null) throw new RefusedError(NOT_KEPT);
        await confirm(options.acceptRescan === true, canAsk() && !wantsJson(command));
        const action = newAction(deps, THE_COMMAND_LINE, { kind: 'node_rescan', subject: '' });
        return await runAudited(deps, action, orderRescan, () => DONE);
      });
      printAnswer(command, { ordered: true, begins: isKept ? 'now' : 'at_next_start' }, [
        isKept
          ? 'ordered: LND is started again now, and reads its wallet from the chain'
          : 'ordered: LND reads its wallet from the chain when the service is started next',
        '`satchel node` says when it has caught up.',
      ]);
    });
}

const NOT_KEPT =
  'Satchel keeps no node here: start your LND once with --reset-wallet-transactions instead';

async function confirm(isAccepted: boolean, asks: boolean): Promise<void> {
  for (const line of WARNING) printProgress(line);
  if (isAccepted) return;
  const answer = asks ? await ask('Type "rescan" to go on:') : null;
  if (answer !== 'rescan') {
    throw new RefusedError('nothing was ordered; scripts confirm with --accept-rescan');
  }
}

const WARNING: readonly string[] = [
  'LND forgets the transactions of its wallet, and reads them again from the blocks since it was',
  'made: some minutes on signet, hours on mainnet. Until then nothing is paid or received over the',
  'node; users can pay each other. Keys, words, channels and books stay as they are.',
  'It helps where the wallet shows coins that are spent, or lacks coins that it once had. It',
  'brings back no channel, and finds no coins at addresses that this wallet has not given out.',
];
