import type { Rate } from '../../../fiat/rate.ts';
import type { SendDraft } from '../../../lnurl/send-draft-store.ts';
import type { SendReview } from '../../../usecases/sends/read-send.ts';
import { linkButton, postForm, submitButton } from '../kit/controls.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../kit/page.ts';
import { facts } from '../kit/pieces.ts';
import { worth } from '../kit/worth.ts';
import type { PageDeps } from '../page-deps.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { renderPayee } from './payee-words.ts';
import { againPath, payPath, SEND_PATH } from './send-paths.ts';

/** What is reviewed, and the price in the reader's currency; null for none. */
type ShownReview = SendReview & { readonly rate: Rate | null };

/** All that matters before money leaves, and the button that sends it. */
export function showReview(
  deps: Pick<PageDeps, 'clock'>,
  { session, texts, user }: UserPageRequest,
  draft: SendDraft,
  review: ShownReview,
): ShownPage {
  const words = texts.send.review;
  const { amountMsat, amountSat, obstacle } = review;
  const isMuch = amountSat > user.preferences.confirmAboveSat;
  const asksIdentity = isMuch && !session.isConfirmed(deps.clock.now());
  return showPage({
    title: words.title,
    section: 'send',
    width: 'narrow',
    main: html`
      <h1>${words.title}</h1>
      ${obstacleNotice(texts, draft, review)}
      <section class="card review" aria-label="${words.title}">
        <p class="eyebrow">${words.amount}</p>
        <p class="figure-line">${texts.figures.exact(amountMsat)}</p>
        ${worth(texts, review.rate, amountSat, deps.clock.now())}
        ${factsOf(deps, texts, review)}
      </section>
      ${warningsOf(texts, review).map((text) => html`<p class="notice warn">${text}</p>`)}
      ${obstacle === null && asksIdentity ? html`<p class="hint">${words.identity}</p>` : null}
      ${
        obstacle === null
          ? postForm({
              action: payPath(draft.id),
              csrfToken: session.csrfToken(),
              isSentOnce: true,
              fields: null,
              submit: { label: words.pay(texts.figures.satOf(amountMsat)) },
              others: [changeButton(words, draft, review), linkButton(words.cancel, SEND_PATH)],
            })
          : html`<p class="actions">${changeButton(words, draft, review)}
              ${linkButton(words.cancel, SEND_PATH)}</p>`
      }
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

type Words = PageTexts['send']['review'];

/** It stands beside the buttons of another form. */
function changeButton(words: Words, draft: SendDraft, review: SendReview): Content {
  if (!canChange(draft)) return null;
  return isRenewed(draft, review)
    ? submitButton({ form: CHANGE_FORM, label: words.renew })
    : submitButton({ form: CHANGE_FORM, label: words.change, look: 'plain' });
}

const CHANGE_FORM = 'change';

const canChange = ({ target: { minSat, maxSat, source } }: SendDraft): boolean =>
  minSat !== maxSat || source.kind !== 'invoice';

/** Whether the payee can be asked for another invoice in place of one that is too old. */
const isRenewed = ({ target }: SendDraft, { obstacle }: SendReview): boolean =>
  obstacle === 'invoice_expired' && target.source.kind !== 'invoice';

function obstacleNotice(
  { send: { review: words }, figures }: PageTexts,
  draft: SendDraft,
  review: SendReview,
): Content {
  const { obstacle } = review;
  if (obstacle === null) return null;
  const needed = review.amountSat + (review.maxFeeSat ?? 0n);
  const text =
    obstacle === 'above_balance'
      ? words.aboveBalance(figures.sat(needed), figures.sat(review.spendableSat))
      : words.obstacles[obstacle];
  const said = isRenewed(draft, review) ? words.expiredAtPayee : text;
  return html`<p class="notice problem" role="alert">${said}</p>`;
}

/** From here on a fee is no small change any more. */
const HIGH_FEE_FROM_SAT = 100n;

function warningsOf({ figures, send }: PageTexts, review: SendReview): readonly string[] {
  const { warnings } = send.review;
  const { amountSat, maxFeeSat, payee } = review;
  const isHigh =
    maxFeeSat !== null && amountSat >= HIGH_FEE_FROM_SAT && maxFeeSat * 2n >= amountSat;
  const isOwn = payee.kind !== 'node' && payee.here?.isOwn === true;
  return [
    ...(isHigh ? [warnings.highFee(figures.sat(maxFeeSat), figures.sat(amountSat))] : []),
    ...(review.isHashConfirmed ? [] : [warnings.hashUnconfirmed]),
    ...(isOwn ? [warnings.ownWallet] : []),
  ];
}

function factsOf(
  { clock }: Pick<PageDeps, 'clock'>,
  texts: PageTexts,
  { payee, maxFeeSat, amountSat, spendableSat, expiresAt, obstacle, ...review }: SendReview,
): Html {
  const { figures } = texts;
  const words = texts.send.review;
  const afterSat = spendableSat - amountSat - (maxFeeSat ?? 0n);
  const fee = maxFeeSat === null ? words.noFee : words.feeAtMost(figures.sat(maxFeeSat));
  const after = figures.sat(afterSat);
  return facts([
    [words.to, renderPayee(texts.send.payee, payee)],
    ...saidRow(words.description, review.description),
    ...saidRow(words.comment, review.comment),
    [words.fee, fee],
    ...(obstacle === 'invoice_expired' ? [] : [expiryRow(texts, expiresAt, clock.now())]),
    ...(obstacle !== null
      ? []
      : [[words.after, maxFeeSat === null ? after : words.afterAtLeast(after)] as const]),
  ]);
}

const expiryRow = (
  { figures: { moment }, send: { review: words } }: PageTexts,
  expiresAt: Date,
  now: Date,
): readonly [string, Content] => {
  const leftSec = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  return [
    words.expires,
    html`<span data-left="${words.left}" data-left-sec="${leftSec}">${moment(expiresAt)}</span>`,
  ];
};

/** Words of others, which may hold anything. */
export const saidRow = (
  name: string,
  text: string | null,
): readonly (readonly [string, Content])[] =>
  text === null || text === '' ? [] : [[name, html`<bdi>${text}</bdi>`]];
