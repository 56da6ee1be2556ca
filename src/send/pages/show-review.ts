import { problemIn, proofForm, type Unproved } from '../../accounts/pages/prove-identity.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { facts, untrustedText } from '../../web/pages/components.ts';
import { linkButton, postForm, submitButton } from '../../web/pages/controls.ts';
import { dayEndText } from '../../web/pages/day-end.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { findPayerQuestion, type PayerQuestion } from '../order-draft.ts';
import type { SendPayee, SendReview } from '../read-send-draft.ts';
import { canBeginAgain, onlyKeyOf } from '../send-target.ts';
import type { SendDraft } from '../stores/send-draft-store.ts';
import { renderPayee } from './payee-words.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { againPath, payPath } from './send-paths.ts';
import { arrivalText } from './show-speeds.ts';

/**
 * Shows everything that matters before money leaves, and the button that pays. If the payer has to
 * prove who they are, the question takes the place of the button, and answering it pays.
 */
export async function showReview(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  readReview: SendReview,
  proof: Unproved = { kind: 'none', by: null, isOtherWay: false },
): Promise<ShownPage> {
  const { session, texts, user } = request;
  const words = texts.send.review;
  const review = { ...readReview, rate: await readerRate(deps, user) };
  const { amountMsat, amountSat, obstacle } = review;
  const isWrong = proof.kind === 'wrong' && obstacle === null;
  const { form, scripts } = await payForm(deps, request, draft, review, proof);
  return showPage({
    title: words.title,
    section: 'send',
    width: 'narrow',
    scripts,
    status: isWrong ? proof.status : 200,
    main: html`
      <h1>${words.title}</h1>
      ${obstacleNotice(texts, draft, review, deps.clock.now())}
      ${warningsOf(texts, draft, review).map((text) => html`<p class="notice warn">${text}</p>`)}
      <section class="card review" aria-label="${words.title}">
        <p class="eyebrow">${words.amount}</p>
        <p class="figure-line">${texts.format.exact(amountMsat)}</p>
        ${fiatValue(texts, review.rate, amountSat, deps.clock.now())}
        ${factsOf(deps, texts, draft, review)}
      </section>
      ${form}
      ${
        canChange(draft)
          ? postForm({
              id: CHANGE_FORM,
              action: againPath(draft.id),
              csrfToken: session.csrfToken(),
              fields: null,
              submit: null,
            })
          : null
      }`,
  });
}

/** The form that pays. If something prevents the payment, only the other buttons are shown. */
async function payForm(
  deps: SendPageDeps,
  request: UserPageRequest,
  draft: SendDraft,
  review: SendReview,
  proof: Unproved,
): Promise<{ readonly form: Html; readonly scripts: readonly string[] }> {
  const { session, texts, user } = request;
  const words = texts.send.review;
  const { amountMsat, amountSat } = review;
  const others = html`<span class="others">
    ${changeButton(words, draft, review)} ${linkButton(words.cancel, SEND_PATH)}</span>`;
  if (review.obstacle !== null)
    return { form: html`<p class="actions">${others}</p>`, scripts: [] };
  const action = payPath(draft.id);
  const submit = words.pay({ amount: texts.format.satOf(amountMsat) });
  const aboveSat = user.preferences.confirmAboveSat;
  const question = await findPayerQuestion(deps, draft, { amountSat, aboveSat });
  if (question === null) {
    const csrfToken = session.csrfToken();
    const pay = { action, csrfToken, isSentOnce: true, fields: null, submit: { label: submit } };
    return { form: postForm({ ...pay, others }), scripts: [] };
  }
  const asked = await proofForm(deps, request, {
    action,
    by: proof.by,
    fields: null,
    submit,
    others,
    problem: problemIn(proof),
    hasFocus: false,
  });
  const form = html`
    <section class="card" aria-labelledby="who-pays">
      <h2 id="who-pays">${texts.confirm.title}</h2>
      <p>${questionWords(texts, question)}</p>
      ${asked.form}
    </section>`;
  return { form, scripts: asked.scripts };
}

function questionWords(
  {
    format,
    send: {
      review: { identity },
    },
  }: PageTexts,
  { unprovedSat, aboveSat }: PayerQuestion,
): string {
  if (aboveSat === 0n) return identity.always;
  const above = format.sat(aboveSat);
  return unprovedSat === 0n
    ? identity.large({ above })
    : identity.together({ sent: format.sat(unprovedSat), above });
}

type Words = PageTexts['send']['review'];

/**
 * The button that changes the amount. As it stands among the buttons of the form that pays, it
 * names its own form by id.
 */
function changeButton(words: Words, draft: SendDraft, review: SendReview): Content {
  if (!canChange(draft)) return null;
  return isRenewed(draft, review)
    ? submitButton({ form: CHANGE_FORM, label: words.renew })
    : submitButton({ form: CHANGE_FORM, label: words.change, look: 'plain' });
}

const CHANGE_FORM = 'change';

const canChange = ({ target: { minSat, maxSat, source } }: SendDraft): boolean =>
  minSat !== maxSat || canBeginAgain(source);

/** Whether the payee can be asked for a new invoice in place of an expired one. */
const isRenewed = ({ target }: SendDraft, { obstacle }: SendReview): boolean =>
  obstacle === 'invoice_expired' && canBeginAgain(target.source);

function obstacleNotice(
  { send: { review: words }, format }: PageTexts,
  draft: SendDraft,
  review: SendReview,
  now: Date,
): Content {
  const { maxFeeSat, obstacle } = review;
  if (obstacle === null) return null;
  const needed = format.sat(review.amountSat + (maxFeeSat ?? 0n));
  const needs = maxFeeSat === null ? words.needs({ needed }) : words.needsWithFee({ needed });
  const left = format.sat(review.leftDaySat ?? 0n);
  const text =
    obstacle === 'above_balance'
      ? `${needs} ${words.aboveBalance({ spendable: format.sat(review.spendableSat) })}`
      : obstacle === 'above_day'
        ? `${needs} ${words.aboveDay({ left, time: dayEndText(format, now) })}`
        : words.obstacles[obstacle];
  const said = isRenewed(draft, review) ? words.expiredAtPayee : text;
  return html`<p class="notice problem" role="alert">${said}</p>`;
}

/** The amount from which a fee may be called high: fees of smaller payments never are. */
const HIGH_FEE_FROM_SAT = 100n;

function warningsOf(
  { format, send }: PageTexts,
  { target }: SendDraft,
  review: SendReview,
): readonly string[] {
  const { warnings } = send.review;
  const { amountSat, maxFeeSat, payee } = review;
  const isHigh =
    maxFeeSat !== null && amountSat >= HIGH_FEE_FROM_SAT && maxFeeSat * 2n >= amountSat;
  const highFee = (feeSat: bigint): string =>
    warnings.highFee({ fee: format.sat(feeSat), amount: format.sat(amountSat) });
  const isOwn = payee.kind !== 'node' && payee.here?.isOwn === true;
  const ownWords = payee.kind === 'chain' ? send.chain.own : warnings.ownWallet;
  return [
    ...(isHigh ? [highFee(maxFeeSat)] : []),
    ...(review.isHashConfirmed ? [] : [warnings.hashUnconfirmed]),
    ...(isOwn ? [ownWords] : []),
    ...(review.chain === null ? [] : [send.chain.warning]),
    ...(onlyKeyOf(target.source) === null ? [] : [warnings.nodeKey]),
  ];
}

function factsOf(
  { clock }: Pick<SendPageDeps, 'clock'>,
  texts: PageTexts,
  { target: { source } }: SendDraft,
  { payee, maxFeeSat, chain, amountSat, spendableSat, expiresAt, obstacle, ...review }: SendReview,
): Html {
  const { format } = texts;
  const words = texts.send.review;
  const key = onlyKeyOf(source);
  const afterSat = spendableSat - amountSat - (maxFeeSat ?? 0n);
  const fee = feeText(texts, { maxFeeSat, chain });
  const amount = format.sat(afterSat);
  const after = maxFeeSat === null ? amount : words.afterAtLeast({ amount });
  return facts([
    [words.to, renderPayee(texts.send.payee, payee)],
    ...(key === null ? [] : [[words.key, html`<code>${key}</code>`] as const]),
    ...saidRow(words.description, review.description),
    ...saidRow(words.comment, review.comment),
    [words.fee, fee],
    ...arrivalRow(texts, payee, chain),
    ...(obstacle === 'invoice_expired' || expiresAt === null
      ? []
      : [expiryRow(texts, expiresAt, clock.now())]),
    ...(obstacle !== null ? [] : [[words.after, after] as const]),
  ]);
}

function feeText(
  { format, send }: PageTexts,
  { maxFeeSat, chain }: Pick<SendReview, 'maxFeeSat' | 'chain'>,
): string {
  if (maxFeeSat === null) return send.review.noFee;
  const most = format.sat(maxFeeSat);
  return chain === null
    ? send.review.feeAtMost({ amount: most })
    : send.chain.feeAbout({ about: format.sat(chain.aboutSat), most });
}

function arrivalRow(
  texts: PageTexts,
  payee: SendPayee,
  chain: SendReview['chain'],
): readonly (readonly [string, Content])[] {
  if (payee.kind !== 'chain') return [];
  const { arrives, atOnce } = texts.send.chain;
  return [[arrives, chain === null ? atOnce : arrivalText(texts, chain.speed)]];
}

const expiryRow = (
  { format: { moment }, send: { review: words } }: PageTexts,
  expiresAt: Date,
  now: Date,
): readonly [string, Content] => {
  const leftSec = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  return [
    words.expires,
    html`<span data-left="${words.left}" data-left-sec="${leftSec}">${moment(expiresAt)}</span>`,
  ];
};

/** A row with a text that someone else wrote, which may be anything. */
export const saidRow = (
  name: string,
  text: string | null,
): readonly (readonly [string, Content])[] =>
  text === null || text === '' ? [] : [[name, untrustedText(text)]];
