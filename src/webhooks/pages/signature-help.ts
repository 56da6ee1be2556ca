import { type Content, type Html, html } from '../../i18n/html.ts';
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
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainReceivedSignature } from '../explain-received-signature.ts';
import { MAX_DELIVERY_FORM_BYTES, MAX_EXPLAINED_LENGTHS } from '../limits.ts';
import type { ReceivedDelivery, SignatureFinding } from '../signature-case.ts';
import { nameOf } from './endpoint-words.ts';
import { answerWebhookRefusal, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import { FINDING_LOOKS, findingWords } from './signature-words.ts';
import { verifyCard } from './verify-card.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const HELP_PATH = `${WEBHOOKS_PATH}/signature-help`;

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: HELP_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const messageId = request.query.text('message');
    const received = { messageId, timestamp: '', signature: '', body: '', secret: '' };
    return showHelp(deps, request, { endpointId: request.query.text('endpoint'), received });
  },
};

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: HELP_PATH,
  access: 'signed_in',
  maxFormBytes: MAX_DELIVERY_FORM_BYTES,
  handle: async (deps, request) => {
    const { form, user } = request;
    const endpointId = form.text('endpoint');
    const received = {
      messageId: form.text('message_id').trim(),
      timestamp: form.text('timestamp').trim(),
      signature: form.text('signature').trim(),
      body: form.text('body'),
      secret: form.text('secret').trim(),
    };
    if (hasTooLong(received)) return showHelp(deps, request, { endpointId, received });
    const found = await explainReceivedSignature(deps, user.id, endpointId, received);
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

const FIELDS = ['messageId', 'timestamp', 'signature', 'body', 'secret'] as const;

const isTooLong = (received: ReceivedDelivery, name: keyof ReceivedDelivery): boolean =>
  received[name].length > MAX_EXPLAINED_LENGTHS[name];

const hasTooLong = (received: ReceivedDelivery): boolean =>
  FIELDS.some((name) => isTooLong(received, name));

async function showHelp(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  help: Help,
): Promise<ShownPage> {
  const endpoints = await deps.endpoints.list(ownerOf(request));
  const { texts } = request;
  const { title, lead, none } = texts.signatures;
  const create = linkButton(texts.webhooks.new, `${WEBHOOKS_PATH}/new`);
  return showPage({
    title,
    section: 'webhooks',
    width: 'narrow',
    status: hasTooLong(help.received) ? 400 : 200,
    main: html`
      <p class="eyebrow"><a href="${WEBHOOKS_PATH}">${texts.webhooks.title}</a></p>
      <h1>${title}</h1>
      ${
        help.findings === undefined
          ? html`<p class="lead">${lead}</p>`
          : renderFindings(texts, help.findings, endpoints)
      }
      ${
        endpoints.length === 0
          ? emptyState(none.title, none.text, create)
          : renderForm(request, help, endpoints)
      }
      ${verifyCard(texts, deps.baseUrl())}`,
  });
}

function renderFindings(
  texts: PageTexts,
  findings: readonly SignatureFinding[],
  endpoints: readonly Endpoint[],
): Html {
  const names = new Map(endpoints.map((endpoint) => [endpoint.id, nameOf(endpoint)]));
  const render = (finding: SignatureFinding): Html => {
    const { title, text } = findingWords(texts, finding, (id) => names.get(id) ?? id);
    const look = FINDING_LOOKS[finding.kind] ?? 'bad';
    return html`<li><h2>${stateWord(look, title)}</h2><p>${text}</p></li>`;
  };
  return html`
    <section class="card" role="status" aria-label="${texts.signatures.found}">
      <ul class="findings">${findings.map(render)}</ul>
    </section>`;
}

/**
 * Renders the form of a signature to explain. A typed secret is never shown again, not even to the
 * person who has just typed it.
 */
function renderForm(
  { session, texts }: UserPageRequest,
  { endpointId, received }: Help,
  endpoints: readonly Endpoint[],
): Html {
  const words = texts.signatures.fields;
  const field = (name: keyof ReceivedDelivery, label: string, hint: Content) => ({
    name: name === 'messageId' ? 'message_id' : name,
    label,
    hint,
    value: name === 'secret' ? '' : received[name],
    problem: isTooLong(received, name)
      ? words[name === 'body' ? 'bodyTooLong' : 'tooLong']
      : undefined,
  });
  const options = endpoints.map(
    (one) => [one.id, words.endpointOption({ name: nameOf(one), address: one.url })] as const,
  );
  return html`
  <section class="card">${postForm({
    action: HELP_PATH,
    csrfToken: session.csrfToken(),
    fields: [
      selectField({ name: 'endpoint', label: words.endpoint, value: endpointId, options }),
      textField(field('messageId', words.id, words.idHint({ code }))),
      textField(field('timestamp', words.timestamp, words.timestampHint({ code }))),
      textAreaField({
        ...field('signature', words.signature, words.signatureHint({ code })),
        rows: 2,
      }),
      textAreaField({ ...field('body', words.body, words.bodyHint), rows: 8 }),
      textField({
        ...field('secret', words.secret, words.secretHint),
        type: 'password',
        optional: texts.frame.optional,
        autocomplete: 'off',
      }),
    ],
    submit: { label: words.submit },
  })}</section>`;
}
