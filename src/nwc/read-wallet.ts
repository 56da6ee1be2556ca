/**
 * Methods of Nostr Wallet Connect that move no money: each reads the wallet and presents the
 * result.
 */

import { listReach, lookupReach } from '../apps/nwc-keys/method.ts';
import type { Caller } from '../authorization/caller.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { listHistory } from '../history/list-history.ts';
import { createInvoice } from '../invoices/create-invoice.ts';
import { MAX_NWC_UNPAID_OFFSET } from './limits.ts';
import type { NwcDeps } from './nwc-deps.ts';
import { type NwcError, nwcError } from './nwc-error.ts';
import type { NwcRequest } from './nwc-request.ts';
import { claimOf } from './pay-by-request.ts';
import { presentBudget, presentInfo } from './present-wallet.ts';
import type { RequestEnvelope } from './request-envelope.ts';
import { presentFound, presentInvoice, presentRecord } from './transaction.ts';
import { presentList } from './transaction-list.ts';
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
  { userId, grantId, scopes }: Caller,
  { paymentHash }: RequestOf<'lookup_invoice'>,
): Promise<Answered> {
  const query = { userId, grantId, paymentHash, ...lookupReach(scopes) };
  const found = await deps.grantHistory.findForGrant(query);
  if (found === null) return refuse(findInvoiceError({ kind: 'invoice_not_found' }));
  return accept(presentFound(found, deps.clock.now()));
}

/**
 * The last second of the year 9999, the latest time that is passed to PostgreSQL. JavaScript writes
 * later years with a sign and six digits, which PostgreSQL cannot read.
 */
const LAST_SEC = 253_402_300_799;

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
    const query = { ...common, withUnpaid, createdFrom };
    const found = await deps.grantHistory.listWithUnpaid(query);
    const now = deps.clock.now();
    const shown = found.map((one) => presentFound(one, now));
    return accept(presentList(shown, null));
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
