/**
 * Methods of Nostr Wallet Connect that move no money: each reads the wallet and presents the
 * result.
 */

import { listReach, lookupReach } from '../apps/nwc-keys/method.ts';
import type { Caller } from '../authorization/caller.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { UnpaidQuery } from '../history/grant-history-store.ts';
import { listHistory } from '../history/list-history.ts';
import { createInvoice } from '../invoices/create-invoice.ts';
import { findAskedPayment, listAskedPayments } from './asked-payments.ts';
import { LAST_SEC, MAX_NWC_UNPAID_OFFSET } from './limits.ts';
import type { NwcDeps } from './nwc-deps.ts';
import { type NwcError, nwcError } from './nwc-error.ts';
import type { NwcRequest } from './nwc-request.ts';
import { claimOf } from './pay-by-request.ts';
import { presentBudget, presentInfo } from './present-wallet.ts';
import type { RequestEnvelope } from './request-envelope.ts';
import { presentFound, presentInvoice, presentRecord } from './transaction.ts';
import { type ListResult, presentList } from './transaction-list.ts';
import { createInvoiceError, findInvoiceError, historyError } from './wallet-errors.ts';

type RequestOf<Method extends NwcRequest['method']> = Extract<
  NwcRequest,
  { readonly method: Method }
>;

type Answered = Result<object, NwcError>;

export async function readInfo(deps: NwcDeps, { userId, scopes }: Caller): Promise<Answered> {
  const name = scopes.has('account:read') ? await deps.addressNames.findName(userId) : null;
  const lightningAddress = name === null ? null : `${name}@${deps.addressDomain()}`;
  const blockHeight = await deps.blockHeight();
  return accept(presentInfo({ node: deps.node, blockHeight, scopes, lightningAddress }));
}

export async function readBudget(deps: NwcDeps, caller: Caller): Promise<Answered> {
  const { userId, grantId } = caller;
  const now = deps.clock.now();
  const budgets = await deps.budgets.readBudgets(userId, [grantId], now);
  return accept(presentBudget(budgets.get(grantId) ?? null, now));
}

export async function makeInvoice(
  deps: NwcDeps,
  caller: Caller,
  envelope: RequestEnvelope,
  { order }: RequestOf<'make_invoice'>,
): Promise<Answered> {
  const made = await createInvoice(deps, { caller, order, idempotency: claimOf(envelope) });
  if (!made.ok) return refuse(createInvoiceError(made.refusal));
  return accept(presentInvoice(made.value, deps.clock.now()));
}

export async function lookUpInvoice(
  deps: NwcDeps,
  caller: Caller,
  { paymentHash }: RequestOf<'lookup_invoice'>,
): Promise<Answered> {
  const { userId, grantId, scopes } = caller;
  const reach = lookupReach(scopes);
  const now = deps.clock.now();
  // What waits is read first: if it is approved in between, the payment is found afterwards.
  const wanted = { paymentHash, reach: reach.outgoing };
  const asked = await findAskedPayment(deps, caller, wanted, now);
  const found = await deps.grantHistory.findForGrant({ userId, grantId, paymentHash, ...reach });
  const isOver = found === null || (found.kind === 'payment' && found.payment.state === 'failed');
  if (asked !== null && isOver) return accept(asked);
  if (found === null) return refuse(findInvoiceError({ kind: 'invoice_not_found' }));
  return accept(presentFound(found, now));
}

const TOO_FAR = `beyond offset ${MAX_NWC_UNPAID_OFFSET} of a list with unpaid ones: pass until`;

export async function listTransactions(
  deps: NwcDeps,
  { userId, scopes }: Caller,
  request: RequestOf<'list_transactions'>,
): Promise<Answered> {
  const direction = listReach(request.direction, scopes);
  if (direction === null) {
    return refuse(nwcError('RESTRICTED', 'this connection may not list these transactions'));
  }
  const { fromSec, untilSec, offset, limit, withUnpaid } = request;
  if (fromSec > untilSec) return accept(presentList([], null));
  const createdBefore = new Date(Math.min(untilSec + 1, LAST_SEC) * 1000);
  const common = { userId, direction, createdBefore, offset, limit };
  const isUnpaid =
    (withUnpaid.incoming && direction !== 'outgoing') ||
    (withUnpaid.outgoing && direction !== 'incoming');
  if (isUnpaid) {
    if (offset > MAX_NWC_UNPAID_OFFSET) return refuse(nwcError('OTHER', TOO_FAR));
    const createdFrom = new Date(fromSec * 1000);
    return accept(await listWithAsked(deps, { ...common, withUnpaid, createdFrom }));
  }
  // The store lists what is created after its bound, while `from` is inclusive, so the bound is a
  // millisecond earlier.
  const createdAfter = new Date(fromSec * 1000 - 1);
  const rest = { since: null, before: null, settledSince: null };
  const listed = await listHistory(deps, { ...common, createdAfter, ...rest });
  if (!listed.ok) return refuse(historyError(listed.refusal));
  const records = await deps.grantHistory.addFacts(userId, listed.value);
  return accept(presentList(records.map(presentRecord), null));
}

/** Lists payments that wait for approval among the others, by time of creation, newest first. */
async function listWithAsked(deps: NwcDeps, query: UnpaidQuery): Promise<ListResult> {
  const { direction, withUnpaid, offset, limit } = query;
  const now = deps.clock.now();
  const mayAsk = withUnpaid.outgoing && direction !== 'incoming';
  const asked = mayAsk ? await listAskedPayments(deps, query, now) : [];
  // At most all that wait stand before the offset, so the rest of the list is read from here on.
  const readFrom = Math.max(0, offset - asked.length);
  const read = { offset: readFrom, limit: offset + limit - readFrom };
  const found = await deps.grantHistory.listWithUnpaid({ ...query, ...read });
  const shown = found.map((one) => presentFound(one, now));
  const merged = [...asked, ...shown].toSorted((one, other) => other.created_at - one.created_at);
  return presentList(merged.slice(offset - readFrom, offset - readFrom + limit), null);
}
