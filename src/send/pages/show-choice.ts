import type { NamedContact } from '../../contacts/contact-store.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { amountField, amountScripts } from '../../web/pages/amount-field.ts';
import { linkButton, postForm, submitButton, textField } from '../../web/pages/controls.ts';
import { dayEndText } from '../../web/pages/day-end.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { MostToSend } from '../read-send-draft.ts';
import { hasSpeeds } from '../send-target.ts';
import type { SendDraft } from '../stores/send-draft-store.ts';
import { draftPath } from './send-paths.ts';

export interface ChoiceProblem {
  readonly field: 'amount' | 'comment' | null;
  readonly text: string;
}

export interface ChoiceFigures {
  /** The payer's own name for this payee; null if they have none. */
  readonly contact: NamedContact | null;
  readonly most: MostToSend;
  /** The price in the currency in which the amount may be entered; null if there is none. */
  readonly rate: Rate | null;
  readonly now: Date;
}

/** Asks how much to pay, and for a comment. */
export function showChoice(
  request: UserPageRequest,
  { id, target, choice }: SendDraft,
  { contact, most, rate, now }: ChoiceFigures,
  problem: ChoiceProblem | null,
): ShownPage {
  const { session, texts } = request;
  const form = readResumedForm(request) ?? request.form;
  const words = texts.send.choose;
  const payee = target.payee === null ? null : shownTarget(target.payee);
  const address = target.source.kind === 'chain' ? target.source.address : null;
  const title =
    payee === null
      ? address === null
        ? words.anyTitle
        : texts.send.chain.to
      : words.title({ payee: contact === null ? payee : contact.name });
  const problemOf = (field: ChoiceProblem['field']): string | undefined =>
    problem?.field === field ? problem.text : undefined;
  const proposed = choice.amountSat === null ? '' : String(choice.amountSat);
  return showPage({
    title,
    section: 'send',
    width: 'narrow',
    scripts: amountScripts(rate),
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${title}</h1>
      ${contact === null ? null : html`<p class="lead"><bdi>${payee}</bdi></p>`}
      ${address === null ? null : html`<p class="lead"><code>${address}</code></p>`}
      ${target.text === null ? null : html`<p class="lead" dir="auto">${target.text}</p>`}
      ${
        problem?.field === null
          ? html`<p class="notice problem" role="alert">${problem.text}</p>`
          : null
      }
      ${postForm({
        action: draftPath(id),
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [
          target.minSat === target.maxSat
            ? html`<p>${words.fixed({ amount: fixedText(texts, target) })}</p>
                ${fiatValue(texts, rate, target.minSat, now)}`
            : amountField(texts, {
                label: words.amount,
                value: form.text('amount') || proposed,
                unit: form.text('unit'),
                hint: amountHint(texts, target, most, now),
                hasFocus: problem?.field !== 'comment',
                problem: problemOf('amount'),
                rate,
                now,
              }),
          target.commentLength === 0
            ? null
            : textField({
                name: 'comment',
                label: words.comment,
                value: form.has('comment') ? form.text('comment') : (choice.comment ?? ''),
                hint: words.commentHint({ maxLength: String(target.commentLength) }),
                autocomplete: 'off',
                optional: texts.frame.optional,
                problem: problemOf('comment'),
              }),
        ],
        submit: { label: words.submit },
        others: [
          target.minSat === target.maxSat || most.mostSat < target.minSat || most.isStopped
            ? null
            : sendAll(words),
          linkButton(texts.frame.cancel, SEND_PATH),
        ],
      })}`,
  });
}

const fixedText = ({ format }: PageTexts, { source, minSat }: SendDraft['target']): string =>
  source.kind === 'lnurl' && source.exactMsat !== undefined
    ? format.satOf(BigInt(source.exactMsat))
    : format.sat(minSat);

type Words = PageTexts['send']['choose'];

const sendAll = (words: Words): Html =>
  submitButton({ label: words.all, name: 'all', value: 'yes', look: 'plain', isUnchecked: true });

function amountHint(
  { format, send }: PageTexts,
  target: SendDraft['target'],
  { spendableSat, mostSat, leftDaySat, isStopped }: MostToSend,
  now: Date,
): Content {
  const { sat } = format;
  const { minSat, maxSat } = target;
  if (isStopped) return send.review.obstacles.stopped;
  const { choose: words } = send;
  const range = words.range({ least: sat(minSat), most: sat(maxSat) });
  const hasRange = minSat > 1n || maxSat < spendableSat;
  return html`${hasRange ? html`${range} ` : null}${ownHint()}`;

  function ownHint(): string {
    const [spendable, most] = [sat(spendableSat), sat(mostSat)];
    if (hasSpeeds(target) && mostSat >= minSat) {
      if (leftDaySat === null) return send.chain.hint({ spendable });
      const time = dayEndText(format, now);
      return send.chain.hintToday({ spendable, left: sat(leftDaySat), time });
    }
    if (leftDaySat !== null) {
      const time = dayEndText(format, now);
      return words.leftToday({ spendable, left: sat(leftDaySat), most, time });
    }
    if (mostSat < minSat) return words.tooLittle({ spendable });
    return mostSat === spendableSat
      ? words.allOfIt({ spendable })
      : words.most({ spendable, most });
  }
}
