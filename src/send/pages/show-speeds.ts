import type { Sat } from '../../base/amount.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { FeeQuote } from '../../onchain/quote-fees.ts';
import {
  TARGET_BLOCKS,
  WITHDRAWAL_SPEEDS,
  type WithdrawalSpeed,
} from '../../onchain/withdrawal.ts';
import { facts } from '../../web/pages/components.ts';
import {
  type Choice,
  choiceField,
  hiddenField,
  linkButton,
  postForm,
} from '../../web/pages/controls.ts';
import { dayEndText } from '../../web/pages/day-end.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { MostToSend } from '../read-send-draft.ts';
import type { SendDraft } from '../stores/send-draft-store.ts';
import { draftPath } from './send-paths.ts';

export interface SpeedFigures {
  readonly address: string;
  readonly amountSat: Sat;
  /**
   * The node's fee quote for each speed, in the order of the speeds; null when the node did not
   * answer.
   */
  readonly quotes: readonly FeeQuote[] | null;
  readonly most: MostToSend;
  readonly rate: Rate | null;
  readonly now: Date;
}

/** Shows what each speed costs, and asks for one that the payer can afford. */
export function showSpeeds(
  { session, texts }: UserPageRequest,
  draft: SendDraft,
  figures: SpeedFigures,
  problem: string | null = null,
): ShownPage {
  const words = texts.send.chain;
  const { amountSat, quotes, rate, now, address } = figures;
  const priced = WITHDRAWAL_SPEEDS.map((speed, place) => ({
    speed,
    quote: quotes?.[place] ?? null,
  }));
  const choices = priced.flatMap((one) => affordable(texts, figures, one));
  const notice = problem ?? (choices.length > 0 ? null : whyNone(texts, figures));
  const isOpen = draft.target.minSat !== draft.target.maxSat;
  const path = draftPath(draft.id);
  const others = [
    isOpen ? linkButton(texts.send.review.change, path) : null,
    linkButton(texts.frame.cancel, SEND_PATH),
  ];
  return showPage({
    title: words.title,
    section: 'send',
    width: 'narrow',
    status: problem !== null ? 400 : quotes === null ? 503 : 200,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${notice === null ? null : html`<p class="notice problem" role="alert">${notice}</p>`}
      <section class="card" aria-label="${texts.send.review.amount}">
        ${facts([
          [
            texts.send.review.amount,
            html`${texts.format.amount(amountSat)} ${fiatValue(texts, rate, amountSat, now)}`,
          ],
          [texts.send.review.to, html`<code>${address}</code>`],
        ])}
      </section>
      ${
        choices.length === 0
          ? html`<p class="actions">${others}</p>`
          : postForm({
              action: path,
              csrfToken: session.csrfToken(),
              isSentOnce: true,
              fields: [
                hiddenField('sat', String(amountSat)),
                choiceField({
                  name: 'speed',
                  legend: words.legend,
                  kind: 'one',
                  choices: oneOf(choices),
                }),
                tooDear(texts, figures, priced),
              ],
              submit: { label: texts.send.choose.submit },
              others,
            })
      }`,
  });
}

interface Priced {
  readonly speed: WithdrawalSpeed;
  readonly quote: FeeQuote | null;
}

type SpeedChoice = Omit<Choice, 'isChosen'>;

function affordable(
  texts: PageTexts,
  figures: SpeedFigures,
  { speed, quote }: Priced,
): SpeedChoice[] {
  if (quote?.kind !== 'costs' || !isWithin(figures, quote.highestSat)) return [];
  const { format, send } = texts;
  const about = format.sat(quote.feeSat);
  const hint = send.chain.cost({ about, most: format.sat(quote.highestSat) });
  return [{ value: speed, label: speedText(texts, speed), hint }];
}

/** Preselects the normal speed, which suits most payments, or else the first one. */
const oneOf = (choices: readonly SpeedChoice[]): readonly Choice[] => {
  const proposed = choices.find(({ value }) => value === 'normal') ?? choices[0];
  return choices.map((one) => ({ ...one, isChosen: one === proposed }));
};

const isWithin = ({ amountSat, most }: SpeedFigures, feeSat: bigint): boolean =>
  amountSat + feeSat <= (most.leftDaySat ?? most.spendableSat);

/** Says which speeds the payer cannot afford, and what they would need. */
function tooDear(texts: PageTexts, figures: SpeedFigures, priced: readonly Priced[]): Content {
  const { format, send } = texts;
  return priced.flatMap(({ speed, quote }): Html[] =>
    quote?.kind !== 'costs' || isWithin(figures, quote.highestSat)
      ? []
      : [
          html`<p class="hint">${send.chain.tooDear({
            speed: send.chain.speeds[speed],
            needed: format.sat(figures.amountSat + quote.highestSat),
          })}</p>`,
        ],
  );
}

/** Says why no speed can be chosen. */
function whyNone(texts: PageTexts, { amountSat, quotes, most, now }: SpeedFigures): string {
  const { format, send, sendRefused } = texts;
  if (quotes === null) return send.chain.nodeAway;
  const costs = quotes.flatMap((quote) => (quote.kind === 'costs' ? [quote.highestSat] : []));
  const [least] = [...costs].sort((one, other) => Number(one - other));
  if (least === undefined) {
    const { feesTooHigh, notEnoughOnChain } = sendRefused.paying;
    return quotes.some(({ kind }) => kind === 'not_enough_on_chain')
      ? notEnoughOnChain
      : feesTooHigh;
  }
  const needs = send.review.needsWithFee({ needed: format.sat(amountSat + least) });
  const { leftDaySat, spendableSat } = most;
  const has =
    leftDaySat === null
      ? send.review.aboveBalance({ spendable: format.sat(spendableSat) })
      : send.review.aboveDay({ left: format.sat(leftDaySat), time: dayEndText(format, now) });
  return `${needs} ${has}`;
}

const BLOCK_MS = 10 * MINUTE_MS;

/** A speed, with the time within which it usually confirms. */
const speedText = (texts: PageTexts, speed: WithdrawalSpeed): string =>
  `${texts.send.chain.speeds[speed]}: ${arrivalText(texts, speed)}`;

/** The time within which a withdrawal of this speed usually confirms. */
export const arrivalText = ({ format, send }: PageTexts, speed: WithdrawalSpeed): string =>
  send.chain.within({ time: durationText(format.locale, TARGET_BLOCKS[speed] * BLOCK_MS) });
