import { type Html, html } from '../../i18n/html.ts';
import { facts } from '../../web/pages/components.ts';
import { hiddenField, postForm, problemSummary } from '../../web/pages/controls.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { type ConsentDetails, consentPath } from '../oauth/routes/authorization.ts';
import { ALLOW_SCRIPT, allowBar } from './allow-bar.ts';
import { APPS_PATH } from './app-paths.ts';
import { walletOwner } from './app-words.ts';
import { type BudgetFields, budgetFields } from './budget-fields.ts';
import { scopeList } from './scope-words.ts';

export const asksToSpend = ({ scopes }: Pick<ConsentDetails, 'scopes'>): boolean =>
  scopes.includes('payments:send');

export interface Consent {
  readonly details: ConsentDetails;
  readonly balanceSat: bigint;
  readonly budget: BudgetFields;
}

export function showConsent(request: UserPageRequest, consent: Consent): ShownPage {
  const { details, budget } = consent;
  const { client, appGrant } = details;
  const words = request.texts.consent;
  return showPage({
    title: words.title({ name: client.name }),
    width: 'narrow',
    isQuestion: true,
    scripts: [ALLOW_SCRIPT],
    status: budget.problem === undefined ? 200 : 400,
    main: html`
      <div class="question">
        <h1>${words.heading({ name: client.name })}</h1>
        ${problemSummary(budget.problem === undefined ? null : words.failed)}
        <section class="card">
          ${facts([
            [words.website, client.url],
            [words.returnTo, client.callbackHost],
            [words.wallet, renderAccount(request, consent.balanceSat)],
          ])}
          ${renderSwitch(request)}
        </section>
        <section class="card">
          <h2>${appGrant === null ? words.permissions : words.permissionsAgain}</h2>
          ${scopeList(request.texts.scopes, details.scopes)}
          ${renderForm(request, consent)}
        </section>
        <p class="hint">${words.warning({
          link: (label) => html`<a href="${APPS_PATH}">${label}</a>`,
        })}</p>
        ${allowBar(request.texts, { form: FORM, hasLimit: asksToSpend(details) })}
      </div>`,
  });
}

const renderAccount = (
  { texts: { format }, user }: UserPageRequest,
  balanceSat: bigint,
): Html => html`
  ${walletOwner(user)}<br>
  <span class="faint">${format.sat(balanceSat)}</span>`;

const renderSwitch = ({ params, session, texts }: UserPageRequest): Html =>
  postForm({
    action: `${consentPath(params.text('id'))}/switch-account`,
    csrfToken: session.csrfToken(),
    fields: null,
    submit: { label: texts.consent.otherAccount, look: 'plain' },
  });

const FORM = 'consent';

const renderForm = ({ params, session, texts }: UserPageRequest, consent: Consent): Html => {
  const { details, balanceSat, budget } = consent;
  const presentEnd = details.appGrant?.budget?.expiresAt ?? null;
  return postForm({
    id: FORM,
    action: consentPath(params.text('id')),
    csrfToken: session.csrfToken(),
    fields: [
      hiddenField('ticket', details.ticket),
      asksToSpend(details) ? budgetFields(texts, budget, { balanceSat, presentEnd }) : null,
    ],
    submit: null,
  });
};
