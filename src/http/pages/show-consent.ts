import type { User } from '../../account/user-store.ts';
import { type ConsentDetails, consentPath } from '../oauth/authorization.ts';
import { type BudgetFields, budgetFields } from './kit/budget-fields.ts';
import { hiddenField, postForm, problemSummary, submitButton } from './kit/controls.ts';
import { satText } from './kit/figures.ts';
import { type Html, html } from './kit/html.ts';
import { type ShownPage, showPage, type UserPageRequest } from './kit/page.ts';
import { facts } from './kit/pieces.ts';
import { scopeList } from './kit/scope-words.ts';

export interface Consent {
  readonly details: ConsentDetails;
  readonly balanceSat: bigint;
  readonly budget: BudgetFields;
}

export function showConsent(request: UserPageRequest, consent: Consent): ShownPage {
  const { details, budget } = consent;
  const { client, appGrant } = details;
  return showPage({
    title: `Connect ${client.name}`,
    width: 'narrow',
    isQuestion: true,
    status: budget.problem === undefined ? 200 : 400,
    main: html`
      <h1>Let “${client.name}” use your wallet?</h1>
      ${problemSummary(budget.problem === undefined ? null : 'Nothing was allowed yet: see below.')}
      <section class="card">
        ${facts([
          ['Website', client.url],
          ['You return to', client.callbackHost],
          ['Your wallet', renderAccount(request.user, consent.balanceSat)],
        ])}
        ${renderSwitch(request)}
      </section>
      <section class="card">
        <h2>${appGrant === null ? 'It will be able to' : 'It asks again to be able to'}</h2>
        ${scopeList(request.texts.scopes, details.scopes)}
        ${renderAnswer(request, consent)}
      </section>
      <p class="hint">Satchel does not check apps. Say yes only if you came here from that website
        and trust it. You can end this at any time under
        <a href="/connected-apps">Connected apps</a>.</p>`,
  });
}

const renderAccount = ({ name, email }: User, balanceSat: bigint): Html => html`
  ${name ?? email}${name === null ? null : html` <span class="faint">${email}</span>`}<br>
  <span class="faint">${satText(balanceSat)}</span>`;

const renderSwitch = ({ params, session }: UserPageRequest): Html =>
  postForm({
    action: `${consentPath(params.text('id'))}/switch-account`,
    csrfToken: session.csrfToken(),
    fields: null,
    submit: { label: 'Use another account', look: 'plain' },
  });

const renderAnswer = ({ params, session, texts }: UserPageRequest, consent: Consent): Html => {
  const { details, balanceSat, budget } = consent;
  const presentEnd = details.appGrant?.budget?.expiresAt ?? null;
  return postForm({
    action: consentPath(params.text('id')),
    csrfToken: session.csrfToken(),
    fields: [
      hiddenField('ticket', details.ticket),
      details.scopes.includes('payments:send')
        ? budgetFields(texts, budget, { balanceSat, presentEnd })
        : null,
    ],
    submit: { label: 'Allow', name: 'decision', value: 'allow' },
    others: submitButton({ label: 'Do not allow', look: 'plain', name: 'decision', value: 'deny' }),
  });
};
