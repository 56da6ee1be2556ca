import type { BudgetView } from '../../access/budget.ts';
import type { PersonalToken } from '../../access/token-store.ts';
import { budgetMeter } from './kit/budget-words.ts';
import { linkButton } from './kit/controls.ts';
import { day } from './kit/figures.ts';
import { type Content, html } from './kit/html.ts';
import { type Page, showPage } from './kit/page.ts';
import { type Entry, emptyState, entryList, pageHead } from './kit/pieces.ts';
import { scopeTitles } from './kit/scope-words.ts';

export const TOKENS_PATH = '/developer/tokens';

export const page: Page = {
  method: 'GET',
  path: TOKENS_PATH,
  access: 'signed_in',
  handle: async ({ tokens, budgets, clock, baseUrl }, { user }) => {
    const now = clock.now();
    const all = await tokens.listPersonalTokens(user.id);
    const alive = all.filter((token) => isAlive(token, now)).reverse();
    const spending = alive.filter(maySpend).map(({ id }) => id);
    const limits = await budgets.readBudgets(user.id, spending, now);
    const entries = alive.map((token) => toEntry(token, limits.get(token.id) ?? null, now));
    return showPage({
      title: 'Personal tokens',
      section: 'tokens',
      main: html`
        ${pageHead(
          'Personal tokens',
          'For your own scripts and servers: a token lets them use your wallet without a browser.',
          linkButton('New token', `${TOKENS_PATH}/new`, 'main'),
        )}
        ${entries.length === 0 ? NONE : entryList(entries)}
        <p class="hint">Try a token in the
          <a href="${baseUrl()}/docs">API reference</a>: choose “Authorize” and paste it.</p>`,
    });
  },
};

const isAlive = ({ revokedAt, expiresAt }: PersonalToken, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

export const maySpend = ({ scopes }: Pick<PersonalToken, 'scopes'>): boolean =>
  scopes.includes('payments:send');

const NONE = emptyState(
  'You have no tokens',
  'Create one for a script or a server of yours. It is shown once and can be ended here.',
  linkButton('New token', `${TOKENS_PATH}/new`),
);

function toEntry(token: PersonalToken, budget: BudgetView | null, now: Date): Entry {
  const path = `${TOKENS_PATH}/${token.id}`;
  return {
    title: token.name,
    meta: [html`Created ${day(token.createdAt)}`, endOf(token)],
    text: scopeTitles(token.scopes),
    aside: maySpend(token) ? budgetMeter(budget, now) : null,
    actions: [
      maySpend(token) ? linkButton('Change limit', `${path}/budget`) : null,
      linkButton('Revoke', `${path}/revoke`),
    ],
  };
}

const endOf = ({ expiresAt }: PersonalToken): Content =>
  expiresAt === null ? ', does not expire' : html`, expires ${day(expiresAt)}`;
