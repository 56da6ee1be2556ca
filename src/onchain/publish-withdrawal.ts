import type { Withdrawal } from './withdrawal.ts';
import type { SendDeps } from './withdrawal-deps.ts';
import { labelOf } from './withdrawal-label.ts';

/**
 * Hands the stored transaction to the node: false where it refuses. No answer says that the network
 * has it, and no refusal that the network does not. So this ends nothing, and is repeated until a
 * block has the transaction.
 */
export async function publishWithdrawal(
  { chainSpending, withdrawals, dispatchJournal, clock, log }: Omit<SendDeps, 'paymentStop'>,
  { id, identifier, state, transaction }: Withdrawal,
): Promise<boolean> {
  if (transaction === null) return false;
  // A database that does not know it later has gone back.
  if (state === 'signed') await dispatchJournal.note(id);
  const outcome = await chainSpending.publish(transaction.raw, labelOf(identifier));
  if (outcome.kind === 'refused') {
    const { detail } = outcome;
    log.warn({ identifier, txid: transaction.txid, detail }, 'the node takes no transaction yet');
    return false;
  }
  if (state === 'signed') await withdrawals.noteBroadcast(id, clock.now());
  return true;
}
