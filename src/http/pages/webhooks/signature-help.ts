import { MAX_DELIVERY_FORM_BYTES, MAX_EXPLAINED_BODY_LENGTH } from '../../../base/limits.ts';
import { explainReceivedSignature } from '../../../usecases/webhooks/explain-received-signature.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';
import type { ReceivedDelivery, SignatureFinding } from '../../../webhook/signature-case.ts';
import { postForm, selectField, textAreaField, textField } from '../kit/controls.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type Page, type ShownPage, showPage, type UserPageRequest } from '../kit/page.ts';
import { emptyState, stateWord } from '../kit/pieces.ts';
import type { RequestValues } from '../kit/request-values.ts';
import type { PageDeps } from '../page-deps.ts';
import { nameOf } from './endpoint-words.ts';
import { answerRefusal, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import { findingWords } from './signature-words.ts';
import { verifyCard } from './verify-card.ts';

const HELP_PATH = `${WEBHOOKS_PATH}/signature-help`;

export const formPage: Page = {
  method: 'GET',
  path: HELP_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { query } = request;
    const messageId = query.text('message');
    const received = { messageId, timestamp: '', signature: '', body: '', secret: '' };
    return showHelp(deps, request, { endpointId: query.text('endpoint'), received });
  },
};

export const page: Page = {
  method: 'POST',
  path: HELP_PATH,
  access: 'signed_in',
  maxFormBytes: MAX_DELIVERY_FORM_BYTES,
  handle: async (deps, request) => {
    const [endpointId, received] = [request.form.text('endpoint'), readReceived(request.form)];
    if (received.body.length > MAX_EXPLAINED_BODY_LENGTH) {
      return showHelp(deps, request, { endpointId, received, problem: TOO_LONG });
    }
    const userId = request.user.id;
    const found = await explainReceivedSignature(deps, userId, endpointId, received);
    if (!found.ok) return answerRefusal(found.refusal, request, HELP_PATH);
    return showHelp(deps, request, { endpointId, received, findings: found.value });
  },
};

const TOO_LONG = 'This is longer than any body that we send.';

interface Help {
  readonly endpointId: string;
  readonly received: ReceivedDelivery;
  readonly findings?: readonly SignatureFinding[];
  /** With the body. */
  readonly problem?: string;
}

const readReceived = (form: RequestValues): ReceivedDelivery => ({
  messageId: form.text('message_id').trim(),
  timestamp: form.text('timestamp').trim(),
  signature: form.text('signature').trim(),
  body: form.text('body'),
  secret: form.text('secret').trim(),
});

async function showHelp(deps: PageDeps, request: UserPageRequest, help: Help): Promise<ShownPage> {
  const endpoints = await deps.endpoints.list(ownerOf(request));
  return showPage({
    title: 'Why a signature fails',
    section: 'webhooks',
    width: 'narrow',
    status: help.problem === undefined ? 200 : 400,
    main: html`
      <p class="eyebrow"><a href="${WEBHOOKS_PATH}">Webhooks</a></p>
      <h1>Why a signature fails</h1>
      ${help.findings === undefined ? LEAD : renderFindings(help.findings, endpoints)}
      ${endpoints.length === 0 ? NONE : renderForm(request, help, endpoints)}
      ${verifyCard(deps.baseUrl())}`,
  });
}

const LEAD = html`
  <p class="lead">Paste what your server got, all from one request, and read what is wrong. Nothing
    of it is kept.</p>`;

const NONE = emptyState(
  'You have no endpoint',
  'Signatures are made with the secret of an endpoint. Make one first.',
  html`<a class="button plain" href="${WEBHOOKS_PATH}/new">New endpoint</a>`,
);

function renderFindings(
  findings: readonly SignatureFinding[],
  endpoints: readonly Endpoint[],
): Content {
  const names = new Map(endpoints.map((endpoint) => [endpoint.id, nameOf(endpoint)]));
  const render = (finding: SignatureFinding): Html => {
    const { state, word, text } = findingWords(finding, (id) => names.get(id) ?? id);
    return html`<li><h2>${stateWord(state, word)}</h2><p>${text}</p></li>`;
  };
  return html`
    <section class="card" role="status" aria-label="What was found">
      <ul class="findings">${findings.map(render)}</ul>
    </section>`;
}

/** The secret is never shown again, not even to whoever has just typed it. */
const renderForm = (
  { session, texts }: UserPageRequest,
  { endpointId, received, problem }: Help,
  endpoints: readonly Endpoint[],
): Html => html`
  <section class="card">${postForm({
    action: HELP_PATH,
    csrfToken: session.csrfToken(),
    fields: [
      selectField({
        name: 'endpoint',
        label: 'Endpoint',
        value: endpointId,
        options: endpoints.map((one) => [one.id, `${nameOf(one)}, ${one.url}`]),
      }),
      textField({
        name: 'message_id',
        label: 'ID',
        value: received.messageId,
        hint: html`Header <code>webhook-id</code> or <code>svix-id</code>.`,
      }),
      textField({
        name: 'timestamp',
        label: 'Timestamp',
        value: received.timestamp,
        hint: html`Header <code>webhook-timestamp</code> or <code>svix-timestamp</code>.`,
      }),
      textAreaField({
        name: 'signature',
        label: 'Signature',
        value: received.signature,
        rows: 2,
        hint: html`Header <code>webhook-signature</code> or <code>svix-signature</code>; or the one
          that your code made.`,
      }),
      textAreaField({
        name: 'body',
        label: 'Body',
        value: received.body,
        rows: 8,
        problem,
        hint: 'As your code reads it, unchanged.',
      }),
      textField({
        name: 'secret',
        label: 'Secret of your code',
        type: 'password',
        optional: texts.frame.optional,
        autocomplete: 'off',
        hint: 'Tells whether it is the right one. It is neither kept nor shown.',
      }),
    ],
    submit: { label: 'Find out' },
  })}</section>`;
