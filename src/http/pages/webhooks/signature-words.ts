import type { SignatureFinding, SigningMistake } from '../../../webhook/signature-case.ts';
import { groupDigits, moment } from '../kit/figures.ts';
import { type Content, html } from '../kit/html.ts';
import type { State } from '../kit/pieces.ts';

/** What a finding means, and what to do about it. */
export interface FindingWords {
  readonly state: State;
  readonly word: string;
  readonly text: Content;
}

/** `nameOf`: what people call an endpoint of theirs. */
export function findingWords(
  finding: SignatureFinding,
  nameOf: (endpointId: string) => string,
): FindingWords {
  switch (finding.kind) {
    case 'timestamp_old':
      return note(
        `The timestamp is ${durationText(finding.byMs)} old`,
        'Libraries refuse what is more than 5 minutes old. That is no wonder if you copied it ' +
          'from an earlier delivery. If yours was refused as it arrived, the clock of your ' +
          'server is fast.',
      );
    case 'timestamp_ahead':
      return wrong(
        `The timestamp is ${durationText(finding.byMs)} ahead of our clock`,
        'We never send that. Look at the clock that made it.',
      );
    case 'body_changed':
      return wrong(
        'The body is not what was sent',
        html`It is different from character ${groupDigits(finding.index + 1)} on. You have
          <code>${finding.received}</code>, sent was <code>${finding.sent}</code>`,
      );
    case 'secret_old':
      return note(
        'Your code has the secret before the present one',
        html`It signs beside the new one until ${moment(finding.until)}. Change over before then.`,
      );
    case 'secret_over':
      return wrong(
        'Your code has an old secret',
        html`It was replaced and signs nothing since ${moment(finding.until)}. Use the new one.`,
      );
    case 'signed_with_old':
      return note(
        'Signed with the secret before the present one',
        html`That one is valid until ${moment(finding.until)}.`,
      );
    case 'signed_with_over':
      return wrong(
        'Signed with an old secret',
        html`It was replaced and signs nothing since ${moment(finding.until)}.`,
      );
    case 'secret_of_other':
      return wrong(
        'Your code has the secret of another endpoint',
        `It is that of “${nameOf(finding.endpointId)}”. Each endpoint has its own.`,
      );
    case 'signed_for_other':
      return wrong(
        'This belongs to another endpoint',
        `It was signed with the secret of “${nameOf(finding.endpointId)}”.`,
      );
    default:
      return PLAIN_WORDS[finding.kind];
  }
}

const good = (word: string, text: Content): FindingWords => ({ state: 'good', word, text });
const note = (word: string, text: Content): FindingWords => ({ state: 'waiting', word, text });
const wrong = (word: string, text: Content): FindingWords => ({ state: 'bad', word, text });

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

const MISTAKE_WORDS: Readonly<Record<SigningMistake, FindingWords>> = {
  body_alone: wrong(
    'Your code signs the body alone',
    html`Sign <code>id.timestamp.body</code>: the two headers and the body, with dots between.`,
  ),
  without_id: wrong(
    'Your code leaves out the id',
    html`Sign <code>id.timestamp.body</code>, and not <code>timestamp.body</code>.`,
  ),
  without_timestamp: wrong(
    'Your code leaves out the timestamp',
    html`Sign <code>id.timestamp.body</code>, and not <code>id.body</code>.`,
  ),
  secret_as_text: wrong(
    'Your code takes the secret as text',
    html`What follows <code>whsec_</code> is base64: the key is the 24 bytes that it stands for.`,
  ),
  secret_with_prefix: wrong(
    'Your code decodes the prefix of the secret too',
    html`Cut off <code>whsec_</code> before you decode the rest as base64.`,
  ),
  hex: wrong('Your code writes the signature in hexadecimal', 'It has to be base64.'),
  base64url: wrong(
    'Your code writes another base64',
    html`Use the usual one, with <code>+</code>, <code>/</code> and <code>=</code> at the end.`,
  ),
};

const PLAIN_WORDS: Readonly<Record<Exclude<SignatureFinding['kind'], DetailedKind>, FindingWords>> =
  {
    ...MISTAKE_WORDS,
    genuine: good(
      'This signature is right',
      'It fits the id, the timestamp, the body and a secret of this endpoint. If your code ' +
        'refuses it, then your code has another secret or another body: paste its secret below, ' +
        'and compare the body that it reads with this one.',
    ),
    recognized: note(
      'This signature is known, but something is wrong with it',
      'What it is stands below.',
    ),
    no_match: wrong(
      'This signature fits none of it',
      'None of the usual mistakes leads to it, with any secret of yours. At least one of the ' +
        'four was copied from another message, or not as a whole.',
    ),
    id_missing: wrong(
      'The id is missing',
      html`It is in the header <code>webhook-id</code>, and the same in <code>svix-id</code>.`,
    ),
    id_unknown: wrong(
      'No message with this id was sent to this endpoint',
      html`The id is in the header <code>webhook-id</code> and begins with <code>msg_</code>. It is
        not the identifier or the payment hash of the invoice.`,
    ),
    timestamp_unreadable: wrong(
      'The timestamp is missing or no number',
      html`It is in the header <code>webhook-timestamp</code>: seconds since 1970.`,
    ),
    timestamp_in_ms: wrong(
      'The timestamp is in milliseconds',
      'The header has seconds. Take it as it is in place of the time of your server.',
    ),
    timestamp_of_no_attempt: note(
      'No attempt of this message was made at this time',
      'Each attempt has a timestamp and a signature of its own: take all of them from one request.',
    ),
    signature_missing: wrong(
      'The signature is missing',
      html`It is in the header <code>webhook-signature</code>.`,
    ),
    version_missing: wrong(
      'The “v1,” is missing',
      html`The header has entries such as <code>v1,K5oZ…</code>, spaces between. A library wants
        the header as it is; if you compare by yourself, cut off <code>v1,</code> on both sides.`,
    ),
    version_unknown: wrong(
      'The signature is not of version v1',
      html`We send entries that begin with <code>v1,</code> only. Leave others aside.`,
    ),
    body_missing: wrong('The body is missing', 'Take it as it came, before it is parsed.'),
    body_spaced: wrong(
      'There is white space around the body',
      'Sign what came, byte by byte: no line end was added to it by us.',
    ),
    body_reserialized: wrong(
      'The body was parsed and written again',
      'It says the same as what was sent, but in other characters. Verify the body as it came: ' +
        'most frameworks need a setting for that, such as “raw body”.',
    ),
    secret_right: good('Your code has the right secret', 'It is the present one.'),
    secret_unknown: wrong(
      'Your code has a secret that this endpoint never had, or that was replaced long ago',
      'If the right one is lost, replace the secret of the endpoint and use the new one.',
    ),
    signed_with_unknown: wrong(
      'Signed with the secret of your code',
      'That is none of this endpoint, so nobody but your code makes such signatures.',
    ),
  };

function durationText(durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${groupDigits(Math.floor(hours / 24))} days`;
}
