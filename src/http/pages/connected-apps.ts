import type { AppGrant } from '../../access/app-grant.ts';
import type { BudgetView } from '../../access/budget.ts';
import { budgetMeter } from './kit/budget-meter.ts';
import { linkButton } from './kit/controls.ts';
import { html } from './kit/html.ts';
import { type Page, showPage, type UserPage } from './kit/page.ts';
import { type Entry, emptyState, entryList, pageHead } from './kit/pieces.ts';
import { scopeTitles } from './kit/scope-words.ts';
import type { PageTexts } from './texts/page-texts.ts';

export const CONNECTED_APPS_PATH = '/apps';

const show: UserPage = {
  method: 'GET',
  path: CONNECTED_APPS_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, budgets, clock }, { user, texts }) => {
    const words = texts.connectedApps;
    const now = clock.now();
    const all = await appGrants.listAppGrants(user.id);
    const ids = all.map(({ id }) => id);
    const limits = await budgets.readBudgets(user.id, ids, now);
    const entries = all.map((one) => toEntry(texts, one, limits.get(one.id) ?? null, now));
    return showPage({
      title: words.title,
      section: 'apps',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${
          entries.length === 0 ? emptyState(words.none.title, words.none.text) : entryList(entries)
        }`,
    });
  },
};

export const connectedAppsPages: readonly Page[] = [show];

function toEntry(
  texts: PageTexts,
  appGrant: AppGrant,
  budget: BudgetView | null,
  now: Date,
): Entry {
  const { id, client, scopes, createdAt, lastUsedAt } = appGrant;
  const { connectedApps: words, figures } = texts;
  const path = `${CONNECTED_APPS_PATH}/${id}`;
  const spends = scopes.includes('payments:send');
  return {
    title: html`<a href="${path}">${client.name}</a>`,
    meta: html`${client.url}<br>${words.connected(figures.day(createdAt))},
      ${lastUsedAt === null ? words.notUsed : words.lastUsed(figures.moment(lastUsedAt))}`,
    text: scopeTitles(texts.scopes, scopes),
    aside: spends ? budgetMeter(texts.budget, figures.inLists, budget, now) : null,
    actions: [
      spends ? linkButton(words.changeLimit, `${path}/budget`) : null,
      linkButton(words.disconnect, `${path}/revoke`, 'risky'),
    ],
  };
}
