import type { SignatureFinding, SigningMistake } from '../../../../webhooks/signature-case.ts';
import { type Content, type Html, html } from '../../../pages/html.ts';

interface FindingTexts {
  readonly title: string;
  readonly text: Content;
}

const says = (title: string, text: Content): FindingTexts => ({ title, text });

const MISTAKES: Readonly<Record<SigningMistake, FindingTexts>> = {
  body_alone: says(
    'Your code signs only the body',
    html`Sign <code>id.timestamp.body</code>: the two headers and the body, with dots between.`,
  ),
  without_id: says(
    'Your code leaves out the ID',
    html`Sign <code>id.timestamp.body</code>, not <code>timestamp.body</code>.`,
  ),
  without_timestamp: says(
    'Your code leaves out the timestamp',
    html`Sign <code>id.timestamp.body</code>, not <code>id.body</code>.`,
  ),
  secret_as_text: says(
    'Your code uses the secret as text',
    html`What follows <code>whsec_</code> is base64. The key is the 24 bytes that it stands for.`,
  ),
  secret_with_prefix: says(
    'Your code also decodes the prefix of the secret',
    html`Cut off <code>whsec_</code> before you decode the rest as base64.`,
  ),
  hex: says('Your code writes the signature in hexadecimal', 'It must be base64.'),
  base64url: says(
    'Your code writes another kind of base64',
    html`Use the usual one, with <code>+</code>, <code>/</code> and <code>=</code> at the end.`,
  ),
};

/** Findings that need no details. */
const findings: Readonly<Record<Exclude<SignatureFinding['kind'], DetailedKind>, FindingTexts>> = {
  ...MISTAKES,
  genuine: says(
    'This signature is right',
    'It fits the ID, the timestamp, the body and a secret of this endpoint. If your code refuses ' +
      'it, your code has another secret or another body. Paste its secret below, and compare the ' +
      'body that it reads with this one.',
  ),
  recognized: says(
    'This signature is known, but something is wrong with it',
    'The other findings say what.',
  ),
  no_match: says(
    'This signature does not fit',
    'None of the usual mistakes leads to it, with any of your secrets. At least one of the four ' +
      'values was copied from another message, or was not copied completely.',
  ),
  id_missing: says(
    'The ID is missing',
    html`It is in the header <code>webhook-id</code>, and also in <code>svix-id</code>.`,
  ),
  id_unknown: says(
    'No message with this ID was sent to this endpoint',
    html`The ID is in the header <code>webhook-id</code> and begins with <code>msg_</code>. It is
      not the identifier or the payment hash of the invoice.`,
  ),
  timestamp_unreadable: says(
    'The timestamp is missing or is not a number',
    html`It is in the header <code>webhook-timestamp</code>: seconds since 1970.`,
  ),
  timestamp_in_ms: says(
    'The timestamp is in milliseconds',
    'The header has seconds. Use it as it is, not the time of your server.',
  ),
  timestamp_of_no_attempt: says(
    'No attempt of this message was made at this time',
    'Each attempt has its own timestamp and signature. Copy all values from one request.',
  ),
  signature_missing: says(
    'The signature is missing',
    html`It is in the header <code>webhook-signature</code>.`,
  ),
  version_missing: says(
    'The “v1,” is missing',
    html`The header has entries such as <code>v1,K5oZ…</code>, with spaces between them. A library
      needs the header as it is. If you compare it yourself, cut off <code>v1,</code> on both
      sides.`,
  ),
  version_unknown: says(
    'The signature is not of version v1',
    html`We only send entries that begin with <code>v1,</code>. Ignore all others.`,
  ),
  body_missing: says('The body is missing', 'Copy it as it came, before it is parsed.'),
  body_spaced: says(
    'There is white space around the body',
    'Sign exactly the bytes that came. We did not add a line end.',
  ),
  body_reserialized: says(
    'The body was parsed and written again',
    'It means the same as what we sent, but its characters differ. Verify the body as it came. ' +
      'Most frameworks need a setting for that, such as “raw body”.',
  ),
  secret_right: says('Your code has the right secret', 'It is the current one.'),
  secret_unknown: says(
    'Your code has a secret that this endpoint never had, or that was replaced long ago',
    'If you lost the right one, replace the secret of the endpoint and use the new one.',
  ),
  signed_with_unknown: says(
    'Signed with the secret of your code',
    'This endpoint does not have that secret, so only your code makes such signatures.',
  ),
};

type DetailedKind =
  | 'timestamp_old'
  | 'timestamp_ahead'
  | 'body_changed'
  | 'secret_old'
  | 'secret_over'
  | 'signed_with_old'
  | 'signed_with_over'
  | 'secret_of_other'
  | 'signed_for_other';

/** Why a receiver calls a signature wrong. */
export const signatures = {
  title: 'Why a signature fails',
  lead: 'Paste what your server received, all from one request. Nothing of it is stored.',
  none: {
    title: 'You have no endpoint',
    text: 'Signatures are made with the secret of an endpoint. Create one first.',
  },
  found: 'What was found',
  fields: {
    endpoint: 'Endpoint',
    endpointOption: (name: string, address: string) => `${name}, ${address}`,
    id: 'ID',
    idHint: html`Header <code>webhook-id</code> or <code>svix-id</code>.`,
    timestamp: 'Timestamp',
    timestampHint: html`Header <code>webhook-timestamp</code> or <code>svix-timestamp</code>.`,
    signature: 'Signature',
    signatureHint: html`Header <code>webhook-signature</code> or <code>svix-signature</code>, or the
      one that your code made.`,
    body: 'Body',
    bodyHint: 'As your code reads it, unchanged.',
    bodyTooLong: 'This is longer than any body that we send.',
    tooLong: 'This is longer than it can be.',
    secret: 'Secret of your code',
    secretHint: 'Shows whether it is the right one. It is neither stored nor shown again.',
    submit: 'Find out',
  },
  minutes: (count: string) => `${count} minutes`,
  hours: (count: string) => `${count} hours`,
  days: (count: string) => `${count} days`,
  findings,
  details: {
    timestamp_old: (duration: string): FindingTexts =>
      says(
        `The timestamp is ${duration} old`,
        'Libraries refuse timestamps that are more than 5 minutes old. This is normal if you ' +
          'copied it from an earlier delivery. If your server refused it on arrival, the clock ' +
          'of your server is fast.',
      ),
    timestamp_ahead: (duration: string): FindingTexts =>
      says(
        `The timestamp is ${duration} ahead of our clock`,
        'We never send that. Check the clock that made it.',
      ),
    body_changed: (position: string, received: string, sent: string): FindingTexts =>
      says(
        'The body is not what was sent',
        html`It differs from character ${position} on. You have <code>${received}</code>, but we
          sent <code>${sent}</code>.`,
      ),
    secret_old: (until: Html): FindingTexts =>
      says(
        'Your code has the previous secret',
        html`It also signs until ${until}. Change to the new one before then.`,
      ),
    secret_over: (until: Html): FindingTexts =>
      says(
        'Your code has an old secret',
        html`It was replaced and has signed nothing since ${until}. Use the new one.`,
      ),
    signed_with_old: (until: Html): FindingTexts =>
      says('Signed with the previous secret', html`It is valid until ${until}.`),
    signed_with_over: (until: Html): FindingTexts =>
      says(
        'Signed with an old secret',
        html`It was replaced and has signed nothing since ${until}.`,
      ),
    secret_of_other: (name: string): FindingTexts =>
      says(
        'Your code has the secret of another endpoint',
        `It is the secret of “${name}”. Each endpoint has its own.`,
      ),
    signed_for_other: (name: string): FindingTexts =>
      says('This belongs to another endpoint', `It was signed with the secret of “${name}”.`),
  },
};
