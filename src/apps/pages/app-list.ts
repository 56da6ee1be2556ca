import { isOver } from '../../authorization/app-grant.ts';
import { maySpend } from '../../authorization/scope.ts';
import type { PersonalToken } from '../../authorization/token-store.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { Tag } from '../../i18n/message.ts';
import { card, type Entry, emptyState, entryList, pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { SECURITY_PATH, TOKENS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type Budgeted, type Connections, listConnections } from '../list-connections.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { APPS_PATH, appPath, NEW_CONNECTION_PATH } from './app-paths.ts';
import { endOf, permissionsOf, refusalOf } from './app-words.ts';
import { asksText, budgetMeter } from './budget-meter.ts';
import { scopeTitles } from './scope-words.ts';

/** The page of everything that can use a wallet: apps, tokens and people. */
const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: APPS_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts }) => {
    const words = texts.connectedApps;
    const now = deps.clock.now();
    const { apps, tokens } = await listConnections(deps, user.id);
    const connect =
      deps.connectionKinds.length === 0
        ? null
        : linkButton(texts.connections.connect, NEW_CONNECTION_PATH, 'main');
    const entries = apps.map((one) => toEntry(texts, one, now));
    return showPage({
      title: words.title,
      section: 'apps',
      main: html`
        ${pageHead(words.title, words.lead, connect)}
        ${entries.length === 0 ? emptyState(words.none.title, words.none.text) : entryList(entries)}
        ${tokens.length === 0 ? null : tokenList(texts, tokens)}
        ${othersCard(texts)}`,
    });
  },
};

export const appListPages: readonly Page<AppPageDeps>[] = [show];

function toEntry(texts: PageTexts, app: Connections['apps'][number], now: Date): Entry {
  const { connectedApps: words, connections, format } = texts;
  const { id, client, createdAt, lastUsedAt, budget } = app;
  const refusal = refusalOf(texts, app);
  const spends = maySpend(app) && !isOver(app, now);
  const kind = app.kind === 'app' ? null : connections.kinds[app.kind].title;
  const used =
    lastUsedAt === null ? words.notUsed : words.lastUsed({ time: format.moment(lastUsedAt) });
  return {
    title: html`<a href="${appPath(id)}">${app.name}</a>`,
    meta: html`${client?.url ?? kind}<br>${words.connected({ date: format.day(createdAt) })},
      ${used}${after(endOf(texts, app, now))}`,
    text: html`${permissionsOf(texts, app)}${
      refusal === null ? null : html`<br>${connections.lastRefusal} ${refusal}`
    }`,
    aside: spends ? budgetMeter(texts.budget, format.inLists, budget, now) : null,
    actions: [
      spends ? linkButton(words.changeLimit, `${appPath(id)}/budget`) : null,
      linkButton(words.disconnect, `${appPath(id)}/revoke`, 'risky'),
    ],
  };
}

const after = (content: Content): Content => (content === null ? null : [', ', content]);

/**
 * A short list of personal tokens, with fewer facts than on their own page. They are listed among
 * the apps because they can spend as well.
 */
const tokenList = (texts: PageTexts, tokens: Connections['tokens']): Html => html`
  <h2>${texts.tokens.title}</h2>
  ${entryList(
    tokens.map((token) => toTokenEntry(texts, token)),
    'token',
  )}`;

function toTokenEntry(texts: PageTexts, token: Budgeted<PersonalToken>): Entry {
  const { tokens: words, format } = texts;
  const { createdAt, expiresAt } = token;
  return {
    title: html`<a href="${TOKENS_PATH}">${token.name}</a>`,
    meta: [
      words.created({ date: format.day(createdAt) }),
      after(expiresAt === null ? null : words.expires({ date: format.day(expiresAt) })),
    ],
    text: html`${scopeTitles(texts.scopes, token.scopes)} ${spendingOf(texts, token)}`,
    actions: linkButton(words.revoke, `${TOKENS_PATH}/${token.id}/revoke`, 'risky'),
  };
}

function spendingOf(
  { budget: words, format: { inLists } }: PageTexts,
  token: Budgeted<PersonalToken>,
): Content {
  const { budget } = token;
  if (!maySpend(token)) return null;
  if (budget === null) return words.meter.spendsAll;
  const { limitSat, usedSat, interval } = budget;
  const used = inLists.satBeside(usedSat);
  const spent =
    limitSat === null
      ? words.meter.noLimit
      : words.meter.spent[interval]({ used, limit: inLists.sat(limitSat) });
  const asks = asksText(words, inLists, budget);
  return `${spent}.${asks === null ? '' : ` ${asks}`}`;
}

const linkTo =
  (path: string): Tag =>
  (label) =>
    html`<a href="${path}">${label}</a>`;

/** A card that names who else can spend: the user in their browser, and the operator. */
const othersCard = ({ connections: { others: words } }: PageTexts): Html =>
  card(
    words.title,
    html`<p>${words.you({ link: linkTo(SECURITY_PATH) })}</p>
      <p>${words.operator({ link: linkTo('/activity') })}</p>`,
  );
