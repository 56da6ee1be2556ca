import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { Webhook as Svix0 } from 'svix-0.85';
import { Webhook as Svix1 } from 'svix-1.99';
import { systemRandom } from '../../src/system/system-random.ts';
import { signDelivery } from '../../src/webhooks/sign-delivery.ts';
import { newSigningSecret, signingKeyOf } from '../../src/webhooks/signing-secret.ts';
import { checkProperty } from '../support/check-property.ts';
import { deliver, MESSAGE_ID, RECORD, recordOf, type TestDelivery } from '../support/deliver.ts';
import type { ReceivedRequest } from '../support/raw-receiver.ts';
import { openReceiver, openSender, postTo } from '../support/webhook-post.ts';

const EXAMPLES = new URL('../../docs/examples/webhooks/', import.meta.url).pathname;
const secret = newSigningSecret(systemRandom);

/** The bytes of a delivery as they came out of a socket. */
async function receive(
  t: TestContext,
  delivery: Partial<TestDelivery> = {},
): Promise<ReceivedRequest> {
  const receiver = await openReceiver(t);
  const result = await deliver(t, { url: receiver.url, secrets: [secret], ...delivery });
  assert.equal(result.kind, 'answered');
  return receiver.requests[0] ?? assert.fail('nothing came');
}

const only = (headers: ReceivedRequest['headers'], family: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(`${family}-`)));

describe('unmodified libraries verify what comes out of a socket', () => {
  const READERS = [
    ['svix 2.5', new Svix(secret), ['svix', 'webhook']],
    ['svix 1.99', new Svix1(secret), ['svix', 'webhook']],
    ['svix 0.85', new Svix0(secret), ['svix', 'webhook']],
    ['standardwebhooks', new StandardWebhook(secret), ['webhook']],
  ] as const;

  for (const [name, library, families] of READERS) {
    test(`W1 ${name}`, async (t) => {
      const { headers, body } = await receive(t);
      library.verify(body.toString(), { ...headers });
      for (const family of families) library.verify(body.toString(), only(headers, family));
      const changed = body.toString().replace('"amount":21', '"amount":22');
      assert.throws(() => library.verify(changed, { ...headers }));
    });

    test(`W1 ${name} verifies what is parsed and written again`, async (t) => {
      const { headers, body } = await receive(t);
      const parsed: unknown = JSON.parse(body.toString());
      library.verify(JSON.stringify(parsed), { ...headers });
    });

    test(`W3 ${name} verifies with the old and with the new secret in a rotation`, async (t) => {
      const { headers, body } = await receive(t, {
        secrets: [newSigningSecret(systemRandom), secret],
      });
      library.verify(body.toString(), { ...headers });
    });
  }

  test('W2 a request carries both families with equal values', async (t) => {
    const { headers } = await receive(t);
    for (const name of ['id', 'timestamp', 'signature']) {
      assert(headers[`svix-${name}`]);
      assert.equal(headers[`svix-${name}`], headers[`webhook-${name}`]);
    }
    assert.equal(headers['webhook-id'], MESSAGE_ID);
    assert.equal(headers['content-type'], 'application/json');
  });

  test('W13 W7 the body on the wire is the stored text, byte by byte, at every attempt', async (t) => {
    const first = await receive(t, { at: new Date(Date.now() - 5000) });
    const second = await receive(t);
    assert.deepEqual(first.body, Buffer.from(RECORD));
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
    assert.notEqual(second.headers['webhook-signature'], first.headers['webhook-signature']);
  });

  test('W13 whatever a payer sends, its record verifies after it was parsed', () => {
    const library = new Svix(secret);
    const anyRecords = fc.array(
      fc.tuple(
        fc.oneof(fc.constant(7629169n), fc.bigInt(65_536n, 2n ** 64n - 1n)),
        fc.oneof(
          fc.json({ stringUnit: 'binary' }).map((text) => Buffer.from(`{"message":${text}}`)),
          fc.uint8Array(),
        ),
      ),
    );
    checkProperty(
      fc.property(anyRecords, (records) => {
        const body = recordOf(new Map(records));
        const keys = [signingKeyOf(secret)];
        const signed = { messageId: MESSAGE_ID, at: new Date(), body, keys };
        library.verify(JSON.stringify(JSON.parse(body)), { ...signDelivery(signed) });
      }),
      { numRuns: 500 },
    );
  });
});

describe('W12 other implementations come to the same signature', () => {
  test('W12 OpenSSL on a command line', async (t) => {
    const { headers, body } = await receive(t);
    const args = [secret, headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? ''];
    const printed = execFileSync('sh', [`${EXAMPLES}signature.sh`, ...args], { input: body });
    assert.equal(printed.toString(), headers['webhook-signature']);
  });

  test('W12 Python', async (t) => {
    const { headers, body } = await receive(t);
    const program = `
import base64, hashlib, hmac, sys
secret, message_id, timestamp = sys.argv[1:]
key = base64.b64decode(secret[len("whsec_"):])
signed = (message_id + "." + timestamp + ".").encode() + sys.stdin.buffer.read()
print("v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode(), end="")
`;
    const args = [secret, headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? ''];
    const printed = execFileSync('python3', ['-c', program, ...args], { input: body });
    assert.equal(printed.toString(), headers['webhook-signature']);
  });

  test('W12 bare HMAC', async (t) => {
    const { headers, body } = await receive(t);
    const signed = Buffer.concat([
      Buffer.from(`${headers['svix-id']}.${headers['svix-timestamp']}.`),
      body,
    ]);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    assert.equal(headers['svix-signature'], `v1,${expected}`);
  });
});

test('W63 what is sent never holds the secret', async (t) => {
  const receiver = await openReceiver(t);
  await deliver(t, { url: receiver.url, secrets: [secret] });
  const [request] = receiver.requests;
  const sent = JSON.stringify(request) + request?.body.toString();
  assert(!sent.includes(secret) && !sent.includes(secret.slice('whsec_'.length)));
});

test('W63 an attempt that fails says nothing of what it was to send', async (t) => {
  const receiver = await openReceiver(t, (socket) => socket.destroy());
  const headers = { 'webhook-signature': 'v1,very-secret' };
  const result = await openSender(t).send(postTo(receiver.url, { headers, body: 'very-secret' }));
  assert(!JSON.stringify(result).includes('very-secret'));
});
