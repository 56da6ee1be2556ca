import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { Webhook as Svix0 } from 'svix-0.85';
import { Webhook as Svix1 } from 'svix-1.99';
import { systemRandom } from '../../src/system/system-random.ts';
import { signDelivery } from '../../src/webhooks/sign-delivery.ts';
import { newSigningSecret, signingKeyOf } from '../../src/webhooks/signing-secret.ts';

const LIBRARIES = [
  ['svix 2.5', Svix],
  ['svix 1.99', Svix1],
  ['svix 0.85', Svix0],
  ['standardwebhooks', StandardWebhook],
] as const;

const secret = newSigningSecret(systemRandom);
const messageId = 'msg_0190d3a2f4b17c3e8a5b0123456789ab';
const body = '{"amount":21,"memo":"coffee ☕"}';
const sign = (change: Partial<Parameters<typeof signDelivery>[0]> = {}) =>
  signDelivery({ messageId, at: new Date(), body, keys: [signingKeyOf(secret)], ...change });

/** What a library says: only whether it throws counts, as its return value changed over time. */
const verifies = (
  [, Library]: (typeof LIBRARIES)[number],
  text: string,
  headers: Readonly<Record<string, string>>,
  key = secret,
): boolean => {
  try {
    new Library(key).verify(text, { ...headers });
    return true;
  } catch {
    return false;
  }
};

describe('signing a delivery', () => {
  test('a signature as the standard shows it', () => {
    // Standard Webhooks 1.0.0 and Svix's documentation use this example.
    const headers = signDelivery({
      messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      keys: [signingKeyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
    });
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    assert.equal(headers['svix-signature'], signature);
    assert.equal(headers['svix-timestamp'], '1614265330');
  });

  test('W2 both families of headers carry equal values', () => {
    const headers = sign();
    assert.deepEqual(Object.keys(headers).sort(), [
      'svix-id',
      'svix-signature',
      'svix-timestamp',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    for (const name of ['id', 'timestamp', 'signature']) {
      assert.equal(headers[`svix-${name}`], headers[`webhook-${name}`]);
    }
    assert.equal(headers['svix-id'], messageId);
  });

  for (const library of LIBRARIES) {
    test(`W3 during a rotation ${library[0]} verifies by either secret, later by the new one`, () => {
      const next = newSigningSecret(systemRandom);
      const during = sign({ keys: [next, secret].map(signingKeyOf) });
      assert(verifies(library, body, during, secret));
      assert(verifies(library, body, during, next));
      const after = sign({ keys: [signingKeyOf(next)] });
      assert(!verifies(library, body, after, secret));
      assert(verifies(library, body, after, next));
    });

    test(`W6 ${library[0]} verifies an attempt that is made hours after the event`, () => {
      const event = new Date(Date.now() - 10 * 3_600_000);
      assert(verifies(library, body, sign({ at: new Date() })));
      assert(!verifies(library, body, sign({ at: event })), 'the time of the event is too old');
    });

    test(`W7 ${library[0]} verifies texts of every kind`, () => {
      for (const memo of ['ünïcödé', '🚀', '\u2028\u2029', '\ud800', '\u0000', '"\\/\n', '']) {
        const text = JSON.stringify({ memo });
        assert(verifies(library, text, sign({ body: text })), JSON.stringify(memo));
        // One that the writer did not make well: what is sent is the same bytes as what is signed.
        const sent = Buffer.from(`{"memo":"${memo}"}`).toString();
        const raw = sign({ body: `{"memo":"${memo}"}` });
        const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(`${messageId}.${raw['svix-timestamp']}.${sent}`)
          .digest('base64');
        assert.equal(raw['svix-signature'], `v1,${expected}`);
      }
    });

    test(`W11 M86 ${library[0]} refuses what was changed`, () => {
      const headers = sign();
      const id = headers['svix-id'] ?? '';
      const stamp = headers['svix-timestamp'] ?? '';
      const both = (name: string, value: string) => ({
        ...headers,
        [`svix-${name}`]: value,
        [`webhook-${name}`]: value,
      });
      assert(verifies(library, body, headers));
      assert(!verifies(library, body, headers, newSigningSecret(systemRandom)));
      assert(!verifies(library, body.replace('21', '22'), headers));
      assert(!verifies(library, ` ${body}`, headers));
      assert(!verifies(library, body, both('id', `${id}x`)));
      assert(!verifies(library, body, both('timestamp', String(Number(stamp) + 1))));
      // One signed text, cut at another dot.
      const shifted = { ...both('id', `${id}.${stamp}`), 'svix-timestamp': '1' };
      assert(!verifies(library, body, { ...shifted, 'webhook-timestamp': '1' }));
    });
  }

  test('W5 each attempt has a time and signature of its own and the same id', () => {
    const first = sign({ at: new Date('2030-01-01T00:00:00.900Z') });
    const second = sign({ at: new Date('2030-01-01T00:00:05.000Z') });
    assert.equal(first['svix-timestamp'], '1893456000');
    assert.equal(second['svix-timestamp'], '1893456005');
    assert.equal(first['svix-id'], second['svix-id']);
    assert.notEqual(first['svix-signature'], second['svix-signature']);
  });

  test('W9 an id that holds a dot is never signed', () => {
    assert.throws(() => sign({ messageId: 'msg_a.1614265330' }), { name: 'BugError' });
    assert.throws(() => sign({ messageId: '' }), { name: 'BugError' });
    assert.throws(() => sign({ keys: [] }), { name: 'BugError' });
  });

  test('W10 a secret is the standard base64 of 24 bytes, another one each time', () => {
    const secrets = Array.from({ length: 100 }, () => newSigningSecret(systemRandom));
    for (const each of secrets) {
      assert.match(each, /^whsec_[A-Za-z0-9+/]{32}$/);
      assert.equal(Buffer.from(each.slice(6), 'base64').length, 24);
    }
    assert.equal(new Set(secrets).size, secrets.length);
  });
});
