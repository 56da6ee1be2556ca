import { debitSat, type Sat } from '../../base/amount.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import { type Payment, type SettledPayment, toSettledPayment } from '../../ledger/payment.ts';
import { showSuccess } from '../../lnurl/success-action.ts';
import { isLongInFlight } from '../../payments/payment-config.ts';
import type { User } from '../../users/user-store.ts';
import { copyButton, facts, quotedText } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import { pastFiatValue } from '../../web/pages/fiat-value.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { contactOf, type SendPayee } from '../read-send-draft.ts';
import { payeeTextOf } from '../send-target.ts';
import type { SendDraft } from '../stores/send-draft-store.ts';
import { type PaidPayee, payAgain } from './pay-again.ts';
import { renderPayee } from './payee-words.ts';
import { payeeName, type Receipt, receiptButtons, renderReceipt, walletName } from './receipt.ts';
import { againPath, draftPath } from './send-paths.ts';
import { saidRow } from './show-review.ts';

export interface ShownPayment {
  readonly draft: SendDraft;
  readonly payment: Payment;
  readonly payee: SendPayee;
  readonly now: Date;
  /** The price of bitcoin when the payment was made; null when unknown. */
  readonly rate: Rate | null;
  /** The name of the service. */
  readonly site: string;
}

/** Shows the state of a payment, as far as it is known. */
export function renderPayment(request: UserPageRequest, shown: ShownPayment): Html {
  switch (stageOf(shown)) {
    case 'paid':
      return renderPaid(request, shown, toSettledPayment(shown.payment));
    case 'failed':
      return renderFailed(request, shown);
    default:
      return renderOpen(request.texts, shown);
  }
}

type Stage = Exclude<keyof PageTexts['send']['payment'], PlainKey>;
type PlainKey =
  | 'facts'
  | 'payingAgain'
  | 'proof'
  | 'proofHint'
  | 'technical'
  | 'message'
  | 'messageLink'
  | 'noSecret'
  | 'check'
  | 'done'
  | 'again';

const LONG_UNKNOWN_MS = DAY_MS;

const ageMs = ({ payment, now }: Pick<ShownPayment, 'payment' | 'now'>): number =>
  now.getTime() - payment.createdAt.getTime();

function stageOf({ payment, now }: Pick<ShownPayment, 'payment' | 'now'>): Stage {
  const isLong = isLongInFlight(payment.createdAt, now);
  switch (payment.state) {
    case 'reserved':
      return 'sending';
    case 'dispatching':
      return isLong ? 'longOnItsWay' : 'sending';
    case 'in_flight':
      return isLong ? 'longOnItsWay' : 'onItsWay';
    case 'unknown':
      return ageMs({ payment, now }) > LONG_UNKNOWN_MS ? 'stillUnknown' : 'unknown';
    case 'settled':
      return 'paid';
    case 'failed':
      return 'failed';
  }
}

/** The title of the page, which screen readers announce when it changes. */
export const titleOf = ({ send: { payment: words } }: PageTexts, shown: ShownPayment): string =>
  words[stageOf(shown)].title;

function renderOpen(texts: PageTexts, shown: ShownPayment): Html {
  const { payment, draft } = shown;
  const words = texts.send.payment;
  const stage = stageOf(shown);
  return html`
    <h1 data-focus>${words[stage].title}</h1>
    ${openWords(texts, shown).map((text) => html`<p class="lead">${text}</p>`)}
    <section class="card">
      ${factsOf(texts, shown, [
        [words.facts.feeTaken, openFee(texts, payment)],
        [words.facts.time, texts.format.moment(payment.createdAt)],
      ])}
      ${technical(words, payment)}
    </section>
    <p class="actions">
      <span data-unwatched>${linkButton(words.check, draftPath(draft.id), 'main')}</span>
      ${linkButton(words.done, '/')}
    </p>`;
}

function openFee(
  { format, send: { review } }: PageTexts,
  { amountMsat, heldSat }: Payment,
): string {
  const maxFeeSat = heldSat - debitSat(amountMsat);
  return maxFeeSat === 0n ? review.noFee : review.feeAtMost({ amount: format.sat(maxFeeSat) });
}

function openWords(texts: PageTexts, shown: ShownPayment): readonly string[] {
  const { format, send } = texts;
  const words = send.payment;
  const { payment } = shown;
  const amountSat = debitSat(payment.amountMsat);
  const setAside = words.sending.text({
    held: format.sat(payment.heldSat),
    amount: format.sat(amountSat),
    fee: format.sat(payment.heldSat - amountSat),
  });
  const again = payingAgain(texts, payment);
  switch (stageOf(shown)) {
    case 'unknown':
      return [words.unknown.text({ again })];
    case 'stillUnknown': {
      const { identifier } = payment;
      return [words.unknown.text({ again }), words.stillUnknown.operator({ identifier })];
    }
    case 'onItsWay':
      return [words.onItsWay.text];
    case 'longOnItsWay': {
      const lasting = durationText(format.locale, ageMs(shown));
      return [words.longOnItsWay.text({ lasting, again })];
    }
    default:
      return [setAside];
  }
}

/** The warning not to pay again while a payment has not ended. */
export const payingAgain = (
  { send: { payment: words } }: PageTexts,
  { kind }: Pick<Payment, 'kind'>,
): string => words.payingAgain[AGAIN[kind]];

const AGAIN: Readonly<Record<MovementKind, keyof PaymentWords['payingAgain']>> = {
  bolt11: 'invoice',
  keysend: 'node',
};

/** Technical details, for support and for people who want to verify them. */
const technical = (words: PaymentWords, payment: Payment): Html => html`
  <details>
    <summary>${words.technical}</summary>
    ${facts(codesOf(words, payment))}
  </details>`;

type PaymentWords = PageTexts['send']['payment'];

const codesOf = (
  { facts: words }: PaymentWords,
  { identifier, paymentHash }: Payment,
): readonly (readonly [string, Content])[] => [
  [words.identifier, html`<code>${identifier}</code>`],
  [words.hash, html`<code>${paymentHash}</code>`],
];

/** Shows a settled payment on the screen, and its receipt on paper. */
function renderPaid(request: UserPageRequest, shown: ShownPayment, payment: SettledPayment): Html {
  const { texts, user } = request;
  const words = texts.send.payment;
  const { amountSat, preimage } = payment;
  const proof = isProof(payment)
    ? html`
        <details class="proof">
          <summary>${words.proof}</summary>
          <p><code>${preimage}</code></p>
          <p class="actions">${copyButton(texts.frame, preimage)}</p>
          <p class="hint">${words.proofHint}</p>
          ${facts(codesOf(words, payment))}
        </details>`
    : technical(words, payment);
  const receipt = receiptOf(texts, user, shown, payment);
  return html`
    <h1 class="paid" data-focus>${words.paid.title}</h1>
    <p class="record-amount">${texts.format.amount(amountSat)}</p>
    ${pastFiatValue(texts, shown.rate, amountSat)}
    <p class="lead">${words.paid.text}</p>
    ${renderMessage(words, payment)}
    <section class="card">
      ${facts([
        payeeRow(texts, shown.payee),
        ...reasonRows(texts, shown.payment),
        [words.facts.feeTaken, feeText(texts, payment)],
        [words.facts.time, texts.format.moment(payment.endedAt)],
      ])}
      ${proof}
    </section>
    <p class="actions">
      ${linkButton(words.done, '/', 'main')} ${receiptButtons(texts, receipt)}
    </p>
    ${payAgain(request, paidPayee(shown, amountSat))}
    ${renderReceipt(texts, receipt)}`;
}

function feeText({ format, send }: PageTexts, { path, feeSat }: SettledPayment): Content {
  switch (path) {
    case 'internal':
      return send.review.noFee;
    case 'node':
      return format.amount(feeSat);
  }
}

const isProof = ({ kind }: Payment): boolean => PREIMAGE_PROVES[kind];

/**
 * Whether the preimage proves a payment, by its kind. For a keysend it proves nothing, because the
 * payer made it.
 */
const PREIMAGE_PROVES: Readonly<Record<MovementKind, boolean>> = { bolt11: true, keysend: false };

function receiptOf(
  texts: PageTexts,
  user: User,
  { payee, rate, site }: ShownPayment,
  payment: SettledPayment,
): Receipt {
  const own = walletName(texts, site, user.name);
  return {
    site,
    identifier: payment.identifier,
    direction: 'outgoing',
    amountSat: payment.amountSat,
    rate,
    payee: payeeName(texts, site, payee, own),
    address: null,
    payer: own,
    paidAt: payment.endedAt,
    purpose: payment.memo,
    comment: payment.sentTo?.comment ?? null,
    paymentHash: payment.paymentHash,
    txid: null,
    preimage: isProof(payment) ? payment.preimage : null,
  };
}

const paidPayee = ({ draft, payee }: ShownPayment, amountSat: Sat): PaidPayee => ({
  text: payeeTextOf(draft.target),
  contact: contactOf(payee),
  amountSat,
});

/** Shows the payee's message (LUD-09, LUD-10): a text, or a link that is never opened by itself. */
function renderMessage(
  words: PageTexts['send']['payment'],
  { sentTo, preimage }: SettledPayment,
): Content {
  const action = sentTo?.successAction ?? null;
  if (action === null) return null;
  const { text, url, secret } = showSuccess(action, preimage);
  const isUnreadable = action.tag === 'aes' && secret === null;
  return html`
    <section class="card" aria-labelledby="message">
      <h2 id="message">${words.message}</h2>
      ${text === '' ? null : html`<p class="said" dir="auto">${text}</p>`}
      ${secret === null ? null : quotedText(words.message, secret)}
      ${isUnreadable ? html`<p class="hint">${words.noSecret}</p>` : null}
      ${
        url === null
          ? null
          : html`
              <p><a href="${url}" rel="noreferrer">${words.messageLink({
                host: new URL(url).host,
              })}</a></p>`
      }
    </section>`;
}

function renderFailed({ session, texts }: UserPageRequest, shown: ShownPayment): Html {
  const { draft, payment } = shown;
  const words = texts.send.payment;
  return html`
    <h1 data-focus>${words.failed.title}</h1>
    <p class="lead">${reasonWords(words, payment)} ${words.failed.nothingTaken}</p>
    <section class="card">
      ${factsOf(texts, shown, [
        [words.facts.time, texts.format.moment(payment.endedAt ?? payment.createdAt)],
      ])}
      ${technical(words, payment)}
    </section>
    ${postForm({
      action: againPath(draft.id),
      csrfToken: session.csrfToken(),
      isSentOnce: true,
      fields: null,
      submit: { label: words.again },
      others: [instead(texts, draft), linkButton(words.done, '/')],
    })}`;
}

/**
 * A link that leads to paying a bitcoin address instead of the invoice, where the user's text
 * offered both.
 */
const instead = ({ send }: PageTexts, { target: { source } }: SendDraft): Content =>
  source.kind === 'invoice' && source.bitcoin !== undefined
    ? linkButton(send.chain.instead, `${SEND_PATH}?to=${encodeURIComponent(source.bitcoin)}`)
    : null;

function reasonWords({ failed }: PageTexts['send']['payment'], { failure, kind }: Payment): string {
  const own: Readonly<Record<MovementKind, ReasonWords>> = {
    bolt11: {},
    keysend: failed.nodeReasons,
  };
  const reasons: ReasonWords = { ...failed.reasons, ...own[kind] };
  return reasons[failure?.reason ?? ''] ?? failed.reasons.other;
}

export type ReasonWords = Readonly<Partial<Record<string, string>>>;

function factsOf(
  texts: PageTexts,
  { payment, payee }: ShownPayment,
  others: readonly (readonly [string, Content])[],
): Html {
  return facts([
    payeeRow(texts, payee),
    [texts.send.review.amount, texts.format.amount(debitSat(payment.amountMsat))],
    ...reasonRows(texts, payment),
    ...others,
  ]);
}

const payeeRow = ({ send }: PageTexts, payee: SendPayee): readonly [string, Content] => [
  send.review.to,
  renderPayee(send.payee, payee),
];

const reasonRows = ({ send: { review: words } }: PageTexts, { memo, sentTo }: Payment) => [
  ...saidRow(words.description, memo),
  ...saidRow(words.comment, sentTo?.comment ?? null),
];
