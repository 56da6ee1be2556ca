import type { BudgetView } from '../../authorization/budget.ts';
import { maySpend } from '../../authorization/scope.ts';
import type { PersonalToken } from '../../authorization/token-store.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import {
  card,
  commandExample,
  type Entry,
  emptyState,
  entryList,
  pageHead,
} from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { TOKENS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { listConnections } from '../list-connections.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { budgetMeter } from './budget-meter.ts';
import { scopeTitles } from './scope-words.ts';

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: TOKENS_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts }) => {
    const words = texts.tokens;
    const now = deps.clock.now();
    const { tokens } = await listConnections(deps, user.id);
    const entries = tokens.map((token) => toEntry(texts, token, token.budget, now));
    return showPage({
      title: words.title,
      section: 'tokens',
      main: html`
        ${pageHead(words.title, words.lead, linkButton(words.new, `${TOKENS_PATH}/new`, 'main'))}
        ${entries.length === 0 ? none(words) : entryList(entries)}
        ${scriptCard(texts, deps.baseUrl())}`,
    });
  },
};

export const tokensPages: readonly Page<AppPageDeps>[] = [show];

type Words = PageTexts['tokens'];

const scriptCard = ({ frame, tokens: { script: words } }: PageTexts, baseUrl: string): Html =>
  card(
    words.title,
    html`
      <p>${words.text}</p>
      ${commandExample(frame, `curl -H "Authorization: Bearer $TOKEN" \\\n  ${baseUrl}/balance`)}
      <p>${words.reference({
        link: (label) => html`<a href="${baseUrl}/docs">${label}</a>`,
      })}</p>`,
  );

const none = (words: Words): Html =>
  emptyState(words.none.title, words.none.text, linkButton(words.new, `${TOKENS_PATH}/new`));

function toEntry(
  texts: PageTexts,
  token: PersonalToken,
  budget: BudgetView | null,
  now: Date,
): Entry {
  const { format, tokens: words } = texts;
  const path = `${TOKENS_PATH}/${token.id}`;
  return {
    title: token.name,
    meta: [words.created({ date: format.day(token.createdAt) }), ', ', endOf(texts, token)],
    text: scopeTitles(texts.scopes, token.scopes),
    aside: maySpend(token) ? budgetMeter(texts.budget, format.inLists, budget, now) : null,
    actions: [
      maySpend(token) ? linkButton(words.changeLimit, `${path}/budget`) : null,
      linkButton(words.revoke, `${path}/revoke`, 'risky'),
    ],
  };
}

const endOf = ({ format, tokens: words }: PageTexts, { expiresAt }: PersonalToken): Content =>
  expiresAt === null ? words.noExpiry : words.expires({ date: format.day(expiresAt) });
