import type { AppGrant } from '../../access/app-grant.ts';
import type { BudgetView } from '../../access/budget.ts';
import { budgetMeter } from './kit/budget-meter.ts';
import { linkButton } from './kit/controls.ts';
import { day, moment } from './kit/figures.ts';
import { type Content, html } from './kit/html.ts';
import { type Page, showPage } from './kit/page.ts';
import { type Entry, emptyState, entryList, pageHead } from './kit/pieces.ts';
import { scopeTitles } from './kit/scope-words.ts';
import type { PageTexts } from './texts/en.ts';

export const CONNECTED_APPS_PATH = '/connected-apps';

export const page: Page = {
  method: 'GET',
  path: CONNECTED_APPS_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, budgets, clock }, { user, texts }) => {
    const now = clock.now();
    const all = await appGrants.listAppGrants(user.id);
    const ids = all.map(({ id }) => id);
    const limits = await budgets.readBudgets(user.id, ids, now);
    const entries = all.map((one) => toEntry(texts, one, limits.get(one.id) ?? null, now));
    return showPage({
      title: 'Connected apps',
      section: 'connected-apps',
      main: html`
        ${pageHead('Connected apps', 'Apps that you let use your wallet, and what they spend.')}
        ${entries.length === 0 ? NONE : entryList(entries)}`,
    });
  },
};

const NONE = emptyState(
  'No app uses your wallet',
  'Open an app that speaks with Lightning wallets and choose to connect one. It brings you here ' +
    'to be asked, and is listed on this page from then on.',
);

function toEntry(
  texts: PageTexts,
  appGrant: AppGrant,
  budget: BudgetView | null,
  now: Date,
): Entry {
  const { id, client, scopes, createdAt, lastUsedAt } = appGrant;
  const path = `${CONNECTED_APPS_PATH}/${id}`;
  const spends = scopes.includes('payments:send');
  return {
    title: html`<a href="${path}">${client.name}</a>`,
    meta: html`${client.url}<br>Connected ${day(createdAt)},
      ${lastUsedAt === null ? 'not used yet' : html`last used ${moment(lastUsedAt)}`}`,
    text: scopeTitles(texts.scopes, scopes),
    aside: spends ? budgetMeter(texts.budget, budget, now) : null,
    actions: [
      spends ? linkButton('Change limit', `${path}/budget`) : null,
      linkButton('Disconnect', `${path}/revoke`),
    ],
  };
}

export const lastUse = ({ lastUsedAt }: AppGrant): Content =>
  lastUsedAt === null ? 'Not used yet' : moment(lastUsedAt);
