import type { Budget } from '../../authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../authorization/budget-window.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { SAT } from '../../web/pages/amount-field.ts';
import { submitButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** The script that lets the button follow the limit which the form asks for. */
export const ALLOW_SCRIPT = 'allow.js';

export interface AllowBar {
  /** The id of the form that the bar's buttons send. */
  readonly form: string;
  /** Whether the form asks for a limit. */
  readonly hasLimit: boolean;
  /** The interval of the limit, where the form does not ask for it. */
  readonly interval?: Budget['interval'] | undefined;
}

/**
 * Shows the buttons for yes and no. The fields may say anything by the time of the press, so only a
 * script, which follows them, lets the button name the limit.
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

/** Says what is allowed when that is already decided; null for no limit. */
export const allowText = ({ consent, format }: PageTexts, budget: Budget | null): string =>
  budget === null
    ? consent.allowAll
    : consent.allowUpTo[budget.interval]({ amount: format.sat(budget.limitSat) });
