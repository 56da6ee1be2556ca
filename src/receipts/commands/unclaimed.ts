import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { creditSat } from '../../base/amount.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { orRefused } from '../../cli/refused.ts';
import type { NodeAccess } from '../../lightning/node-access.ts';
import { accountName } from '../../users/account-name.ts';
import { type AssignUnclaimedDeps, assignUnclaimed } from '../assign-unclaimed.ts';
import { MAX_LISTED_UNCLAIMED } from '../limits.ts';
import type { UnclaimedMoney } from '../unclaimed-store.ts';

export interface UnclaimedCommandDeps extends Omit<AssignUnclaimedDeps, 'node'> {
  readonly withNode: Open<NodeAccess>;
}

type Kit = CommandKit<UnclaimedCommandDeps>;

export function addUnclaimedCommands(program: Command, kit: Kit): void {
  const unclaimed = program
    .command('unclaimed')
    .description('money that arrived without a known recipient (see docs/operating.md)');
  addListCommand(unclaimed, kit);
  addAssignCommand(unclaimed, kit);
}

function addListCommand(unclaimed: Command, kit: Kit): void {
  unclaimed
    .command('list')
    .description('list money that is not assigned yet, oldest first')
    .action(async (_options: unknown, command: Command) => {
      const found = await kit.open((deps) => deps.unclaimed.listUnclaimed(MAX_LISTED_UNCLAIMED));
      printAnswer(command, found.map(presentUnclaimed), found.map(describeUnclaimed));
    });
}

function addAssignCommand(unclaimed: Command, kit: Kit): void {
  unclaimed
    .command('assign <id>')
    .description('give money to a user: the whole amount, for good')
    .requiredOption('--user <user>', 'the user who gets it')
    .action(async (id: string, { user }: { user: string }, command: Command) => {
      const order = { id, user, by: THE_COMMAND_LINE };
      const assigned = await kit.open((deps) =>
        deps.withNode(async ({ node }) =>
          orRefused(await assignUnclaimed({ ...deps, node }, order)),
        ),
      );
      const amount = Number(creditSat(assigned.amountMsat));
      const name = accountName(assigned.user);
      printAnswer(command, { id, user: name, amount, identifier: assigned.identifier }, [
        `assigned ${amount} sat to ${name}`,
      ]);
    });
}

const presentUnclaimed = ({ id, amountMsat, reason, settledAt, arrival }: UnclaimedMoney) => ({
  id,
  amount_msat: String(amountMsat),
  reason,
  settled_at: settledAt.toISOString(),
  ...(arrival.rail === 'chain'
    ? { txid: arrival.txid, output_index: arrival.outputIndex, address: arrival.address }
    : {
        payment_hash: arrival.paymentHash,
        custom_records: Object.fromEntries(
          [...arrival.records].map(([type, bytes]) => [String(type), bytesToHex(bytes)]),
        ),
        raw_event: arrival.rawEvent,
      }),
});

const describeUnclaimed = ({
  id,
  amountMsat,
  reason,
  settledAt,
  arrival,
}: UnclaimedMoney): string =>
  `${id}  ${creditSat(amountMsat)} sat  ${reason.replaceAll('_', ' ')}  ` +
  `${settledAt.toISOString()}  ` +
  (arrival.rail === 'chain'
    ? `transaction ${arrival.txid}:${arrival.outputIndex}`
    : `hash ${arrival.paymentHash}`);
