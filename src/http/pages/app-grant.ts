import type { AppGrant } from '../../access/app-grant.ts';
import type { BudgetView } from '../../access/budget.ts';
import type { TokenFamily } from '../../access/token-family.ts';
import { MAX_SHOWN_FAMILIES } from '../../base/limits.ts';
import { CONNECTED_APPS_PATH, lastUse } from './connected-apps.ts';
import { budgetMeter } from './kit/budget-meter.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { day, moment } from './kit/figures.ts';
import { type Html, html } from './kit/html.ts';
import { notFoundPage, type Page, redirectTo, showPage, type UserPageRequest } from './kit/page.ts';
import { card, facts, stateWord, table } from './kit/pieces.ts';
import { scopeTitles } from './kit/scope-words.ts';
import type { PageTexts } from './texts/en.ts';

const CONNECTION_PATH = `${CONNECTED_APPS_PATH}/:id`;

/** One app that the user let in, and everywhere it is used. */
export const page: Page = {
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
      section: 'connected-apps',
      main: html`
        <p class="eyebrow"><a href="${CONNECTED_APPS_PATH}">Connected apps</a></p>
        <h1>${client.name}</h1>
        ${appCard(texts, appGrant, limits.get(id) ?? null, at)}
        ${familiesCard(appGrant, families, request)}`,
    });
  },
};

/** One press. Repeated, it changes nothing more. */
export const endPage: Page = {
  method: 'POST',
  path: `${CONNECTION_PATH}/places/:family/end`,
  access: 'signed_in',
  handle: async ({ appGrants, tokenFamilies, clock }, { user, params, session }) => {
    const appGrant = await appGrants.findAppGrant(user.id, params.text('id'));
    if (appGrant === null) return notFoundPage();
    const isEnded = await tokenFamilies.endFamily(user.id, params.text('family'), clock.now());
    session.keepNotice(
      isEnded
        ? { kind: 'done', text: 'The app was signed out there.' }
        : { kind: 'problem', text: 'The app was signed out there before.' },
    );
    return redirectTo(`${CONNECTED_APPS_PATH}/${appGrant.id}`);
  },
};

function appCard(texts: PageTexts, appGrant: AppGrant, budget: BudgetView | null, now: Date): Html {
  const { id, client, scopes, createdAt } = appGrant;
  const path = `${CONNECTED_APPS_PATH}/${id}`;
  const spends = scopes.includes('payments:send');
  return html`
    <section class="card">
      ${facts([
        ['Website', client.url],
        ['Connected', day(createdAt)],
        ['Last used', lastUse(appGrant)],
        ['Permissions', scopeTitles(texts.scopes, scopes)],
      ])}
      ${spends ? budgetMeter(texts.budget, budget, now) : null}
      <p class="actions">
        ${spends ? linkButton('Change limit', `${path}/budget`) : null}
        ${linkButton('Disconnect', `${path}/revoke`)}
      </p>
    </section>`;
}

function familiesCard(
  { id, client }: AppGrant,
  families: readonly TokenFamily[],
  { session }: UserPageRequest,
): Html {
  const endButton = (family: TokenFamily): Html =>
    postForm({
      action: `${CONNECTED_APPS_PATH}/${id}/places/${family.id}/end`,
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: 'Sign out there', look: 'plain' },
    });
  return card(
    'Where it is used',
    families.length === 0
      ? html`<p>Nowhere at present. Connect “${client.name}” again in the app to use it.</p>`
      : html`
        <p>Each phone, computer or browser in which you connected “${client.name}” has its own
          access. Sign it out where you do not use it any more, or where you do not know the
          times.</p>
        ${table({
          caption: `Where “${client.name}” is used`,
          columns: [
            { name: 'First used' },
            { name: 'Last used' },
            { name: 'State' },
            { name: 'Action' },
          ],
          rows: families.map((family) => [
            moment(family.begunAt),
            moment(family.lastUsedAt),
            family.markedAt === null ? stateWord('good', 'Active') : stateWord('bad', 'Doubtful'),
            endButton(family),
          ]),
        })}
        ${families.some(({ markedAt }) => markedAt !== null) ? DOUBTFUL : null}`,
  );
}

const DOUBTFUL = html`
  <p class="hint">Doubtful: the key to this access was used twice within seconds. Apps do that by
    accident, and so do thieves. It ends when you connect the app the next time, or when you sign it
    out here.</p>`;
