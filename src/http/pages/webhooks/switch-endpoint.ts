import { recoverDeliveries } from '../../../usecases/webhooks/deliveries.ts';
import { editEndpoint } from '../../../usecases/webhooks/edit-endpoint.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';
import { choiceField, linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { type Html, html } from '../kit/html.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { nameOf, renderHealth } from './endpoint-words.ts';
import { NO_SUCH_DAY, readSince, sinceField, suggestedSince } from './missed-since.ts';
import { answerRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';
import { recoveredText } from './recover.ts';

const [OFF_PATH, ON_PATH] = [`${ENDPOINT_PATH}/switch-off`, `${ENDPOINT_PATH}/switch-on`];

export const askOffPage: Page = {
  method: 'GET',
  path: OFF_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) =>
      showPage({
        title: 'Switch an endpoint off',
        section: 'webhooks',
        width: 'narrow',
        main: html`
          <h1>Switch “${nameOf(endpoint)}” off?</h1>
          <section class="card">
            <p>Nothing more is sent to it, and what is on its way stops. What settles meanwhile is
              noted: when you switch it on again you can have it sent.</p>
            ${postForm({
              action: `${path}/switch-off`,
              csrfToken: request.session.csrfToken(),
              fields: null,
              submit: { label: 'Switch off', look: 'danger' },
              others: linkButton('Keep it on', path),
            })}
          </section>`,
      }),
    ),
};

export const offPage: Page = {
  method: 'POST',
  path: OFF_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async ({ id }, path) => {
      const edited = await editEndpoint(deps, ownerOf(request), id, switchedTo(false));
      if (!edited.ok) return answerRefusal(edited.refusal, request, path);
      request.session.keepNotice({ kind: 'done', text: 'The endpoint is off.' });
      return redirectTo(path);
    }),
};

export const askOnPage: Page = {
  method: 'GET',
  path: ON_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) =>
      showOnForm(request, path, endpoint, { recovers: true, since: suggestedSince(endpoint) }),
    ),
};

export const onPage: Page = {
  method: 'POST',
  path: ON_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const recovers = request.form.text('recover') === 'yes';
      const text = request.form.text('since');
      const since = readSince(text);
      if (recovers && since === null) {
        return showOnForm(request, path, endpoint, { recovers, since: text, problem: NO_SUCH_DAY });
      }
      const edited = await editEndpoint(deps, ownerOf(request), endpoint.id, switchedTo(true));
      if (!edited.ok) return answerRefusal(edited.refusal, request, path);
      return sendMissed(deps, request, path, recovers ? since : null);
    }),
};

/** Should this not come to an end, the endpoint is on, and the page offers to send them. */
async function sendMissed(
  deps: PageDeps,
  request: UserPageRequest,
  path: string,
  since: Date | null,
): Promise<PageAnswer> {
  let text = 'The endpoint is on.';
  if (since !== null) {
    const id = request.params.text('id');
    const sent = await recoverDeliveries(deps, ownerOf(request), id, since);
    if (!sent.ok) return answerRefusal(sent.refusal, request, path);
    text = `${text} ${recoveredText(sent.value)}`;
  }
  request.session.keepNotice({ kind: 'done', text });
  return redirectTo(path);
}

const switchedTo = (isEnabled: boolean) => ({
  url: null,
  description: null,
  filterTypes: null,
  isEnabled,
});

interface OnFields {
  readonly recovers: boolean;
  readonly since: string;
  readonly problem?: string;
}

const showOnForm = (
  { session }: UserPageRequest,
  path: string,
  endpoint: Endpoint,
  { recovers, since, problem }: OnFields,
): ShownPage =>
  showPage({
    title: 'Switch an endpoint on',
    section: 'webhooks',
    width: 'narrow',
    status: problem === undefined ? 200 : 400,
    main: html`
      <h1>Switch “${nameOf(endpoint)}” on?</h1>
      ${problemSummary(problem === undefined ? null : 'It is not switched on yet: see below.')}
      <section class="card">
        ${renderHealth(endpoint)}
        ${endedWords(endpoint)}
        ${postForm({
          action: `${path}/switch-on`,
          csrfToken: session.csrfToken(),
          fields: [
            choiceField({
              name: 'recover',
              legend: 'What it missed',
              kind: 'several',
              choices: [
                {
                  value: 'yes',
                  label: 'Send it now',
                  isChosen: recovers,
                  hint: 'All that was given up or not sent, the oldest first. Nothing comes twice.',
                },
              ],
            }),
            sinceField(since, problem),
          ],
          submit: { label: 'Switch on' },
          others: linkButton('Leave it off', path, 'quiet'),
        })}
      </section>`,
  });

/** What someone should know who switches on what ended with its maker. */
function endedWords({ disabled, tokenId }: Endpoint): Html | null {
  if (disabled?.reason === 'app_revoked') return OF_REVOKED;
  return disabled?.reason === 'token_ended' && tokenId !== null ? OF_ENDED_TOKEN : null;
}

const OF_ENDED_TOKEN = html`
  <p class="notice">The token that made it has ended. If you switch it on, it becomes your own: it
    no longer ends with a token, and only you change it.</p>`;

const OF_REVOKED = html`
  <p class="notice problem">The app that made it was disconnected. Connect the app again first; if
    you do not want that, delete the endpoint.</p>`;
