import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { systemRandom } from '../../src/system/system-random.ts';
import { explainSignature } from '../../src/webhooks/explain-signature.ts';
import {
  MAX_EXPLAINED_LENGTHS,
  MAX_OLD_WEBHOOK_SECRETS,
  MAX_SIGNATURE_ENTRIES,
} from '../../src/webhooks/limits.ts';
import { signDelivery } from '../../src/webhooks/sign-delivery.ts';
import type {
  ReceivedDelivery,
  SignatureCase,
  SignatureFinding,
} from '../../src/webhooks/signature-case.ts';
import { newSigningSecret, signingKeyOf } from '../../src/webhooks/signing-secret.ts';

const newSecret = (): string => newSigningSecret(systemRandom);
const [secret, oldSecret, overSecret] = [newSecret(), newSecret(), newSecret()];
const [otherSecret, strangeSecret] = [newSecret(), newSecret()];

const NOW = new Date('2030-01-01T12:00:00Z');
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const ID = `msg_${'0'.repeat(31)}1`;
const TIMESTAMP = String(NOW.getTime() / 1000);
const BODY = '{"amount":21000,"memo":"ü ☕ 1/2","list":[1,{"a":null}],"type":"incoming"}';

const sign = (body: string, by: string, at = NOW): string =>
  signDelivery({ messageId: ID, at, body, keys: [signingKeyOf(by)] })['webhook-signature'] ?? '';

const RECEIVED: ReceivedDelivery = {
  messageId: ID,
  timestamp: TIMESTAMP,
  signature: sign(BODY, secret),
  body: BODY,
  secret: '',
};

const CASE: SignatureCase = {
  received: RECEIVED,
  now: NOW,
  endpointId: 'ep_this',
  secrets: [
    { endpointId: 'ep_this', secret, validUntil: null },
    { endpointId: 'ep_this', secret: oldSecret, validUntil: after(60) },
    { endpointId: 'ep_this', secret: overSecret, validUntil: after(-60) },
    { endpointId: 'ep_other', secret: otherSecret, validUntil: null },
  ],
  sent: { body: BODY, attempts: [{ startedAt: NOW }] },
};

const explain = (
  received: Partial<ReceivedDelivery>,
  change: Partial<SignatureCase> = {},
): readonly SignatureFinding[] =>
  explainSignature({ ...CASE, received: { ...RECEIVED, ...received }, ...change });

const kinds = (
  received: Partial<ReceivedDelivery>,
  change: Partial<SignatureCase> = {},
): readonly string[] => explain(received, change).map(({ kind }) => kind);

/** As a user’s code makes it. */
const hmac = (key: string | Buffer, text: string, encoding: 'base64' | 'base64url' | 'hex') =>
  createHmac('sha256', key).update(text).digest(encoding);
const KEY = Buffer.from(secret.slice('whsec_'.length), 'base64');
const SIGNED = `${ID}.${TIMESTAMP}.${BODY}`;

describe('a signature that is right', () => {
  test('is genuine, by the current secret and by the one before', () => {
    assert.deepEqual(explain({}), [{ kind: 'genuine' }]);
    assert.deepEqual(explain({ signature: sign(BODY, oldSecret) }), [
      { kind: 'genuine' },
      { kind: 'signed_with_old', until: after(60) },
    ]);
    const both = `${sign(BODY, oldSecret)} ${sign(BODY, secret)}`;
    assert.deepEqual(kinds({ signature: both }), ['genuine']);
  });

  test('is known without the log, and however it was copied', () => {
    assert.deepEqual(kinds({}, { sent: null }), ['genuine']);
    for (const signature of [
      `webhook-signature: ${RECEIVED.signature}`,
      `Svix-Signature:${RECEIVED.signature}`,
      `"${RECEIVED.signature}"`,
      `${sign('other', strangeSecret)}, ${RECEIVED.signature}`,
      `  v1a,AAAA ${RECEIVED.signature}\n`,
    ]) {
      assert.deepEqual(kinds({ signature }), ['genuine'], signature);
    }
    const spaced = { messageId: ` ${ID}\n`, timestamp: ` ${TIMESTAMP} ` };
    assert.deepEqual(kinds(spaced), ['genuine']);
  });

  test('line ends that a form has made are no change', () => {
    const body = '{\n"a":1\n}';
    const received = { body: body.replaceAll('\n', '\r\n'), signature: sign(body, secret) };
    assert.deepEqual(kinds(received, { sent: { body, attempts: [{ startedAt: NOW }] } }), [
      'genuine',
    ]);
    const kept = '{\r\n"a":1}';
    const sent = { body: kept, attempts: [] };
    assert.deepEqual(kinds({ body: kept, signature: sign(kept, secret) }, { sent }), ['genuine']);
  });
});

describe('timestamps', () => {
  test('too old, and ahead: both sides of five minutes', () => {
    assert.deepEqual(kinds({}, { now: after(5) }), ['genuine']);
    assert.deepEqual(explain({}, { now: after(6) })[1], { kind: 'timestamp_old', byMs: 360_000 });
    assert.deepEqual(kinds({}, { now: after(-5) }), ['genuine']);
    assert.deepEqual(explain({}, { now: after(-6) })[1], {
      kind: 'timestamp_ahead',
      byMs: 360_000,
    });
  });

  test('missing, no number, in milliseconds, of no attempt', () => {
    for (const timestamp of ['', 'now', '2030-01-01T12:00:00Z', '1.5', '-1', '9'.repeat(20)]) {
      assert.deepEqual(kinds({ timestamp }), ['no_match', 'timestamp_unreadable'], timestamp);
    }
    assert.deepEqual(kinds({ timestamp: `${TIMESTAMP}000` }), ['recognized', 'timestamp_in_ms']);
    const late = String(Number(TIMESTAMP) - 7);
    assert.deepEqual(kinds({ timestamp: late }), ['no_match', 'timestamp_of_no_attempt']);
  });
});

describe('bodies', () => {
  const parsed: unknown = JSON.parse(BODY);
  const rewritten: readonly (readonly [string, string])[] = [
    ['with indents', JSON.stringify(parsed, null, 2)],
    ['as Python writes it', BODY.replaceAll(/([,:])(?!\d*\/)/g, '$1 ')],
    ['as PHP writes it', BODY.replaceAll('/', '\\/')],
  ];
  for (const [name, body] of rewritten) {
    test(`parsed and written again, ${name}`, () => {
      assert.deepEqual(kinds({ body }), ['recognized', 'body_reserialized'], body);
      // One text, signed by the receiver's own code.
      const signature = sign(body, secret);
      assert.deepEqual(kinds({ body, signature }), ['recognized', 'body_reserialized']);
    });
  }

  test('keys in another order are a writing of the same, where the log knows what was sent', () => {
    const { type, ...rest } = Object(parsed);
    assert.deepEqual(kinds({ body: JSON.stringify({ type, ...rest }) }), [
      'recognized',
      'body_reserialized',
    ]);
  });

  test('white space around it, another body, none, and one that is no JSON', () => {
    assert.deepEqual(kinds({ body: `${BODY}\r\n` }), ['recognized', 'body_spaced']);
    assert.deepEqual(kinds({ body: '' }), ['recognized', 'body_missing']);
    const changed = explain({ body: BODY.replace('21000', '21001') });
    assert.deepEqual(changed, [
      { kind: 'recognized' },
      {
        kind: 'body_changed',
        index: 14,
        received: BODY.replace('21000', '21001').slice(4, 54),
        sent: BODY.slice(4, 54),
      },
    ]);
    assert.deepEqual(kinds({ body: 'amount=21000' }), ['recognized', 'body_changed']);
    assert.deepEqual(kinds({ body: BODY.slice(0, -1) }), ['recognized', 'body_changed']);
    assert.deepEqual(kinds({ body: 'x' }, { sent: null }), ['no_match', 'id_unknown']);
  });

  test('what was made to be too deep is a text like any other', () => {
    const body = '['.repeat(60_000);
    assert.deepEqual(kinds({ body }), ['recognized', 'body_changed']);
  });
});

describe('secrets', () => {
  test('of another endpoint, replaced, and of no one', () => {
    assert.deepEqual(explain({ signature: sign(BODY, otherSecret) }), [
      { kind: 'recognized' },
      { kind: 'signed_for_other', endpointId: 'ep_other' },
    ]);
    assert.deepEqual(explain({ signature: sign(BODY, overSecret) }), [
      { kind: 'recognized' },
      { kind: 'signed_with_over', until: after(-60) },
    ]);
    assert.deepEqual(kinds({ signature: sign(BODY, strangeSecret) }), ['no_match']);
  });

  test('what the code has is told by itself', () => {
    const found = explain({ secret });
    assert.deepEqual(found, [{ kind: 'genuine' }, { kind: 'secret_right' }]);
    assert.deepEqual(explain({ secret: `"${secret}" ` }), found);
    assert.deepEqual(explain({ secret: secret.slice(6) }), found, 'without its prefix');
    const last = (own: string) => explain({ secret: own }).at(-1);
    assert.deepEqual(last(oldSecret), { kind: 'secret_old', until: after(60) });
    assert.deepEqual(last(overSecret), { kind: 'secret_over', until: after(-60) });
    assert.deepEqual(last(otherSecret), { kind: 'secret_of_other', endpointId: 'ep_other' });
    assert.deepEqual(last(strangeSecret), { kind: 'secret_unknown' });
    const own = { secret: strangeSecret, signature: sign(BODY, strangeSecret) };
    assert.deepEqual(kinds(own), ['recognized', 'signed_with_unknown', 'secret_unknown']);
  });
});

describe('what code does that signs by itself', () => {
  const mistakes: readonly (readonly [string, string])[] = [
    ['body_alone', hmac(KEY, BODY, 'base64')],
    ['without_id', hmac(KEY, `${TIMESTAMP}.${BODY}`, 'base64')],
    ['without_timestamp', hmac(KEY, `${ID}.${BODY}`, 'base64')],
    ['secret_as_text', hmac(secret, SIGNED, 'base64')],
    ['secret_as_text', hmac(secret.slice('whsec_'.length), SIGNED, 'base64')],
    ['secret_with_prefix', hmac(Buffer.from(secret, 'base64'), SIGNED, 'base64')],
    ['hex', hmac(KEY, SIGNED, 'hex')],
    ['hex', hmac(KEY, SIGNED, 'hex').toUpperCase()],
    ['base64url', hmac(KEY, SIGNED, 'base64url')],
  ];
  for (const [mistake, mac] of mistakes) {
    test(`${mistake}: ${mac.slice(0, 8)}…`, () => {
      assert.deepEqual(kinds({ signature: `v1,${mac}` }), ['recognized', mistake]);
      assert.deepEqual(kinds({ signature: mac }), ['recognized', mistake, 'version_missing']);
    });
  }

  test('several at once', () => {
    const signature = hmac(secret, BODY, 'hex');
    assert.deepEqual(kinds({ signature }), [
      'recognized',
      'secret_as_text',
      'body_alone',
      'hex',
      'version_missing',
    ]);
  });

  test('without v1, or with another version', () => {
    const [, mac = ''] = RECEIVED.signature.split(',');
    assert.deepEqual(kinds({ signature: mac }), ['recognized', 'version_missing']);
    assert.deepEqual(kinds({ signature: `v2,${mac}` }), ['recognized', 'version_unknown']);
    assert.deepEqual(kinds({ signature: '' }), ['no_match', 'signature_missing']);
    assert.deepEqual(kinds({ signature: 'v1,' }), ['no_match', 'version_missing']);
    assert.deepEqual(kinds({ signature: 'v1,AAAA' }), ['no_match']);
  });
});

test('an id that is missing, or of another message', () => {
  assert.deepEqual(kinds({ messageId: '' }, { sent: null }), ['no_match', 'id_missing']);
  const messageId = `msg_${'0'.repeat(32)}`;
  assert.deepEqual(kinds({ messageId }, { sent: null }), ['no_match', 'id_unknown']);
});

describe('what an explanation costs', () => {
  test('a signature for each secret in force is read', () => {
    const by = Array.from({ length: MAX_OLD_WEBHOOK_SECRETS }, newSecret);
    const signature = [...by.map((one) => sign(BODY, one)), sign(BODY, secret)].join(' ');
    assert.ok(signature.length <= MAX_EXPLAINED_LENGTHS.signature);
    assert.ok(by.length < MAX_SIGNATURE_ENTRIES);
    assert.deepEqual(kinds({ signature }), ['genuine']);
  });

  test('of a long row only the first signatures are looked at', () => {
    const row = Array.from({ length: MAX_SIGNATURE_ENTRIES }, () => 'v1,A').join(' ');
    assert.deepEqual(kinds({ signature: `${row} ${RECEIVED.signature}` }), ['no_match']);
  });
});
