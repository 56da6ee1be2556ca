import { assert } from '../base/assert.ts';
import { createKeyLimit } from '../base/key-limit.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { findPayableText } from '../lnurl/find-payable-text.ts';
import { type PayeeTextRefusal, readPayeeText } from '../lnurl/payee-text.ts';
import { type FeeQuote, type QuotedPayment, quoteFees } from '../onchain/quote-fees.ts';
import type { WithdrawalSpeed } from '../onchain/withdrawal.ts';
import {
  type ChooseAmountInput,
  type ChooseAmountRefusal,
  chooseDraftAmount,
} from './choose-draft-amount.ts';
import {
  type CreateDraftInput,
  type CreateDraftRefusal,
  type CreatedDraft,
  createSendDraft,
  repeatSendDraft,
  type SendDraftDeps,
} from './create-send-draft.ts';
import { MAX_SEND_LOOK_UPS } from './limits.ts';
import type { SendDraftStore } from './stores/send-draft-store.ts';
import type { WithdrawStore } from './stores/withdraw-store.ts';
import {
  type WithdrawInput,
  type WithdrawProgress,
  type WithdrawRefusal,
  withdrawToWallet,
} from './withdraw-to-wallet.ts';

/**
 * The ways of paying that begin with a text that a user pasted or scanned. These calls move no
 * money; payPlanned (pay-draft.ts) does that later.
 */
export interface PayFlow {
  /**
   * Finds the text that can be paid among texts that another app shared with the wallet. No server
   * is asked.
   */
  findPayableText(texts: readonly string[]): string;
  /**
   * Reads whom a text pays, in the form in which contacts are stored (lnurl/payee-text.ts). No
   * server is asked.
   */
  readPayee(text: string): Result<string, PayeeTextRefusal>;
  /**
   * The calls that pages make. Their state between two requests is stored: see
   * create-send-draft.ts.
   */
  readonly pages: PagePayFlow;
  readonly drafts: SendDraftStore;
  readonly withdrawDrafts: WithdrawStore;
  /** The key from which the ids of payments are derived, see planned-ids.ts. */
  readonly planKey: Uint8Array;
}

/**
 * The calls that pages make. A user can have only a few of them running, because payees may answer
 * slowly.
 */
export interface PagePayFlow {
  begin(
    input: CreateDraftInput,
    signal: AbortSignal,
  ): Promise<Result<CreatedDraft, CreateDraftRefusal | TooManyLookUps>>;
  repeat(
    input: { readonly userId: string; readonly draftId: string },
    signal: AbortSignal,
  ): Promise<Result<CreatedDraft, WithdrawRefusal | TooManyLookUps>>;
  choose(
    input: ChooseAmountInput,
    signal: AbortSignal,
  ): Promise<Result<null, ChooseAmountRefusal | TooManyLookUps>>;
  /** Asks the node what a withdrawal costs at each of these speeds. */
  quote(
    userId: string,
    payment: QuotedPayment,
    speeds: readonly WithdrawalSpeed[],
  ): Promise<Result<readonly FeeQuote[], TooManyLookUps>>;
  withdraw(
    input: WithdrawInput,
    signal: AbortSignal,
  ): Promise<Result<WithdrawProgress, WithdrawRefusal | TooManyLookUps>>;
}

export type TooManyLookUps = { readonly kind: 'too_many_look_ups' };

export const createPayFlow = (deps: SendDraftDeps & Pick<PayFlow, 'planKey'>): PayFlow => ({
  readPayee: (text) => readPayeeText(text, deps.payTextRules()),
  findPayableText: (texts) => findPayableText(texts, deps.payTextRules()),
  pages: createPagePayFlow(deps),
  drafts: deps.sendDrafts,
  withdrawDrafts: deps.withdrawDrafts,
  planKey: deps.planKey,
});

function createPagePayFlow(deps: SendDraftDeps): PagePayFlow {
  const lookUps = createKeyLimit(MAX_SEND_LOOK_UPS);
  const limited = async <T>(
    userId: string,
    work: () => Promise<T>,
  ): Promise<T | { readonly ok: false; readonly refusal: TooManyLookUps }> => {
    if (!lookUps.acquire(userId)) return refuse({ kind: 'too_many_look_ups' });
    try {
      return await work();
    } finally {
      lookUps.release(userId);
    }
  };
  return {
    begin: (input, signal) => limited(input.userId, () => createSendDraft(deps, input, signal)),
    repeat: (input, signal) => limited(input.userId, () => repeatSendDraft(deps, input, signal)),
    choose: (input, signal) => limited(input.userId, () => chooseDraftAmount(deps, input, signal)),
    quote: (userId, payment, speeds) =>
      limited(userId, async () => {
        const { withdrawing } = deps;
        assert(withdrawing !== null, 'a draft for an address is made where they are paid');
        return accept(await quoteFees({ ...deps, withdrawing }, payment, speeds));
      }),
    withdraw: (input, signal) =>
      limited(input.caller.userId, () => withdrawToWallet(deps, input, signal)),
  };
}
