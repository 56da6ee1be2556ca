import type { Withdrawal } from './withdrawal.ts';
import type { SendDeps } from './withdrawal-deps.ts';
import { labelOf } from './withdrawal-label.ts';

/**
 * Publishes the stored transaction of a withdrawal over the node; false when the node refuses it.
 * The answer proves nothing: an accepted transaction may not reach the network, and a refused one
 * may have reached it before. So publishing ends no withdrawal, and is repeated until a block has
 * the transaction.
 */
export async function publishWithdrawal(
  { chainSpending, withdrawals, dispatchJournal, clock, log }: Omit<SendDeps, 'paymentStop'>,
  { id, identifier, state, transaction }: Withdrawal,
): Promise<boolean> {
  if (transaction === null) return false;
  // The journal is kept outside of the database. If the database later does not know this
  // withdrawal, the journal shows that it was restored to an earlier state.
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
