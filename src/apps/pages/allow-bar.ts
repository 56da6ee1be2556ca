import type { Budget } from '../../authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../authorization/budget-window.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { SAT } from '../../web/pages/amount-field.ts';
import { submitButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * A script that keeps the text of the button that allows access in step with the limit in the form.
 */
export const ALLOW_SCRIPT = 'allow.js';

export interface AllowBar {
  /** The id of the form that is sent by both buttons, the one to allow and the one to deny. */
  readonly form: string;
  /** Whether the form has fields for a spending limit. */
  readonly hasLimit: boolean;
  /** The interval of the spending limit, if the form has no field for it. */
  readonly interval?: Budget['interval'] | undefined;
}

/**
 * Shows the buttons to allow or deny. The limit in the form may change until a button is pressed,
 * so the button can name it only by a script that follows the changes.
 */
export function allowBar(texts: PageTexts, { form, hasLimit, interval }: AllowBar): Html {
  const { allow, deny } = texts.consent;
  const answer = { name: 'decision', form } as const;
  return html`
    <div class="actions answer-bar"${hasLimit ? labels(texts, interval) : null}>
      ${submitButton({ ...answer, label: allow, value: 'allow' })}
      ${submitButton({ ...answer, label: deny, value: 'deny', look: 'plain', isUnchecked: true })}
    </div>`;
}

const labels = ({ consent }: PageTexts, interval: AllowBar['interval']): Content => [
  html` data-allow-none="${consent.allowAll}"`,
  interval === undefined ? null : html` data-interval="${interval}"`,
  BUDGET_INTERVALS.map(
    (one) => html` data-allow-${one}="${consent.allowUpTo[one]({ amount: `{} ${SAT}` })}"`,
  ),
];

/** Says what is allowed when the limit is already decided; null stands for no limit. */
export const allowText = ({ consent, format }: PageTexts, budget: Budget | null): string =>
  budget === null || budget.limitSat === null
    ? consent.allowAll
    : consent.allowUpTo[budget.interval]({ amount: format.sat(budget.limitSat) });
