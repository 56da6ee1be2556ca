import { webCaller } from '../../authorization/caller.ts';
import { sat } from '../../base/amount.ts';
import type { Invoice } from '../../ledger/invoice.ts';
import { withdrawPath } from '../../receive/pages/receive-paths.ts';
import { watchWallet } from '../../web/live/live.ts';
import { amountProblem, readAmount } from '../../web/pages/amount-field.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import { WITHDRAW_DRAFT_LIFE_MS } from '../limits.ts';
import { amountsToReceive } from '../offered-amounts.ts';
import type { WithdrawDraft } from '../stores/withdraw-store.ts';
import { refusalWords } from './refusal-words.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { renderAsked, showOffer, showTooOld } from './show-withdraw.ts';

const PATH = withdrawPath(':draft');
/**
 * The query parameter that says that the server of the withdraw link has just refused. The page
 * then offers to ask again.
 */
const REFUSED = 'refused';

/**
 * The page of a withdraw link (LUD-03). If the server of the link has promised to pay, the page
 * does not yet say that the money has arrived.
 */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => showDraft(deps, request, null),
};

const ask: UserPage<SendPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['amount', 'unit'] },
  handle: async (deps, request) => {
    const { form, params, session, texts, user } = request;
    const draftId = params.text('draft');
    const draft = await deps.payFlow.withdrawDrafts.findDraft(user.id, draftId);
    if (draft === null) return notFoundPage();
    const typed = readAmount(texts.format, form, await readerRate(deps, user));
    const path = withdrawPath(draft.id);
    const input = {
      caller: webCaller(user.id),
      draftId,
      amountSat: typed.ok ? sat(typed.value) : null,
    };
    const asked = await deps.payFlow.pages.withdraw(input, deps.shutdown);
    if (asked.ok) return redirectTo(path);
    const { kind } = asked.refusal;
    const text =
      kind === 'too_many_open_invoices'
        ? texts.sendRefused.ownTooManyInvoices
        : refusalWords(texts, asked.refusal, deps.node.network);
    if (kind === 'amount_needed' || kind === 'amount_out_of_range') {
      return showDraft(deps, request, typed.ok ? text : amountProblem(texts, typed.refusal, text));
    }
    if (kind !== 'draft_not_found') session.keepNotice({ kind: 'problem', text });
    return redirectTo(kind === 'payee_refused' ? `${path}?${REFUSED}=yes` : path);
  },
};

export const withdrawPages: readonly Page<SendPageDeps>[] = [show, ask];

async function showDraft(
  deps: SendPageDeps,
  request: UserPageRequest,
  problem: string | null,
): Promise<PageAnswer> {
  const { params, query, texts, user } = request;
  // Watching begins before reading, so that money that arrives in between is not missed.
  const live = await watchWallet(deps, request);
  const draft = await deps.payFlow.withdrawDrafts.findDraft(user.id, params.text('draft'));
  if (draft === null) return notFoundPage();
  const invoice = await findInvoice(deps, draft);
  const rate = await readerRate(deps, user);
  const now = deps.clock.now();
  if (invoice === null) {
    // The operator may have lowered the limits since the offer was stored.
    const amounts = amountsToReceive(draft.offer, deps.config.amountMaxSat);
    if (amounts === null || isTooOld(deps, draft)) return showTooOld(texts);
    return showOffer(request, draft, { amounts, rate, now }, problem);
  }
  const { title, content } = renderAsked(request, draft, invoice, {
    now,
    rate,
    isRefused: query.text(REFUSED) === 'yes',
  });
  return showPage({
    title,
    section: 'receive',
    width: 'narrow',
    live,
    main: livePart('withdrawal', content, title),
  });
}

const findInvoice = async (
  { invoices }: SendPageDeps,
  { invoiceId }: WithdrawDraft,
): Promise<Invoice | null> => (invoiceId === null ? null : await invoices.findInvoice(invoiceId));

const isTooOld = ({ clock }: SendPageDeps, { createdAt }: WithdrawDraft): boolean =>
  createdAt.getTime() + WITHDRAW_DRAFT_LIFE_MS < clock.now().getTime();
