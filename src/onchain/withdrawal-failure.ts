import type { WithdrawalFailure } from './withdrawal.ts';

/**
 * Reasons why a withdrawal was not sent, with a sentence for the caller. The sentence is stored
 * with the withdrawal.
 */
export const NOT_ENOUGH_COINS: WithdrawalFailure = {
  reason: 'not_enough_coins',
  message:
    'Nothing was sent: the wallet of the node did not have enough confirmed bitcoin for a day.',
};

export const FEE_TOO_HIGH: WithdrawalFailure = {
  reason: 'fee_too_high',
  message:
    'Nothing was sent: the fee would have been higher than the highest one that was allowed.',
};

export const SEND_STOPPED: WithdrawalFailure = {
  reason: 'never_sent',
  message: 'Nothing was sent: outgoing payments are stopped at the moment.',
};

export const NEVER_SIGNED: WithdrawalFailure = {
  reason: 'never_sent',
  message: 'Nothing was sent: the node did not make the transaction for a day.',
};

/**
 * The failure of an unknown withdrawal that turned out not to have been sent. It was unknown
 * because the database had been restored to an earlier state.
 */
export const FOUND_UNSENT: WithdrawalFailure = {
  reason: 'found_unsent',
  message: 'Nothing was sent: the operators of this service have looked into it.',
};

export const REPLACED: WithdrawalFailure = {
  reason: 'replaced',
  message: 'Nothing was sent: another transaction has spent the same bitcoin.',
};

export const rejectedByWallet = (detail: string): WithdrawalFailure => ({
  reason: 'rejected',
  message: `The node refused to make the transaction: ${detail}`,
});
