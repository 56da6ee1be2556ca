import { createKeyLimit } from '../base/key-limit.ts';
import { type Result, refuse } from '../base/result.ts';
import { findShared } from '../lnurl/find-shared.ts';
import { type BegunSend, beginSend, type DraftDeps, repeatSend } from './begin-send.ts';
import { type ChooseInput, type ChooseRefusal, chooseSend } from './choose-send.ts';
import { MAX_SEND_LOOK_UPS } from './limits.ts';
import { parseDestination, type Resolved } from './parse-destination.ts';
import { type PreparedSend, prepareSend, type SendChoice } from './prepare-send.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { SendTarget } from './send-target.ts';
import type { SendDraftStore } from './stores/send-draft-store.ts';
import type { WithdrawDraft, WithdrawStore } from './stores/withdraw-store.ts';
import {
  draftWithdrawal,
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
  /** What can be paid among texts that were shared with the wallet. Asks no one for anything. */
  findShared(texts: readonly string[]): string;
  /** For pages, which keep what they do between two requests: see begin-send.ts. */
  readonly pages: PageSends;
  readonly drafts: SendDraftStore;
  readonly withdrawals: WithdrawStore;
}

/** Each user has a limited number of these under way: payees may be slow. */
export interface PageSends {
  begin(
    input: { readonly userId: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<Result<BegunSend, WithdrawRefusal | TooManyLookUps>>;
  repeat(
    input: { readonly userId: string; readonly draftId: string },
    signal: AbortSignal,
  ): Promise<Result<BegunSend, WithdrawRefusal | TooManyLookUps>>;
  choose(
    input: ChooseInput,
    signal: AbortSignal,
  ): Promise<Result<null, ChooseRefusal | TooManyLookUps>>;
  withdraw(
    input: WithdrawInput,
    signal: AbortSignal,
  ): Promise<Result<WithdrawProgress, WithdrawRefusal | TooManyLookUps>>;
}

export type TooManyLookUps = { readonly kind: 'too_many_look_ups' };

export const createSends = (deps: DraftDeps): Sends => ({
  resolve: (text, signal) => parseDestination(deps, text, signal),
  findShared: (texts) => findShared(texts, deps.payTextRules()),
  prepare: (target, choice, signal) => prepareSend(deps, target, choice, signal),
  draftWithdrawal: (userId, resolved) => draftWithdrawal(deps, userId, resolved),
  withdraw: (input, signal) => withdrawToWallet(deps, input, signal),
  pages: createPageSends(deps),
  drafts: deps.sendDrafts,
  withdrawals: deps.withdrawals,
});

function createPageSends(deps: DraftDeps): PageSends {
  const lookUps = createKeyLimit(MAX_SEND_LOOK_UPS);
  const limited = async <T>(
    userId: string,
    work: () => Promise<T>,
  ): Promise<T | { readonly ok: false; readonly refusal: TooManyLookUps }> => {
    if (!lookUps.take(userId)) return refuse({ kind: 'too_many_look_ups' });
    try {
      return await work();
    } finally {
      lookUps.give(userId);
    }
  };
  return {
    begin: (input, signal) => limited(input.userId, () => beginSend(deps, input, signal)),
    repeat: (input, signal) => limited(input.userId, () => repeatSend(deps, input, signal)),
    choose: (input, signal) => limited(input.userId, () => chooseSend(deps, input, signal)),
    withdraw: (input, signal) =>
      limited(input.caller.userId, () => withdrawToWallet(deps, input, signal)),
  };
}
