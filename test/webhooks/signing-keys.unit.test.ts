import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { createSigningKeys, sealSigningSecret } from '../../src/webhooks/signing-secrets.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

const random = createSeededRandom(1);
const webhookKey = random.bytes(32);
const sealed = (endpointId: string, secret: string, key = webhookKey): Uint8Array =>
  sealSigningSecret(key, endpointId, secret, random);
const [first, second] = [newSigningSecret(random), newSigningSecret(random)];

/** As a receiver has them. */
const secretsOf = (keys: ReturnType<ReturnType<typeof createSigningKeys>>): string[] =>
  keys.map((key) => `whsec_${key.export().toString('base64')}`);

describe('the keys that deliveries are signed with', () => {
  test('each endpoint has its own', () => {
    const keysOf = createSigningKeys(webhookKey);
    assert.deepEqual(secretsOf(keysOf('ep_1', [sealed('ep_1', first)])), [first]);
    assert.deepEqual(secretsOf(keysOf('ep_2', [sealed('ep_2', second)])), [second]);
    assert.deepEqual(secretsOf(keysOf('ep_1', [sealed('ep_1', first)])), [first]);
  });

  test('W3 a secret that was rotated signs at once, and the old one no longer than it is stored', () => {
    const keysOf = createSigningKeys(webhookKey);
    const [oldBox, newBox] = [sealed('ep_1', first), sealed('ep_1', second)];
    assert.deepEqual(secretsOf(keysOf('ep_1', [oldBox])), [first]);
    assert.deepEqual(secretsOf(keysOf('ep_1', [newBox, oldBox])), [second, first]);
    assert.deepEqual(secretsOf(keysOf('ep_1', [newBox])), [second]);
    assert.deepEqual(secretsOf(keysOf('ep_1', [oldBox])), [first]);
  });

  test('a secret that does not open is told each time', () => {
    const keysOf = createSigningKeys(webhookKey);
    const strange = sealed('ep_1', first, random.bytes(32));
    for (const box of [strange, strange, sealed('ep_2', first)]) {
      assert.throws(() => keysOf('ep_1', [box]), /sealed under another key/);
    }
    assert.deepEqual(secretsOf(keysOf('ep_1', [sealed('ep_1', first)])), [first]);
  });

  test('what is stored is opened once', () => {
    const keysOf = createSigningKeys(webhookKey);
    const box = sealed('ep_1', first);
    const [key] = keysOf('ep_1', [box]);
    assert.equal(keysOf('ep_1', [Uint8Array.from(box)])[0], key);
  });

  test('a crowd of endpoints does not fill the memory', () => {
    const keysOf = createSigningKeys(webhookKey);
    const box = sealed('ep_0', first);
    const [key] = keysOf('ep_0', [box]);
    for (let n = 1; n <= 10_000; n += 1) keysOf(`ep_${n}`, []);
    assert.notEqual(keysOf('ep_0', [box])[0], key, 'it was forgotten, and opened again');
  });
});
