import type { AppGrant } from '../../access/app-grant.ts';
import type { BudgetView } from '../../access/budget.ts';
import type { TokenFamily } from '../../access/token-family.ts';
import { MAX_SHOWN_FAMILIES } from '../../base/limits.ts';
import { CONNECTED_APPS_PATH } from './connected-apps.ts';
import { budgetMeter } from './kit/budget-meter.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { type Html, html } from './kit/html.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from './kit/page.ts';
import { card, facts, stateWord, table } from './kit/pieces.ts';
import { scopeTitles } from './kit/scope-words.ts';
import type { PageTexts } from './texts/page-texts.ts';

const CONNECTION_PATH = `${CONNECTED_APPS_PATH}/:id`;

/** One connected app, and everywhere it is used. */
const show: UserPage = {
  method: 'GET',
  path: CONNECTION_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, budgets, tokenFamilies, clock }, request) => {
    const { user, params, texts } = request;
    const at = clock.now();
    const appGrant = await appGrants.findAppGrant(user.id, params.text('id'));
    if (appGrant === null) return notFoundPage();
    const { id, client } = appGrant;
    const [limits, families] = await Promise.all([
      budgets.readBudgets(user.id, [id], at),
      tokenFamilies.listFamilies(user.id, { appGrantId: id, at, limit: MAX_SHOWN_FAMILIES }),
    ]);
    return showPage({
      title: client.name,
      section: 'apps',
      main: html`
        <p class="eyebrow"><a href="${CONNECTED_APPS_PATH}">${texts.connectedApps.title}</a></p>
        <h1>${client.name}</h1>
        ${appCard(texts, appGrant, limits.get(id) ?? null, at)}
        ${familiesCard(appGrant, families, request)}`,
    });
  },
};

/** Repeated, it changes nothing more. */
const end: UserPage = {
  method: 'POST',
  path: `${CONNECTION_PATH}/places/:family/end`,
  access: 'signed_in',
  handle: async ({ appGrants, tokenFamilies, clock }, { user, params, session, texts }) => {
    const appGrant = await appGrants.findAppGrant(user.id, params.text('id'));
    if (appGrant === null) return notFoundPage();
    const words = texts.connectedApps.places;
    const isEnded = await tokenFamilies.endFamily(user.id, params.text('family'), clock.now());
    session.keepNotice(
      isEnded ? { kind: 'done', text: words.ended } : { kind: 'problem', text: words.endedBefore },
    );
    return redirectTo(`${CONNECTED_APPS_PATH}/${appGrant.id}`);
  },
};

export const appGrantPages: readonly Page[] = [show, end];

function appCard(texts: PageTexts, appGrant: AppGrant, budget: BudgetView | null, now: Date): Html {
  const { id, client, scopes, createdAt, lastUsedAt } = appGrant;
  const { connectedApps: words, figures } = texts;
  const path = `${CONNECTED_APPS_PATH}/${id}`;
  const spends = scopes.includes('payments:send');
  return html`
    <section class="card">
      ${facts([
        [words.facts.website, client.url],
        [words.facts.connected, figures.day(createdAt)],
        [
          words.facts.lastUsed,
          lastUsedAt === null ? words.facts.notUsed : figures.moment(lastUsedAt),
        ],
        [words.facts.permissions, scopeTitles(texts.scopes, scopes)],
      ])}
      ${spends ? budgetMeter(texts.budget, figures, budget, now) : null}
      <p class="actions">
        ${spends ? linkButton(words.changeLimit, `${path}/budget`) : null}
        ${linkButton(words.disconnect, `${path}/revoke`)}
      </p>
    </section>`;
}

function familiesCard(
  { id, client }: AppGrant,
  families: readonly TokenFamily[],
  { session, texts }: UserPageRequest,
): Html {
  const words = texts.connectedApps.places;
  const endButton = (family: TokenFamily): Html =>
    postForm({
      action: `${CONNECTED_APPS_PATH}/${id}/places/${family.id}/end`,
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: words.end, look: 'plain' },
    });
  return card(
    words.title,
    families.length === 0
      ? html`<p>${words.none(client.name)}</p>`
      : html`
        <p>${words.text(client.name)}</p>
        ${table({
          caption: words.caption(client.name),
          columns: [
            { name: words.firstUsed },
            { name: words.lastUsed },
            { name: words.state },
            { name: words.action },
          ],
          rows: families.map((family) => [
            texts.figures.moment(family.begunAt),
            texts.figures.moment(family.lastUsedAt),
            family.markedAt === null
              ? stateWord('good', words.active)
              : stateWord('bad', words.doubtful),
            endButton(family),
          ]),
        })}
        ${
          families.some(({ markedAt }) => markedAt !== null)
            ? html`<p class="hint">${words.doubtfulText}</p>`
            : null
        }`,
  );
}
