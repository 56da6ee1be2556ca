import { creditSat, satToMsat } from '../../base/amount.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { type Invoice, namedAmountMsat } from '../../ledger/invoice.ts';
import { withdrawPath } from '../../receive/pages/receive-paths.ts';
import { amountField, amountScripts } from '../../web/pages/amount-field.ts';
import { facts, stateWord, untrustedText } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { OfferedAmounts } from '../offered-amounts.ts';
import type { WithdrawDraft } from '../stores/withdraw-store.ts';

export interface OfferFigures {
  readonly amounts: OfferedAmounts;
  /** The price in the currency in which the amount may be entered; null if there is none. */
  readonly rate: Rate | null;
  readonly now: Date;
}

/** Shows what a withdraw link offers, and asks how much of it the user wants. */
export function showOffer(
  request: UserPageRequest,
  { id, domain, offer }: WithdrawDraft,
  { amounts: { minSat, maxSat, exactMsat }, rate, now }: OfferFigures,
  problem: string | null,
): ShownPage {
  const { session, texts } = request;
  const form = readResumedForm(request) ?? request.form;
  const { format, withdraw: words } = texts;
  const fixed = format.satOf(exactMsat ?? satToMsat(minSat));
  return showPage({
    title: words.title,
    section: 'receive',
    width: 'narrow',
    scripts: amountScripts(rate),
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead({ domain })}</p>
      ${offer.text === '' ? null : html`<p class="said" dir="auto">${offer.text}</p>`}
      ${postForm({
        action: withdrawPath(id),
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields:
          minSat === maxSat
            ? html`<p>${words.fixed({ amount: fixed })}</p>${fiatValue(texts, rate, minSat, now)}`
            : amountField(texts, {
                label: words.amount,
                value: form.text('amount') || String(maxSat),
                unit: form.text('unit'),
                hint: words.range({ least: format.sat(minSat), most: format.sat(maxSat) }),
                hasFocus: true,
                problem: problem ?? undefined,
                rate,
                now,
              }),
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, SEND_PATH),
      })}`,
  });
}

interface AskedFigures {
  readonly now: Date;
  readonly rate: Rate | null;
  readonly isRefused: boolean;
}

/**
 * Shows a withdraw link whose server was asked to pay: the answer of the server, and whether the
 * money has arrived.
 */
export function renderAsked(
  { session, texts }: UserPageRequest,
  draft: WithdrawDraft,
  invoice: Invoice,
  { now, rate, isRefused }: AskedFigures,
): { readonly title: string; readonly content: Html } {
  const { format, withdraw: words } = texts;
  const { domain, offer, id } = draft;
  const amountMsat = namedAmountMsat(invoice);
  const amount = format.satOf(amountMsat);
  const value = fiatValue(texts, rate, creditSat(amountMsat), now);
  const rows = facts([
    [words.from, html`<bdi>${domain}</bdi>`],
    ...(offer.text === '' ? [] : [[words.description, untrustedText(offer.text)] as const]),
    [words.amount, html`${format.exact(amountMsat)}${value}`],
  ]);
  const done = linkButton(words.done, '/', 'main');
  if (invoice.settledAt !== null) {
    return part(
      words.arrived.title,
      words.arrived.text({ amount: format.sat(creditSat(amountMsat)) }),
      'paid',
      rows,
      done,
    );
  }
  if (invoice.expiresAt <= now) {
    return part(words.expired.title, words.expired.text, null, rows, done);
  }
  if (draft.acceptedAt !== null) {
    const { title, text, check } = words.onItsWay;
    const state = html`<p class="split">${stateWord('waiting', title)}</p>`;
    const look = html`<span data-unwatched>${linkButton(check, withdrawPath(id))}</span>`;
    return part(title, text({ domain, amount }), null, [state, rows], [done, look]);
  }
  const form = postForm({
    action: withdrawPath(id),
    csrfToken: session.csrfToken(),
    isSentOnce: true,
    fields: null,
    submit: { label: words.noAnswer.again },
    others: linkButton(words.done, '/'),
  });
  const { title, text } = isRefused ? words.refused : words.noAnswer;
  return part(title, text({ domain }), null, rows, form);
}

const part = (
  title: string,
  text: string,
  look: 'paid' | null,
  card: Content,
  actions: Content,
): { readonly title: string; readonly content: Html } => ({
  title,
  content: html`
    <h1 class="${look}" data-focus>${title}</h1>
    <p class="lead">${text}</p>
    <section class="card">${card}</section>
    <div class="actions">${actions}</div>`,
});

export const showTooOld = ({ withdraw: { title, tooOld: words } }: PageTexts): ShownPage =>
  showPage({
    title,
    section: 'receive',
    width: 'narrow',
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.text}</p>
      <p class="actions">${linkButton(words.again, SEND_PATH, 'main')}</p>`,
  });
