import { MAX_RECOVERED_DELIVERIES } from '../../../base/limits.ts';
import { recoverDeliveries } from '../../../usecases/webhooks/deliveries.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { groupDigits } from '../kit/figures.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { NO_SUCH_DAY, readSince, sinceField, suggestedSince } from './missed-since.ts';
import { answerRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';

const RECOVER_PATH = `${ENDPOINT_PATH}/recover`;

export const formPage: Page = {
  method: 'GET',
  path: RECOVER_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) =>
      showForm(request, path, suggestedSince(endpoint)),
    ),
};

export const page: Page = {
  method: 'POST',
  path: RECOVER_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const text = request.form.text('since');
      const since = readSince(text);
      if (since === null) return showForm(request, path, text, NO_SUCH_DAY);
      const sent = await recoverDeliveries(deps, ownerOf(request), endpoint.id, since);
      if (!sent.ok) return answerRefusal(sent.refusal, request, path);
      request.session.keepNotice({ kind: 'done', text: recoveredText(sent.value) });
      return redirectTo(path);
    }),
};

export function recoveredText(count: number): string {
  if (count === 0) return 'Nothing was missed since then.';
  if (count === 1) return 'One message is on its way again.';
  return `${groupDigits(count)} messages are on their way again.${
    count < MAX_RECOVERED_DELIVERIES ? '' : ' Repeat it for the rest.'
  }`;
}

const showForm = (
  { session }: UserPageRequest,
  path: string,
  since: string,
  problem?: string,
): ShownPage =>
  showPage({
    title: 'Send what was missed',
    section: 'webhooks',
    width: 'narrow',
    status: problem === undefined ? 200 : 400,
    main: html`
      <h1>Send what was missed?</h1>
      ${problemSummary(problem === undefined ? null : 'Nothing was sent: see below.')}
      <section class="card">
        <p>All messages that were given up or not sent go out again, the oldest first, under the
          same ids. What was delivered is not sent twice.</p>
        ${postForm({
          action: `${path}/recover`,
          csrfToken: session.csrfToken(),
          fields: sinceField(since, problem),
          submit: { label: 'Send what was missed' },
          others: linkButton('Leave it', path, 'quiet'),
        })}
      </section>`,
  });
