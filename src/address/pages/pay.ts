import type { Sat } from '../../base/amount.ts';
import { MAX_COMMENT_LENGTH } from '../../base/limits.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import {
  amountField,
  amountProblem,
  amountScripts,
  readAmount,
} from '../../web/pages/amount-field.ts';
import { copyButton, shareButton } from '../../web/pages/components.ts';
import { postForm, problemSummary, textField } from '../../web/pages/controls.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import {
  type GuestPage,
  notFoundPage,
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import { unlessNodeAway } from '../../web/pages/problem.ts';
import { guestRate } from '../../web/pages/reader-rate.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type AddressInvoiceRefusal, createAddressInvoice } from '../create-address-invoice.ts';
import { describePayRequest, type PayRequest } from '../describe-pay-request.ts';
import { addressQr, largeAddress } from './address-card.ts';
import type { AddressPageDeps } from './address-page-deps.ts';
import { payInvoicePath, payPath } from './pay-paths.ts';
import { payerWaitSec, tooOftenPage } from './pay-rate.ts';

/**
 * The page on which anyone pays an address from a browser. It shows only the address and the name
 * of its owner, and the text and amounts that they chose for it.
 */
const show: GuestPage<AddressPageDeps> = {
  method: 'GET',
  path: '/pay/:name',
  access: 'anyone',
  handle: async (deps, request) => {
    const waitSec = payerWaitSec(deps, request, 'look_up');
    if (waitSec > 0) return tooOftenPage(waitSec);
    return withPayee(deps, request, (payee) => showForm(deps, request, payee, null));
  },
};

/** Makes an invoice, with the same limits as for wallets that use LNURL. */
const send: GuestPage<AddressPageDeps> = {
  method: 'POST',
  path: '/pay/:name',
  access: 'anyone',
  isOpenToAll: true,
  handle: async (deps, request) => {
    const waitSec = payerWaitSec(deps, request, 'callback');
    return withPayee(deps, request, async (payee) => {
      const { form, texts } = request;
      const again = (problem: Problem) => showForm(deps, request, payee, problem);
      if (waitSec > 0) {
        const summary = texts.pay.refused.too_often({ retryAfterSec: waitSec });
        return again({ status: 429, summary });
      }
      const typed = readAmount(texts.format, form, await guestRate(deps));
      if (!typed.ok) {
        const amount = amountProblem(texts, typed.refusal, badAmount(texts, payee));
        return again({ status: 400, amount });
      }
      const created = await unlessNodeAway(() =>
        createAddressInvoice(deps, {
          askedName: payee.pathName,
          domain: deps.addressDomain(),
          amountMsat: `${typed.value}000`,
          comment: form.text('comment').trim(),
          payerData: null,
          zapReadings: null,
          network: callerNetwork(request.address),
        }),
      );
      if (created === 'node_away') {
        return again({ status: 503, summary: texts.problems.nodeAway.message });
      }
      if (created.ok) {
        return redirectTo(payInvoicePath(created.value.pathName, created.value.verifyId));
      }
      const problem = problemOf(texts, payee, created.refusal);
      return problem === null ? notFoundPage() : again(problem);
    });
  },
};

export const payPages: readonly Page<AddressPageDeps>[] = [show, send];

/**
 * Runs a page about the owner of an address. If the name is unknown or its owner is disabled, the
 * answer is the same, so that strangers see no difference.
 */
async function withPayee(
  deps: AddressPageDeps,
  { params, texts }: PageRequest,
  work: (payee: PayRequest) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const described = await describePayRequest(deps, params.text('name'), deps.addressDomain());
  if (described.ok) return work(described.value);
  return described.refusal.kind === 'payee_full' ? showFull(texts) : notFoundPage();
}

const showFull = ({ pay: words }: PageTexts): ShownPage =>
  showPage({
    title: words.fullTitle,
    width: 'narrow',
    status: 400,
    main: html`<h1>${words.fullTitle}</h1><p>${words.refused.full}</p>`,
  });

interface Problem {
  readonly status: 400 | 429 | 503;
  readonly summary?: string;
  readonly amount?: string;
  readonly comment?: string;
}

/** Says what to show for a refused payment; null if the address no longer exists. */
function problemOf(
  texts: PageTexts,
  payee: PayRequest,
  refusal: AddressInvoiceRefusal,
): Problem | null {
  const { refused } = texts.pay;
  switch (refusal.kind) {
    case 'payee_not_found':
      return null;
    case 'payee_full':
      return { status: 400, summary: refused.full };
    case 'comment_too_long':
      return {
        status: 400,
        comment: refused.comment_too_long({ maxLength: String(MAX_COMMENT_LENGTH) }),
      };
    case 'too_many_open_invoices':
      return { status: 429, summary: refused.too_many_open_invoices };
    case 'too_busy':
      return { status: 429, summary: refused.too_busy };
    case 'bad_amount':
    case 'amount_out_of_range':
    // The form sends neither payer data nor a zap request, so refusals that concern these cannot
    // occur.
    case 'bad_payer_data':
    case 'zaps_not_taken':
    case 'bad_zap_request':
      return { status: 400, amount: badAmount(texts, payee) };
  }
}

const badAmount = ({ format, pay }: PageTexts, { minSat, maxSat }: PayRequest): string =>
  pay.refused.amount({ least: format.digits(minSat), most: format.digits(maxSat) });

async function showForm(
  deps: AddressPageDeps,
  { form, query, texts }: PageRequest,
  { payee, pathName }: PayRequest,
  problem: Problem | null,
): Promise<ShownPage> {
  const { pay: words, frame } = texts;
  const rate = await guestRate(deps);
  const address = `${payee.addressName}@${deps.addressDomain()}`;
  const { displayName, payPage } = payee;
  const { text, amountsSat } = payPage;
  const typed = (name: string): string => form.text(name) || query.text(name);
  return showPage({
    title: words.title({ payee: address }),
    width: 'narrow',
    isQuestion: true,
    scripts: amountScripts(rate),
    status: problem?.status ?? 200,
    preview: {
      address: `${deps.accounts.authUrl()}${payPath(pathName)}`,
      title: words.title({ payee: displayName ?? address }),
      description: text === '' ? words.lead : text,
    },
    main: html`
      <h1>${words.title({ payee: displayName ?? address })}</h1>
      ${displayName === null ? null : html`<p><code class="payee-address">${address}</code></p>`}
      ${text === '' ? null : html`<p class="said-text" dir="auto">${text}</p>`}
      <p class="lead">${words.lead}</p>
      ${problemSummary(problem?.summary ?? null)}
      ${amountsSat.length === 0 ? null : offeredAmounts(texts, pathName, amountsSat, rate)}
      ${postForm({
        action: payPath(pathName),
        csrfToken: null,
        isSentOnce: true,
        fields: [
          amountField(texts, {
            label: words.amount,
            value: typed('amount'),
            unit: typed('unit'),
            hint: words.amountHint,
            problem: problem?.amount,
            rate,
            now: deps.clock.now(),
          }),
          textField({
            name: 'comment',
            label: words.comment,
            value: typed('comment'),
            hint: words.commentHint({ maxLength: String(MAX_COMMENT_LENGTH) }),
            autocomplete: 'off',
            optional: frame.optional,
            problem: problem?.comment,
          }),
        ],
        submit: { label: words.submit },
      })}
      ${await addressToScan(deps, texts, payee.addressName, pathName)}`,
  });
}

/**
 * Buttons with amounts, each of which requests an invoice at once. They stand in a form of their
 * own, because Enter in the form with the field for an amount must send the typed amount.
 */
const offeredAmounts = (
  texts: PageTexts,
  pathName: string,
  amountsSat: readonly Sat[],
  rate: Rate | null,
): Html => html`
  <form method="post" action="${payPath(pathName)}" class="offered" data-once
    aria-label="${texts.pay.offered}">${amountsSat.map(
      (amountSat) => html`
        <button type="submit" class="button plain" name="amount" value="${String(amountSat)}">
          <span class="amount">${texts.format.sat(amountSat)}</span>
          ${rate && html`<span class="worth">${fiatValueText(texts, rate, amountSat)}</span>`}
        </button>`,
    )}</form>`;

/**
 * The address as a QR code, for payers whose wallet is on another device or who want to keep the
 * address.
 */
async function addressToScan(
  { addressDomain, payerPictures }: AddressPageDeps,
  { address: words, frame, pay }: PageTexts,
  addressName: string,
  pathName: string,
): Promise<Html> {
  const address = `${addressName}@${addressDomain()}`;
  return html`
    <section class="card address-card" aria-labelledby="scan">
      ${await addressQr({ addressDomain, qrPictures: payerPictures }, words, pathName)}
      <div>
        <h2 id="scan">${pay.scan}</h2>
        <p>${largeAddress(address)}</p>
        <p class="actions">${copyButton(frame, address)} ${shareButton(frame, address)}</p>
      </div>
    </section>`;
}
