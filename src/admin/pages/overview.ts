import { type Content, type Html, html } from '../../i18n/html.ts';
import { lowerOf } from '../../outflow/outflow-limits.ts';
import { hasLimits } from '../../outflow/read-limits.ts';
import { pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { listOpenSteps } from '../first-steps.ts';
import type { Overview } from '../read-overview.ts';
import { firstStepsCard } from './first-steps-card.ts';
import { findHealthIssues } from './health-issues.ts';
import { LOCKDOWN_PATH, OVERVIEW_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { overviewCards } from './overview-cards.ts';
import { solvencyCard } from './solvency-card.ts';

/** The page with everything that operators need to see first. The page changes nothing. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: OVERVIEW_PATH,
  access: 'admin',
  handle: async ({ operator, operatorStores: { firstSteps, setUp }, actions }, { texts }) => {
    const [overview, { isHidden, hasPeople }, outflow] = await Promise.all([
      operator.readOverview(),
      firstSteps.readFirstSteps(),
      actions.outflow.read(),
    ]);
    const { backups, report } = overview;
    const isNodeThere = report.node !== null;
    const isOutflowDecided =
      outflow.mode === 'off' || hasLimits(lowerOf(outflow.settings, outflow.chosen));
    const known = { ...setUp, hasPeople, backups, isNodeThere, isOutflowDecided };
    const open = listOpenSteps(known);
    const words = texts.overview;
    return showPage({
      title: words.title,
      section: 'overview',
      looksAgain: true,
      main: html`
        ${pageHead(words.title, words.lead, lockdownLink(texts))}
        ${verdict(texts, overview, isHidden ? 0 : open.length)}
        ${firstStepsCard(texts, { open, isHidden, setUp })}
        ${livePart('cover', solvencyCard(texts, overview))}
        ${livePart('standing', html`<div class="cards">${overviewCards(texts, overview)}</div>`)}`,
    });
  },
};

const lockdownLink = ({ actions }: PageTexts): Content =>
  linkButton(actions.lockdown.title, LOCKDOWN_PATH, 'risky');

export const overviewPages: readonly Page<OperatorPageDeps>[] = [show];

/**
 * Says in one sentence how the service is doing. `stepsLeft` is the number of steps of setting it
 * up that are left, 0 if the operator has hidden them.
 */
function verdict(texts: PageTexts, overview: Overview, stepsLeft: number): Html {
  const { well, needs } = texts.overview;
  const trouble = findHealthIssues(texts, overview);
  if (trouble.length === 0 && stepsLeft > 0) {
    const left = texts.overview.stepsLeft({ count: stepsLeft });
    return livePart('verdict', html`<p class="notice">${left}</p>`, left);
  }
  if (trouble.length === 0) {
    return livePart('verdict', html`<p class="notice done">${well}</p>`, well);
  }
  const look = trouble.some(({ isGrave }) => isGrave) ? 'problem' : 'warn';
  const item = ({ text, path }: (typeof trouble)[number]): Content =>
    html`<li><a href="${path}">${text}</a></li>`;
  const said = [needs, ...trouble.map(({ text }) => text)].join(' ');
  return livePart(
    'verdict',
    html`
    <section class="notice ${look}" aria-label="${needs}">
      <p><strong>${needs}</strong></p>
      <ul class="said-list">${trouble.map(item)}</ul>
    </section>`,
    said,
  );
}
