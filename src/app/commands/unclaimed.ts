import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { creditSat } from '../../base/amount.ts';
import { assignUnclaimed } from '../../receipts/assign-unclaimed.ts';
import { createUnclaimedStore } from '../../receipts/sql/unclaimed-store.ts';
import type { UnclaimedReceipt } from '../../receipts/unclaimed-store.ts';
import { MAX_LISTED_UNCLAIMED } from '../limits.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { orRefused } from './refused.ts';
import { withNode } from './with-node.ts';

export function addUnclaimedCommands(program: Command): void {
  const unclaimed = program
    .command('unclaimed')
    .description('money that arrived without a known recipient (see docs/operating.md)');
  addListCommand(unclaimed);
  addAssignCommand(unclaimed);
}

function addListCommand(unclaimed: Command): void {
  unclaimed
    .command('list')
    .description('list payments that are not assigned yet, oldest first')
    .action(async (_options: unknown, command: Command) => {
      const found = await withContext(({ storage }) =>
        createUnclaimedStore(storage.database).listUnclaimed(MAX_LISTED_UNCLAIMED),
      );
      printAnswer(command, found.map(presentUnclaimed), found.map(describeUnclaimed));
    });
}

function addAssignCommand(unclaimed: Command): void {
  unclaimed
    .command('assign <id>')
    .description('give a payment to a user: the whole amount, for good')
    .requiredOption('--user <email>', 'the user who gets it')
    .action(async (id: string, { user }: { user: string }, command: Command) => {
      const assigned = await withContext((context) =>
        withNode(context, async ({ stores, node }) => {
          const deps = {
            ...context,
            users: stores.users,
            node,
            unclaimed: createUnclaimedStore(context.storage.database),
          };
          return orRefused(
            await assignUnclaimed(deps, { receiptId: id, email: user, by: THE_COMMAND_LINE }),
          );
        }),
      );
      const amount = Number(creditSat(assigned.receipt.amountMsat));
      const { email } = assigned.user;
      printAnswer(command, { id, user: email, amount, identifier: assigned.receipt.identifier }, [
        `assigned ${amount} sat to ${email}`,
      ]);
    });
}

const presentUnclaimed = (receipt: UnclaimedReceipt) => ({
  id: receipt.id,
  payment_hash: receipt.paymentHash,
  amount_msat: String(receipt.amountMsat),
  reason: receipt.reason,
  settled_at: receipt.settledAt.toISOString(),
  custom_records: Object.fromEntries(
    [...receipt.records].map(([type, bytes]) => [String(type), Buffer.from(bytes).toString('hex')]),
  ),
  raw_event: receipt.rawEvent,
});

const describeUnclaimed = (receipt: UnclaimedReceipt): string =>
  `${receipt.id}  ${creditSat(receipt.amountMsat)} sat  ` +
  `${receipt.reason.replaceAll('_', ' ')}  ${receipt.settledAt.toISOString()}  ` +
  `hash ${receipt.paymentHash}`;
