import type { Result } from '../../base/result.ts';
import type { WithdrawDraft } from '../../lnurl/withdraw-store.ts';
import { type PreparedSend, prepareSend, type SendChoice } from './prepare-send.ts';
import { type Resolved, resolveText, type SendTarget } from './resolve-text.ts';
import type { SendRefusal } from './send-refusals.ts';
import {
  draftWithdrawal,
  type WithdrawDeps,
  type WithdrawInput,
  type WithdrawProgress,
  type WithdrawRefusal,
  withdrawToWallet,
} from './withdraw-to-wallet.ts';

/**
 * Everything that begins with a text which somebody pasted or scanned, for all doors of the
 * service. Money moves only by payInvoice, which is given what `prepare` answers.
 */
export interface Sends {
  resolve(text: string, signal: AbortSignal): Promise<Result<Resolved, SendRefusal>>;
  prepare(
    target: SendTarget,
    choice: SendChoice,
    signal: AbortSignal,
  ): Promise<Result<PreparedSend, SendRefusal>>;
  draftWithdrawal(
    userId: string,
    resolved: Extract<Resolved, { kind: 'withdraw' }>,
  ): Promise<Result<WithdrawDraft, WithdrawRefusal>>;
  withdraw(
    input: WithdrawInput,
    signal: AbortSignal,
  ): Promise<Result<WithdrawProgress, WithdrawRefusal>>;
}

export const createSends = (deps: WithdrawDeps): Sends => ({
  resolve: (text, signal) => resolveText(deps, text, signal),
  prepare: (target, choice, signal) => prepareSend(deps, target, choice, signal),
  draftWithdrawal: (userId, resolved) => draftWithdrawal(deps, userId, resolved),
  withdraw: (input, signal) => withdrawToWallet(deps, input, signal),
});
