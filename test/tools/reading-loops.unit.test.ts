import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBackupCode } from '../../src/accounts/backup-code.ts';
import { checkAddressName, readAskedName } from '../../src/address/address-name.ts';
import { readPayerData } from '../../src/address/lnurl/read-payer-data.ts';
import { checkClientName } from '../../src/apps/client.ts';
import { readPairingRequest } from '../../src/apps/nwc-keys/pairing-request.ts';
import { readBasic } from '../../src/apps/oauth/routes/basic-credentials.ts';
import { normalizeAuthorization } from '../../src/apps/oauth/routes/normalize-authorization.ts';
import { checkReturnAddress } from '../../src/apps/redirect-rules.ts';
import { checkName } from '../../src/authorization/name.ts';
import { parseScopes } from '../../src/authorization/personal-token.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import { mailText } from '../../src/base/mail-text.ts';
import {
  cleanJson,
  cleanText,
  escapeInvisible,
  hasInvisible,
  removeSuffixes,
} from '../../src/base/text.ts';
import { isDomainName, namesSeveralHosts } from '../../src/base/url-host.ts';
import { currencies, networks } from '../../src/config/forms.ts';
import { nearestName } from '../../src/config/nearest-name.ts';
import { databaseUrl, relayList } from '../../src/config/url-forms.ts';
import { readCents } from '../../src/fiat/rate.ts';
import { readBech32 } from '../../src/lightning/bech32.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { normalizeBolt11, readPrefix } from '../../src/lightning/bolt11-prefix.ts';
import { parseBoostagram } from '../../src/lightning/boostagram.ts';
import { recordText } from '../../src/lightning/custom-records.ts';
import { findPayableText } from '../../src/lnurl/find-payable-text.ts';
import { readLnurlParams } from '../../src/lnurl/lnurl-params.ts';
import { decodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { asDisplayText } from '../../src/lnurl/read-json.ts';
import { readClientMessage } from '../../src/nostr/client-message.ts';
import { readEvent } from '../../src/nostr/event.ts';
import { decryptNip04 } from '../../src/nostr/nip04.ts';
import { decryptNip44 } from '../../src/nostr/nip44.ts';
import { readRequestBody } from '../../src/nwc/request-body.ts';
import { parseProofJson } from '../../src/proof/checkpoint-file.ts';
import { signerOf } from '../../src/proof/node-signature.ts';
import { textCell } from '../../src/statements/statement-csv.ts';
import { openResolver } from '../../src/system/guarded-connector/resolve-host.ts';
import { redactText } from '../../src/system/redact.ts';
import { parseEmail } from '../../src/users/email.ts';
import { canonicalJson, parseJsonBody } from '../../src/web/json-body.ts';
import { choosePacked } from '../../src/web/packed-document.ts';
import { parseForm } from '../../src/web/pages/forms.ts';
import { readLanguage } from '../../src/web/pages/read-language.ts';
import { callerAddress } from '../../src/web/rate-limits/caller-address.ts';
import { explainSignature } from '../../src/webhooks/explain-signature.ts';
import { readRetryAfterMs } from '../../src/webhooks/retry-schedule.ts';
import { toExcerpt } from '../../src/webhooks/sender/excerpt.ts';
import { checkWebhookUrl } from '../../src/webhooks/url-rules.ts';
import { openStepCounter } from '../support/texts/count-steps.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const KEY = new Uint8Array(32).fill(7);
const OUTBOUND = { addresses: addressRules([]), ownUrls: [] };
const PAY_TEXT = { ...OUTBOUND, ownDomain: 'pay.example', ownHosts: ['pay.example'] };
const PACKED = { plain: KEY, gzip: KEY, br: KEY };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Whatever goes through a text that someone else wrote, by a loop or by methods in a row. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  asDisplayText: (text) => asDisplayText(text, 200),
  callerAddress: (text) =>
    callerAddress(
      { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': text } },
      () => true,
    ),
  canonicalJson: (text) => canonicalJson(asJson(text)),
  checkAddressName,
  checkClientName,
  checkName: (text) => checkName(text, 50),
  checkReturnAddress,
  checkWebhookUrl: (text) => checkWebhookUrl(text, OUTBOUND),
  choosePacked: (text) => choosePacked(PACKED, text),
  cleanJson: (text) => cleanJson(asJson(text)),
  cleanText: (text) => cleanText(text, text.length),
  currencies: currencies.parse,
  decodeBolt11,
  decodeLnurl,
  decryptNip04: (text) => decryptNip04(text, KEY),
  decryptNip44: (text) => decryptNip44(text, KEY),
  explainSignature: (text) =>
    explainSignature({
      received: { messageId: text, timestamp: text, signature: text, body: text, secret: text },
      now: NOW,
      endpointId: '',
      secrets: [],
      sent: { body: `${text}x`, attempts: [] },
    }),
  findPayableText: (text) => findPayableText([text, text], PAY_TEXT),
  hasInvisible,
  isDomainName,
  mailText: (text) => mailText([text]),
  namesSeveralHosts,
  nearestName: (text) => nearestName(text, ['SATCHEL_PORT', 'SATCHEL_DATA_DIR']),
  networks: networks.parse,
  normalizeAuthorization: (text) =>
    normalizeAuthorization(new URLSearchParams({ scope: text, state: text })),
  normalizeBolt11,
  openResolver: (hosts) => openResolver({ hosts }),
  parseBoostagram: (text) => parseBoostagram(bytesOf(text)),
  parseEmail,
  parseForm,
  parseProofJson,
  parseJsonBody: (text) => parseJsonBody(bytesOf(text)),
  parseScopes,
  readAskedName,
  readBackupCode,
  readBasic: (text) => readBasic(`Basic ${text}`),
  readBech32,
  readCents,
  readClientMessage,
  readEvent,
  readLnurlParams: (metadata) =>
    readLnurlParams(
      {
        host: 'pay.example',
        status: 200,
        body: {
          tag: 'payRequest',
          callback: 'https://pay.example/a',
          minSendable: 1,
          maxSendable: 2,
          metadata,
        },
      },
      OUTBOUND,
    ),
  readLanguage,
  readPairingRequest: (text) =>
    readPairingRequest(
      { text: (name) => (name === 'pubkey' ? '9'.repeat(64) : name === 'name' ? '' : text) },
      NOW,
    ),
  readPayerData,
  readPrefix: (text) => readPrefix(`lnbc${text}`),
  readRequestBody,
  readRetryAfterMs: (text) => readRetryAfterMs(text, NOW),
  recordText: (text) => recordText(bytesOf(text), 1000),
  redactText,
  relayList: relayList.parse,
  signerOf: (text) => signerOf('x', text),
  textCell,
  toExcerpt: (text) => toExcerpt(bytesOf(text)),
  databaseUrl: databaseUrl.parse,
  removeSuffixes: (text) => removeSuffixes(text, '="'),
  escapeInvisible,
};

/** Repeated, behind a beginning, and with an end that closes nothing. */
const UNITS = [
  ...`=,;. "'[{:/?&%@\\\n1aé\u0001`,
  ...['[]', '[1,', '{"a":', '"a",', 'a=1&', '&', 'v1,A ', '::', '1.', 'a@', '10.0.0.1, ', '-a'],
  ...['1.1.1.1 a\n', 'q=0;', '["a","b"],', '\\u0000', '\\ud800', 'wss://a,', '=a'],
];
const BEGINNINGS = ['', '[', '{"a":"', 'https://a/', 'lnbc1a'];
const SHAPES = UNITS.flatMap((unit) => BEGINNINGS.map((begin) => ({ begin, unit })));
const LENGTH = 2000;
/** Texts that are counted together first, as a count takes far longer than what it counts. */
const TOGETHER = 32;
/** Steps per character that no one minds: time squared takes a thousand, for one text of thirty. */
const FEW = 20;
/** Four for time squared, two for what grows in proportion. */
const MOST_GROWTH = 3;

const makeText = ({ begin, unit }: (typeof SHAPES)[number], length: number): string =>
  `${begin}${unit.repeat(Math.ceil(length / unit.length))}!`;

describe('what reads the texts of others', () => {
  test('takes steps in proportion to the text', async () => {
    const counter = await openStepCounter();
    const count = (name: string, shapes: typeof SHAPES, length: number): Promise<number> =>
      counter.count(() => {
        for (const shape of shapes) attempt(() => READERS[name]?.(makeText(shape, length)));
      });
    const slow: string[] = [];
    for (const name of Object.keys(READERS)) {
      for (let at = 0; at < SHAPES.length; at += TOGETHER) {
        const some = SHAPES.slice(at, at + TOGETHER);
        if ((await count(name, some, LENGTH)) <= FEW * some.length * LENGTH) continue;
        for (const shape of some) {
          const once = await count(name, [shape], LENGTH);
          const twice = await count(name, [shape], 2 * LENGTH);
          const isMuch = once > FEW * LENGTH;
          if (isMuch && twice > MOST_GROWTH * once) slow.push(`${name}: ${JSON.stringify(shape)}`);
        }
      }
    }
    await counter.close();
    assert.deepEqual(slow, []);
  });

  test('is counted by what it does', async () => {
    const counter = await openStepCounter();
    const read = (text: string): void => {
      for (let rest = text; rest !== ''; rest = rest.slice(1)) readCents(rest);
    };
    const once = await counter.count(() => read('x'.repeat(200)));
    const twice = await counter.count(() => read('x'.repeat(400)));
    await counter.close();
    assert.ok(twice > MOST_GROWTH * once, `${once}, ${twice}`);
  });
});

function attempt(read: () => unknown): void {
  try {
    read();
  } catch {
    // What a reader refuses by an error is read all the same.
  }
}
