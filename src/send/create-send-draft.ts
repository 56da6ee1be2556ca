import type { Sat } from '../base/amount.ts';
import { newUuid } from '../base/id.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_SEND_DRAFTS } from './limits.ts';
import { parseDestination } from './parse-destination.ts';
import { prepareInvoice } from './prepare-invoice.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { SendTarget } from './send-target.ts';
import type { OrderedInvoice } from './stores/pay-order-store.ts';
import type { DraftChoice, SendDraftStore } from './stores/send-draft-store.ts';
import { draftWithdrawal, type WithdrawDeps, type WithdrawRefusal } from './withdraw-to-wallet.ts';

export interface SendDraftDeps extends WithdrawDeps {
  readonly sendDrafts: SendDraftStore;
}

/** Where a text leads. */
export interface CreatedDraft {
  readonly kind: 'send' | 'withdraw';
  readonly draftId: string;
}

export interface CreateDraftInput {
  readonly userId: string;
  readonly text: string;
  /** Where it is known and possible, nothing more is asked; null where it is still to be chosen. */
  readonly amountSat: Sat | null;
}

/** First step of sending: finds out what a text asks for, and keeps it. No money moves. */
export async function createSendDraft(
  deps: SendDraftDeps,
  { userId, text, amountSat }: CreateDraftInput,
  signal: AbortSignal,
): Promise<Result<CreatedDraft, WithdrawRefusal>> {
  const resolved = await parseDestination(deps, text, signal);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === 'withdraw') {
    const drafted = await draftWithdrawal(deps, userId, resolved.value);
    return drafted.ok ? accept({ kind: 'withdraw', draftId: drafted.value.id }) : drafted;
  }
  const { target } = resolved.value;
  const { minSat, maxSat } = target;
  // Where the payee fixes the amount, theirs is shown.
  const wantedSat = minSat === maxSat ? null : amountSat;
  const isChosen = wantedSat !== null && wantedSat >= minSat && wantedSat <= maxSat;
  const choice = { amountSat: wantedSat, comment: null };
  return await keepDraft(deps, userId, { target, choice, isChosen }, signal);
}

/** Begins once more, after a payment that failed or an invoice that expired. */
export async function repeatSendDraft(
  deps: SendDraftDeps,
  { userId, draftId }: { readonly userId: string; readonly draftId: string },
  signal: AbortSignal,
): Promise<Result<CreatedDraft, WithdrawRefusal>> {
  const draft = await deps.sendDrafts.findDraft(userId, draftId);
  if (draft === null) return refuse({ kind: 'draft_not_found' });
  return await keepDraft(deps, userId, { ...draft, isChosen: false }, signal);
}

interface BegunDraft {
  readonly target: SendTarget;
  readonly choice: DraftChoice;
  /** Whether its user chose all that there is to choose. */
  readonly isChosen: boolean;
}

async function keepDraft(
  deps: SendDraftDeps,
  userId: string,
  { target, choice, isChosen }: BegunDraft,
  signal: AbortSignal,
): Promise<Result<CreatedDraft, SendRefusal>> {
  const { clock, random, sendDrafts } = deps;
  let invoice: OrderedInvoice | null = null;
  if (isChosen || !asksSomething(target)) {
    const prepared = await prepareInvoice(deps, target, { userId, ...choice }, signal);
    if (!prepared.ok) return prepared;
    invoice = prepared.value;
  }
  const id = newUuid(clock, random);
  const draft = { id, userId, createdAt: clock.now(), target, choice, invoice };
  await sendDrafts.insertDraft(draft, MAX_SEND_DRAFTS);
  return accept({ kind: 'send', draftId: id });
}

/** Whether its user has to choose an amount, or may write something. */
const asksSomething = ({ minSat, maxSat, commentLength }: SendTarget): boolean =>
  minSat !== maxSat || commentLength > 0;
