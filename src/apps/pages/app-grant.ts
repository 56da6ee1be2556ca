import { type AppGrant, isOver } from '../../authorization/app-grant.ts';
import type { BudgetView } from '../../authorization/budget.ts';
import { maySpend } from '../../authorization/scope.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { watchWallet } from '../../web/live/live.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_FAMILIES } from '../limits.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { APPS_PATH, appPath } from './app-paths.ts';
import { permissionsOf, refusalOf } from './app-words.ts';
import { budgetMeter } from './budget-meter.ts';
import { devicesCard } from './devices-card.ts';
import { familiesCard } from './families-card.ts';

/** The page of a connected app, with the browsers and devices in which it is used. */
const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: appPath(':id'),
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, params, texts } = request;
    const at = deps.clock.now();
    const app = await deps.appGrants.findAppGrant(user.id, params.text('id'));
    if (app === null) return notFoundPage();
    const limits = await deps.budgets.readBudgets(user.id, [app.id], at);
    const about = appCard(texts, app, limits.get(app.id) ?? null, at);
    return showPage({
      title: app.name,
      section: 'apps',
      live: await watchWallet(deps, request, { app: app.id }),
      main: html`
        <p class="eyebrow"><a href="${APPS_PATH}">${texts.connectedApps.title}</a></p>
        <h1>${app.name}</h1>
        ${livePart('about', about)}
        ${await placesCard(deps, request, app)}`,
    });
  },
};

/**
 * Ends the access of one browser or device in which an app is used, which is one token family. A
 * repeat changes nothing.
 */
const endFamily: UserPage<AppPageDeps> = {
  method: 'POST',
  path: `${appPath(':id')}/places/:family/end`,
  access: 'signed_in',
  handle: async ({ appGrants, tokenFamilies, clock }, { user, params, session, texts }) => {
    const app = await appGrants.findAppGrant(user.id, params.text('id'));
    if (app === null) return notFoundPage();
    const words = texts.connectedApps.places;
    const isEnded = await tokenFamilies.endFamily(user.id, params.text('family'), clock.now());
    session.keepNotice(
      isEnded ? { kind: 'done', text: words.ended } : { kind: 'problem', text: words.endedBefore },
    );
    return redirectTo(appPath(app.id));
  },
};

export const appGrantPages: readonly Page<AppPageDeps>[] = [show, endFamily];

function appCard(texts: PageTexts, app: AppGrant, budget: BudgetView | null, now: Date): Html {
  const { id, client, createdAt, lastUsedAt } = app;
  const { connectedApps: words, connections, format } = texts;
  const refusal = refusalOf(texts, app);
  const spends = maySpend(app) && !isOver(app, now);
  return html`
    <section class="card">
      ${facts([
        client === null ? kindRow(texts, app) : [words.facts.website, client.url],
        [words.facts.connected, format.day(createdAt)],
        ...(client === null ? [endRow(texts, app, now)] : []),
        [
          words.facts.lastUsed,
          lastUsedAt === null ? words.facts.notUsed : format.moment(lastUsedAt),
        ],
        [words.facts.permissions, permissionsOf(texts, app)],
        ...(refusal === null ? [] : [[connections.lastRefusal, refusal] as const]),
      ])}
      ${spends ? budgetMeter(texts.budget, format, budget, now) : null}
      <p class="actions">
        ${spends ? linkButton(words.changeLimit, `${appPath(id)}/budget`) : null}
        ${linkButton(words.disconnect, `${appPath(id)}/revoke`)}
      </p>
    </section>`;
}

function endRow(
  { connections: words, format }: PageTexts,
  app: AppGrant,
  now: Date,
): readonly [string, Content] {
  if (app.expiresAt === null) return [words.end.ahead, words.endless];
  return [isOver(app, now) ? words.end.past : words.end.ahead, format.day(app.expiresAt)];
}

const kindRow = (
  { connections: words }: PageTexts,
  { kind }: AppGrant,
): readonly [string, Content] => [words.kind, kind === 'app' ? null : words.kinds[kind].title];

async function placesCard(
  deps: AppPageDeps,
  request: UserPageRequest,
  app: AppGrant,
): Promise<Html> {
  const { user } = request;
  const at = deps.clock.now();
  if (app.client === null) {
    const devices = await deps.connections.listDevices(user.id, app.id);
    const isOn = deps.connectionKinds.some(({ name }) => name === app.kind);
    return devicesCard(request, app, { devices, canAdd: isOn && !isOver(app, at) });
  }
  const of = { appGrantId: app.id, at, limit: MAX_SHOWN_FAMILIES };
  return familiesCard(app, await deps.tokenFamilies.listFamilies(user.id, of), request);
}
