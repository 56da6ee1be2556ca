import { type Content, type Html, html } from '../../texts/html.ts';
import { emptyState, stateWord } from '../../web/pages/components.ts';
import {
  linkButton,
  postForm,
  selectField,
  textAreaField,
  textField,
} from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import {
  type Page,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainReceivedSignature } from '../explain-received-signature.ts';
import { MAX_DELIVERY_FORM_BYTES } from '../limits.ts';
import type { ReceivedDelivery, SignatureFinding } from '../signature-case.ts';
import {
  MAX_EXPLAINED_BODY_LENGTH,
  MAX_EXPLAINED_FIELD_LENGTH,
  MAX_EXPLAINED_SIGNATURE_LENGTH,
} from '../signature-limits.ts';
import { nameOf } from './endpoint-words.ts';
import { answerWebhookRefusal, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import { findingLook, findingWords } from './signature-words.ts';
import { verifyCard } from './verify-card.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const HELP_PATH = `${WEBHOOKS_PATH}/signature-help`;

const show: UserPage<WebhookPageDeps> = {
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

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: HELP_PATH,
  access: 'signed_in',
  maxFormBytes: MAX_DELIVERY_FORM_BYTES,
  handle: async (deps, request) => {
    const [endpointId, received] = [request.form.text('endpoint'), readReceived(request.form)];
    if (FIELDS.some((name) => isTooLong(received, name))) {
      return showHelp(deps, request, { endpointId, received });
    }
    const userId = request.user.id;
    const found = await explainReceivedSignature(deps, userId, endpointId, received);
    if (!found.ok) return answerWebhookRefusal(found.refusal, request, HELP_PATH);
    return showHelp(deps, request, { endpointId, received, findings: found.value });
  },
};

export const signatureHelpPages: readonly Page<WebhookPageDeps>[] = [show, send];

interface Help {
  readonly endpointId: string;
  readonly received: ReceivedDelivery;
  readonly findings?: readonly SignatureFinding[];
}

const MAX_LENGTHS: Readonly<Record<keyof ReceivedDelivery, number>> = {
  messageId: MAX_EXPLAINED_FIELD_LENGTH,
  timestamp: MAX_EXPLAINED_FIELD_LENGTH,
  signature: MAX_EXPLAINED_SIGNATURE_LENGTH,
  body: MAX_EXPLAINED_BODY_LENGTH,
  secret: MAX_EXPLAINED_FIELD_LENGTH,
};
const FIELDS = ['messageId', 'timestamp', 'signature', 'body', 'secret'] as const;

const isTooLong = (received: ReceivedDelivery, name: keyof ReceivedDelivery): boolean =>
  received[name].length > MAX_LENGTHS[name];

const readReceived = (form: RequestValues): ReceivedDelivery => ({
  messageId: form.text('message_id').trim(),
  timestamp: form.text('timestamp').trim(),
  signature: form.text('signature').trim(),
  body: form.text('body'),
  secret: form.text('secret').trim(),
});

async function showHelp(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  help: Help,
): Promise<ShownPage> {
  const endpoints = await deps.endpoints.list(ownerOf(request));
  const { texts } = request;
  const words = texts.signatures;
  return showPage({
    title: words.title,
    section: 'webhooks',
    width: 'narrow',
    status: FIELDS.some((name) => isTooLong(help.received, name)) ? 400 : 200,
    main: html`
      <p class="eyebrow"><a href="${WEBHOOKS_PATH}">${texts.webhooks.title}</a></p>
      <h1>${words.title}</h1>
      ${
        help.findings === undefined
          ? html`<p class="lead">${words.lead}</p>`
          : renderFindings(texts, help.findings, endpoints)
      }
      ${endpoints.length === 0 ? none(texts) : renderForm(request, help, endpoints)}
      ${verifyCard(texts, deps.baseUrl())}`,
  });
}

const none = ({ signatures: { none: words }, webhooks }: PageTexts): Html =>
  emptyState(words.title, words.text, linkButton(webhooks.new, `${WEBHOOKS_PATH}/new`));

function renderFindings(
  texts: PageTexts,
  findings: readonly SignatureFinding[],
  endpoints: readonly Endpoint[],
): Content {
  const names = new Map(endpoints.map((endpoint) => [endpoint.id, nameOf(endpoint)]));
  const render = (finding: SignatureFinding): Html => {
    const { title, text } = findingWords(texts, finding, (id) => names.get(id) ?? id);
    return html`<li><h2>${stateWord(findingLook(finding), title)}</h2><p>${text}</p></li>`;
  };
  return html`
    <section class="card" role="status" aria-label="${texts.signatures.found}">
      <ul class="findings">${findings.map(render)}</ul>
    </section>`;
}

/** The secret is never shown again, not even to the person who has just typed it. */
function renderForm(
  { session, texts }: UserPageRequest,
  { endpointId, received }: Help,
  endpoints: readonly Endpoint[],
): Html {
  const words = texts.signatures.fields;
  const problemOf = (name: keyof ReceivedDelivery): string | undefined =>
    isTooLong(received, name) ? words[name === 'body' ? 'bodyTooLong' : 'tooLong'] : undefined;
  return html`
  <section class="card">${postForm({
    action: HELP_PATH,
    csrfToken: session.csrfToken(),
    fields: [
      selectField({
        name: 'endpoint',
        label: words.endpoint,
        value: endpointId,
        options: endpoints.map((one) => [
          one.id,
          words.endpointOption({ name: nameOf(one), address: one.url }),
        ]),
      }),
      textField({
        name: 'message_id',
        label: words.id,
        value: received.messageId,
        problem: problemOf('messageId'),
        hint: words.idHint({ code }),
      }),
      textField({
        name: 'timestamp',
        label: words.timestamp,
        value: received.timestamp,
        problem: problemOf('timestamp'),
        hint: words.timestampHint({ code }),
      }),
      textAreaField({
        name: 'signature',
        label: words.signature,
        value: received.signature,
        rows: 2,
        problem: problemOf('signature'),
        hint: words.signatureHint({ code }),
      }),
      textAreaField({
        name: 'body',
        label: words.body,
        value: received.body,
        rows: 8,
        problem: problemOf('body'),
        hint: words.bodyHint,
      }),
      textField({
        name: 'secret',
        label: words.secret,
        type: 'password',
        optional: texts.frame.optional,
        autocomplete: 'off',
        problem: problemOf('secret'),
        hint: words.secretHint,
      }),
    ],
    submit: { label: words.submit },
  })}</section>`;
}
