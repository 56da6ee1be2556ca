import type { Sat } from '../base/amount.ts';
import { newUuid } from '../base/id.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_SEND_DRAFTS } from './limits.ts';
import { parseDestination } from './parse-destination.ts';
import { type PreparedPayment, preparePayment } from './prepare-payment.ts';
import type { SendRefusal } from './send-refusals.ts';
import { hasSpeeds, type SendTarget } from './send-target.ts';
import type { DraftChoice, SendDraftStore } from './stores/send-draft-store.ts';
import { draftWithdrawal, type WithdrawDeps, type WithdrawRefusal } from './withdraw-to-wallet.ts';

export interface SendDraftDeps extends WithdrawDeps {
  readonly sendDrafts: SendDraftStore;
}

/** The draft that was made from a text, and whether it sends or withdraws. */
export interface CreatedDraft {
  readonly kind: 'send' | 'withdraw';
  readonly draftId: string;
}

export interface CreateDraftInput {
  readonly userId: string;
  readonly text: string;
  /** The amount that the user wants to pay; null when they did not enter one. */
  readonly amountSat: Sat | null;
}

export type CreateDraftRefusal =
  | WithdrawRefusal
  /** The text asks for a fixed amount, but the user entered another one. */
  | { readonly kind: 'other_amount'; readonly askedSat: Sat };

/**
 * Finds out what a text asks for and stores this as a draft, the first step of sending. No money
 * moves. If the user may choose the amount, it is stored in the next step: see
 * choose-draft-amount.ts.
 */
export async function createSendDraft(
  deps: SendDraftDeps,
  { userId, text, amountSat }: CreateDraftInput,
  signal: AbortSignal,
): Promise<Result<CreatedDraft, CreateDraftRefusal>> {
  const resolved = await parseDestination(deps, text, signal);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === 'withdraw') {
    const drafted = await draftWithdrawal(deps, userId, resolved.value);
    return drafted.ok ? accept({ kind: 'withdraw', draftId: drafted.value.id }) : drafted;
  }
  const { target } = resolved.value;
  const isOther = target.minSat === target.maxSat && (amountSat ?? target.minSat) !== target.minSat;
  if (isOther) return refuse({ kind: 'other_amount', askedSat: target.minSat });
  return await keepDraft(deps, userId, target, { amountSat: null, comment: null }, signal);
}

/** Makes a new draft from an earlier one, after its payment failed or its invoice expired. */
export async function repeatSendDraft(
  deps: SendDraftDeps,
  { userId, draftId }: { readonly userId: string; readonly draftId: string },
  signal: AbortSignal,
): Promise<Result<CreatedDraft, WithdrawRefusal>> {
  const draft = await deps.sendDrafts.findDraft(userId, draftId);
  if (draft === null) return refuse({ kind: 'draft_not_found' });
  return await keepDraft(deps, userId, draft.target, draft.choice, signal);
}

async function keepDraft(
  deps: SendDraftDeps,
  userId: string,
  target: SendTarget,
  choice: DraftChoice,
  signal: AbortSignal,
): Promise<Result<CreatedDraft, SendRefusal>> {
  const { clock, random, sendDrafts } = deps;
  let prepared: PreparedPayment | null = null;
  if (!asksSomething(target)) {
    const preparing = await preparePayment(deps, target, { userId, ...choice }, signal);
    if (!preparing.ok) return preparing;
    prepared = preparing.value;
  }
  const id = newUuid(clock, random);
  const draft = { id, userId, createdAt: clock.now(), target, choice, prepared };
  await sendDrafts.insertDraft(draft, MAX_SEND_DRAFTS);
  return accept({ kind: 'send', draftId: id });
}

/** Whether the payer has to choose an amount or a speed, or may write a comment. */
const asksSomething = (target: SendTarget): boolean =>
  target.minSat !== target.maxSat || target.commentLength > 0 || hasSpeeds(target);
