import { hash } from 'node:crypto';
import type { Caller } from '../authorization/caller.ts';
import { type Msat, type Sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { newUuid } from '../base/id.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { createInvoice, finishInvoice } from '../invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../invoices/invoice-order.ts';
import type { Invoice } from '../ledger/invoice.ts';
import type { CreateInvoiceRefusal } from '../ledger/wallet-refusals.ts';
import { readWithdrawResponse, withdrawCallbackUrl } from '../lnurl/callback-response.ts';
import type { NoAnswer } from '../lnurl/lnurl-refusals.ts';
import { MAX_WITHDRAW_DRAFTS, WITHDRAW_DRAFT_LIFE_MS } from './limits.ts';
import { amountsToReceive } from './offered-amounts.ts';
import type { Resolved } from './parse-destination.ts';
import type { SendDeps } from './send-deps.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { WithdrawDraft, WithdrawStore } from './stores/withdraw-store.ts';

export interface WithdrawDeps extends SendDeps {
  readonly withdrawDrafts: WithdrawStore;
}

export type WithdrawRefusal =
  | SendRefusal
  | CreateInvoiceRefusal
  /** The draft is unknown, belongs to another user, or is too old. */
  | { readonly kind: 'draft_not_found' };

/**
 * The progress of a withdrawal by link, as the server of the link tells it. None of these kinds
 * means that the money has arrived; only a receipt of the invoice does.
 */
export type WithdrawProgress =
  /** The server of the link has promised to pay. */
  | { readonly kind: 'on_its_way'; readonly invoice: Invoice }
  /**
   * The server of the link did not answer, and may nevertheless pay. A repeat asks it to pay the
   * same invoice.
   */
  | { readonly kind: 'no_answer'; readonly why: NoAnswer; readonly invoice: Invoice };

/** Stores what a withdraw link offers, as the first step of withdrawing. */
export async function draftWithdrawal(
  { withdrawDrafts, clock, random, config }: WithdrawDeps,
  userId: string,
  { domain, offer }: Extract<Resolved, { kind: 'withdraw' }>,
): Promise<Result<WithdrawDraft, WithdrawRefusal>> {
  const amounts = amountsToReceive(offer, config.amountMaxSat);
  if (amounts === null) return refuse({ kind: 'bad_payee_answer', why: 'no_possible_amount' });
  const draft: WithdrawDraft = {
    id: newUuid(clock, random),
    userId,
    domain,
    offer,
    createdAt: clock.now(),
    invoiceId: null,
    acceptedAt: null,
  };
  await withdrawDrafts.insertDraft(draft, MAX_WITHDRAW_DRAFTS);
  return accept(draft);
}

export interface WithdrawInput {
  readonly caller: Caller;
  readonly draftId: string;
  /**
   * The amount that the user chose; null where the link fixes the amount. A repeated call keeps the
   * amount of the first one.
   */
  readonly amountSat: Sat | null;
}

/**
 * Asks the service behind a withdraw link to pay an invoice of this user, as the second step of
 * withdrawing. The draft of the withdrawal stores the invoice before that service sees it, so that
 * a repeat can never ask for a second payment.
 */
export async function withdrawToWallet(
  deps: WithdrawDeps,
  input: WithdrawInput,
  signal: AbortSignal,
): Promise<Result<WithdrawProgress, WithdrawRefusal>> {
  const { withdrawDrafts, clock, lnurl } = deps;
  const draft = await withdrawDrafts.findDraft(input.caller.userId, input.draftId);
  const openSince = new Date(clock.now().getTime() - WITHDRAW_DRAFT_LIFE_MS);
  if (draft === null || draft.createdAt < openSince) return refuse({ kind: 'draft_not_found' });
  const kept = await keepInvoice(deps, draft, input);
  if (!kept.ok) return kept;
  const invoice = await finishInvoice(deps, kept.value);
  if (draft.acceptedAt !== null) return accept({ kind: 'on_its_way', invoice });

  const { callback, k1 } = draft.offer;
  const reply = await lnurl.get(withdrawCallbackUrl(callback, k1, invoice.bolt11), signal);
  if (reply.kind === 'unanswered') return accept({ kind: 'no_answer', why: reply.why, invoice });
  const answer = readWithdrawResponse({ ...reply, host: new URL(callback).host });
  if (!answer.ok) return answer;
  await withdrawDrafts.markAccepted(draft.id, clock.now());
  return accept({ kind: 'on_its_way', invoice });
}

/**
 * Returns the invoice that an earlier call stored in the draft of the withdrawal, or makes one and
 * stores it.
 */
async function keepInvoice(
  deps: WithdrawDeps,
  draft: WithdrawDraft,
  { caller, amountSat }: WithdrawInput,
): Promise<Result<Invoice, WithdrawRefusal>> {
  if (draft.invoiceId !== null) return accept(await readInvoice(deps, draft.invoiceId));
  const chosen = chooseAmount(deps, draft, amountSat);
  if (!chosen.ok) return chosen;
  const created = await createInvoice(deps, {
    caller,
    order: { ...EMPTY_ORDER, amountMsat: chosen.value, description: describe(draft) },
    // The idempotency key makes two calls for the same draft share one invoice, even after a crash
    // and even when their amounts differ.
    idempotency: {
      key: `withdraw ${draft.id}`,
      requestHash: hash('sha256', `withdraw ${draft.id}`, 'buffer'),
    },
  });
  if (!created.ok) return created;
  const counting = await deps.withdrawDrafts.setInvoice(draft.id, created.value.id);
  if (counting === null) return refuse({ kind: 'draft_not_found' });
  return accept(await readInvoice(deps, counting));
}

function chooseAmount(
  { config }: WithdrawDeps,
  { offer }: WithdrawDraft,
  amountSat: Sat | null,
): Result<Msat, WithdrawRefusal> {
  const amounts = amountsToReceive(offer, config.amountMaxSat);
  if (amounts === null) return refuse({ kind: 'bad_payee_answer', why: 'no_possible_amount' });
  const { minSat, maxSat, exactMsat } = amounts;
  const chosen = amountSat ?? (minSat === maxSat ? minSat : null);
  if (chosen === null) return refuse({ kind: 'amount_needed', minSat, maxSat });
  if (chosen < minSat || chosen > maxSat) {
    return refuse({ kind: 'amount_out_of_range', minSat, maxSat });
  }
  return accept(exactMsat ?? satToMsat(chosen));
}

async function readInvoice({ invoices }: WithdrawDeps, id: string): Promise<Invoice> {
  const invoice = await invoices.findInvoice(id);
  assert(invoice !== null, 'invoices that users make stay');
  return invoice;
}

/**
 * The maximum length of a description in characters, which leaves room for characters of several
 * bytes: a description has at most 639 bytes (BOLT 11).
 */
const DESCRIPTION_LENGTH = 150;

const describe = ({ offer, domain }: WithdrawDraft): string =>
  [...(offer.text || domain)].slice(0, DESCRIPTION_LENGTH).join('');
