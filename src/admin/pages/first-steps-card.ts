import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type FirstStep, type SetUp, stepsOf } from '../first-steps.ts';
import {
  BOOKS_PATH,
  HIDE_STEPS_PATH,
  NODE_PATH,
  SAFETY_PATH,
  SHOW_STEPS_PATH,
  settingsPath,
  USERS_PATH,
} from './operate-paths.ts';

export interface ShownSteps {
  readonly open: readonly FirstStep[];
  readonly isHidden: boolean;
  readonly setUp: SetUp;
}

/** A card with the steps of setting up the service that are left; null once all are done. */
export function firstStepsCard(texts: PageTexts, { open, isHidden, setUp }: ShownSteps): Content {
  const words = texts.overview.firstSteps;
  const { digits } = texts.format;
  const all = stepsOf(setUp);
  if (open.length === 0) return null;
  if (isHidden) {
    return html`<p class="actions">${linkButton(words.show.title, SHOW_STEPS_PATH, 'quiet')}</p>`;
  }
  const item = (step: FirstStep): Html => stepItem(texts, setUp, step, !open.includes(step));
  return card(
    words.title,
    html`
      <p class="hint">${words.lead({
        done: digits(all.length - open.length),
        all: digits(all.length),
      })}</p>
      <ul class="steps">${all.map(item)}${setUp.hasRates ? null : currencyItem(texts)}</ul>
      <p class="actions">${linkButton(words.hide.title, HIDE_STEPS_PATH, 'quiet')}</p>`,
  );
}

function stepItem(texts: PageTexts, setUp: SetUp, step: FirstStep, isDone: boolean): Html {
  const words = texts.overview.firstSteps;
  const { title, why } = words.steps[step];
  const state = isDone ? stateWord('good', words.done) : stateWord('waiting', words.open);
  return html`
    <li>
      <p class="split"><a href="${placeOf(step, setUp)}">${title}</a> ${state}</p>
      ${isDone ? null : html`<p class="hint">${why}</p>`}
    </li>`;
}

/**
 * A hint to configure a source of prices. It is not counted as a step, because the service works
 * without one.
 */
const currencyItem = ({ overview: { firstSteps: words } }: PageTexts): Html => html`
  <li>
    <p class="split"><a href="${settingsPath('SATCHEL_RATES')}">${words.currency.title}</a>
      ${stateWord('ended', words.optional)}</p>
    <p class="hint">${words.currency.why}</p>
  </li>`;

/**
 * The path of the page on which an operator does this step of setting up the service; if there is
 * none, of the settings that explain the step.
 */
function placeOf(step: FirstStep, { isPlayMoney }: SetUp): string {
  switch (step) {
    case 'backups':
      return BOOKS_PATH;
    case 'address':
      return settingsPath('SATCHEL_BASE_URL');
    case 'node':
      return isPlayMoney ? settingsPath('SATCHEL_LIGHTNING') : NODE_PATH;
    case 'limits':
      return SAFETY_PATH;
    case 'people':
      return USERS_PATH;
    case 'mail':
      return settingsPath('SATCHEL_SMTP_URL');
  }
}
