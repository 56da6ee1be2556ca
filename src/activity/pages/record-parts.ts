import { type Content, type Html, html } from '../../i18n/html.ts';
import { type ShownSuccess, showSuccess } from '../../lnurl/success-action.ts';
import { card, facts, quotedText } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { deliveryState } from '../../webhooks/pages/delivery-words.ts';
import { endpointPath } from '../../webhooks/pages/own-endpoint.ts';
import type { FoundActivity, RecordDelivery } from '../activity-store.ts';
import { textRow } from './fact-row.ts';
import type { RecordFields } from './record-fields.ts';

/**
 * Parts of a record's page that only some records have. They show texts of strangers, which are
 * never treated as HTML.
 */
export const recordParts = (
  texts: PageTexts,
  found: FoundActivity,
  fields: RecordFields,
): readonly Content[] => [
  successCard(texts, found),
  boostCard(texts, fields),
  webhookCard(texts, found.deliveries),
];

function successCard({ activityRecord }: PageTexts, { payment }: FoundActivity): Content {
  const action = payment?.sentTo?.successAction ?? null;
  const preimage = payment?.preimage ?? null;
  if (payment?.state !== 'settled' || action === null || preimage === null) return null;
  const words = activityRecord.success;
  return card(words.title, renderSuccess(words, showSuccess(action, preimage)));
}

/**
 * Shows the message of a payee. An address in it does not become a link: people decide for
 * themselves whether to follow it.
 */
const renderSuccess = (
  words: PageTexts['activityRecord']['success'],
  { text, url, secret }: ShownSuccess,
): Html => html`
  ${text === '' ? null : html`<p class="said-text" dir="auto">${text}</p>`}
  ${url === null ? null : html`<p class="hint">${words.urlHint}</p>${quotedText(words.url, url)}`}
  ${secret === null ? null : quotedText(words.secret, secret)}`;

function boostCard({ activityRecord }: PageTexts, fields: RecordFields): Content {
  const boost = fields.object('boostagram');
  if (boost === null) return null;
  const words = activityRecord.boost;
  return card(
    words.title,
    html`
      ${facts([
        ...textRow(words.sender, boost.text('sender_name')),
        ...textRow(words.podcast, boost.text('podcast')),
        ...textRow(words.episode, boost.text('episode')),
        ...textRow(words.message, boost.text('message')),
        ...textRow(words.app, boost.text('app_name')),
      ])}
      <details class="on-screen">
        <summary>${words.all}</summary>
        ${quotedText(words.all, fields.json('boostagram') ?? '')}
      </details>`,
  );
}

function webhookCard(
  { activityRecord, deliveries: words }: PageTexts,
  told: readonly RecordDelivery[],
): Content {
  if (told.length === 0) return null;
  return html`
    <section class="card on-screen">
      <h2>${activityRecord.webhooks}</h2>
      <ul class="told">${told.map(
        ({ endpointId, endpointUrl, messageId, state }) => html`
          <li class="split">
            <bdi><a href="${endpointPath(endpointId)}/deliveries/${messageId}"
              >${endpointUrl}</a></bdi>
            ${deliveryState(words, state)}
          </li>`,
      )}</ul>
    </section>`;
}

/** A card of technical details, for support and for people who want to check. */
export function technicalCard({ activityRecord: words }: PageTexts, fields: RecordFields): Html {
  const code = (name: string, text: string | null) =>
    text === null ? [] : [[name, html`<code>${text}</code>`] as const];
  const quoted = (name: string, text: string | null): Content =>
    text === null ? null : html`<h3>${name}</h3>${quotedText(name, text)}`;
  return html`
    <section class="card technical on-screen">
      <h2>${words.technical}</h2>
      ${facts([
        ...code(words.paymentHash, fields.text('payment_hash')),
        ...code(words.destination, fields.text('destination_pubkey')),
        ...code(words.payerKey, fields.text('payer_pubkey')),
      ])}
      ${quoted(words.invoice, fields.text('payment_request'))}
      ${quoted(words.records, readableRecords(fields))}
      ${quoted(words.metadata, fields.json('metadata'))}
    </section>`;
}

const BOOSTAGRAM_TYPE = '7629169';

/**
 * Shows the custom records of a payment, one in each line: as text if a value is text, otherwise as
 * hex.
 */
function readableRecords(fields: RecordFields): string | null {
  const records = fields.object('custom_records');
  if (records === null) return null;
  const lines = records
    .names()
    .filter((type) => type !== BOOSTAGRAM_TYPE)
    .map((type) => `${type}: ${readable(Buffer.from(records.text(type) ?? '', 'base64'))}`);
  return lines.length === 0 ? null : lines.join('\n');
}

function readable(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /\p{Cc}/u.test(text) ? bytes.toString('hex') : text;
  } catch {
    return bytes.toString('hex');
  }
}
