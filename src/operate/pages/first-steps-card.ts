import { type Content, type Html, html } from '../../texts/html.ts';
import { card, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepState,
  isStepDone,
  type SetUp,
} from '../first-steps.ts';
import type { Overview } from '../read-overview.ts';
import {
  BOOKS_PATH,
  HIDE_STEPS_PATH,
  NODE_PATH,
  SHOW_STEPS_PATH,
  settingsPath,
  USERS_PATH,
} from './operate-paths.ts';

/** What a new service still needs; null once all of it is done. */
export function firstStepsCard(
  texts: PageTexts,
  overview: Overview,
  setUp: SetUp,
  { isHidden, hasPeople }: FirstStepState,
): Content {
  const { backups, report } = overview;
  const known = { ...setUp, hasPeople, backups, isNodeThere: report.node !== null };
  const done = new Set(FIRST_STEPS.filter((step) => isStepDone(step, known)));
  const words = texts.overview.firstSteps;
  const { digits } = texts.format;
  const [count, all] = [digits(done.size), digits(FIRST_STEPS.length)];
  if (done.size === FIRST_STEPS.length) return null;
  if (isHidden) {
    return html`<p class="actions">${linkButton(words.show.title, SHOW_STEPS_PATH, 'quiet')}</p>`;
  }
  const item = (step: FirstStep): Html => stepItem(texts, setUp, step, done.has(step));
  return card(
    words.title,
    html`
      <p class="hint">${words.lead({ done: count, all })}</p>
      <ul class="steps">${FIRST_STEPS.map(item)}</ul>
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

/** Where it is done, or where the settings say how. */
function placeOf(step: FirstStep, { isPlayMoney }: SetUp): string {
  switch (step) {
    case 'backups':
      return BOOKS_PATH;
    case 'address':
      return settingsPath('SATCHEL_BASE_URL');
    case 'node':
      return isPlayMoney ? settingsPath('SATCHEL_LIGHTNING') : NODE_PATH;
    case 'people':
      return USERS_PATH;
    case 'mail':
      return settingsPath('SATCHEL_SMTP_URL');
  }
}
