import assert from 'node:assert/strict';
import { createCipheriv, createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import * as nip04 from 'nostr-tools/nip04';
import * as nip44 from 'nostr-tools/nip44';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { bytesToHex } from '../../src/base/hex.ts';
import { type Conversation, openConversation } from '../../src/nostr/conversation.ts';
import { decryptNip04, encryptNip04 } from '../../src/nostr/nip04.ts';
import { decryptNip44, encryptNip44, messageKeys, nip44Key } from '../../src/nostr/nip44.ts';
import { sharedPoint } from '../../src/nostr/shared-point.ts';
import { checkProperty } from '../support/check-property.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

const random = createSeededRandom(testSeed());
const [OURS, THEIRS] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(7)];
const [OUR_KEY, THEIR_KEY] = [OURS, THEIRS].map((one) => bytesToHex(xOnlyPointFromScalar(one)));
assert(OUR_KEY !== undefined && THEIR_KEY !== undefined);
const SHARED = shared(OURS, THEIR_KEY);
const KEY = nip44Key(SHARED);

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 600 });
const privateKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((one) => {
  // Zero and the numbers beyond the curve are no keys.
  return one[0] !== 0 && one[0] !== 0xff;
});

describe('NIP-44 and nostr-tools', () => {
  test('20 agree on keys, and read each other', () => {
    checkProperty(
      fc.property(privateKey, privateKey, words, (mine, yours, text) => {
        const your = bytesToHex(xOnlyPointFromScalar(yours));
        const key = nip44Key(shared(mine, your));
        assert.deepEqual(new Uint8Array(key), nip44.getConversationKey(mine, your));
        assert.equal(nip44.decrypt(encryptNip44(text, key, random), key), text);
        assert.deepEqual(decryptNip44(nip44.encrypt(text, key), key), { ok: true, value: text });
      }),
      { numRuns: 20 },
    );
  });

  test('20 agree on the form of texts of every length, with the same nonce', () => {
    const nonce = new Uint8Array(32).fill(9);
    for (const length of [1, 31, 32, 33, 255, 256, 257, 1023, 1025, 40_000, 65_535]) {
      const text = 'x'.repeat(length);
      assert.equal(
        encryptNip44(text, KEY, { bytes: () => nonce }),
        nip44.encrypt(text, KEY, nonce),
      );
    }
  });
});

describe('hostile payloads of NIP-44', () => {
  const payload = encryptNip44('{"method":"get_info"}', KEY, random);

  test('20 a changed bit anywhere is found', () => {
    const bytes = Buffer.from(payload, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const bad = Buffer.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 1;
      const refusal = at === 0 ? 'unknown_version' : 'unreadable';
      assert.deepEqual(decryptNip44(bad.toString('base64'), KEY), { ok: false, refusal });
    }
  });

  for (const [what, bad] of [
    ['nothing', ''],
    ['too little', 'Ag=='],
    ['99 bytes in 132 letters less one', payload.slice(0, 131)],
    ['97 bytes', Buffer.alloc(97, 2).toString('base64')],
    ['another key', encryptNip44('x', new Uint8Array(32).fill(1), random)],
    ['no base64', `${payload.slice(0, -4)}~~~~`],
    ['base64 of addresses', payload.replaceAll('+', '-').replaceAll('/', '_').replace('A', '_')],
    ['spaces', `${payload.slice(0, 8)} ${payload.slice(8)}`],
    ['without the last =', payload.replace(/=?$/, '').padEnd(140, '=')],
    ['a megabyte', 'A'.repeat(1_048_576)],
    ['NIP-04', encryptNip04('x'.repeat(200), SHARED, random)],
  ] as const) {
    test(`20 unreadable: ${what}`, () => {
      assert.deepEqual(decryptNip44(bad, KEY), { ok: false, refusal: 'unreadable' });
    });
  }

  test('20 a right MAC over wrong padding, the long prefix or no UTF-8', () => {
    const long = Buffer.alloc(6 + 65_536);
    long.writeUInt32BE(65_536, 2);
    for (const padded of [
      Buffer.alloc(34),
      Buffer.from([0, 33, ...Buffer.alloc(32, 65)]),
      Buffer.from([0, 1, 65, ...Buffer.alloc(63)]),
      Buffer.from([0, 1, 0xff, ...Buffer.alloc(31)]),
      Buffer.from([0xff, 0xff, ...Buffer.alloc(32)]),
      long,
    ]) {
      const sealed = seal(padded);
      assert.deepEqual(decryptNip44(sealed, KEY), { ok: false, refusal: 'unreadable' });
    }
    const right = seal(Buffer.from([0, 1, 65, ...Buffer.alloc(31)]));
    assert.deepEqual(decryptNip44(right, KEY), { ok: true, value: 'A' });
  });

  test('20 any text is answered', () => {
    const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.base64String());
    checkProperty(fc.property(any, (text) => assert.equal(decryptNip44(text, KEY).ok, false)));
  });
});

describe('NIP-04', () => {
  test('21 nostr-tools reads ours, and we read theirs', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        assert.equal(nip04.decrypt(THEIRS, OUR_KEY, encryptNip04(text, SHARED, random)), text);
        assert.equal(decryptNip04(nip04.encrypt(THEIRS, OUR_KEY, text), SHARED), text);
      }),
      { numRuns: 20 },
    );
  });

  const right = encryptNip04('{"method":"get_balance"}', SHARED, random);
  const [body = '', iv = ''] = right.split('?iv=');

  test('21 base64 without = is read', () => {
    const [text, nonce] = [body.replaceAll('=', ''), iv.replaceAll('=', '')];
    assert.equal(decryptNip04(`${text}?iv=${nonce}`, SHARED), '{"method":"get_balance"}');
  });

  for (const [what, bad] of [
    ['nothing', ''],
    ['no iv', body],
    ['an empty iv', `${body}?iv=`],
    ['a short iv', `${body}?iv=${Buffer.alloc(15).toString('base64')}`],
    ['a long iv', `${body}?iv=${Buffer.alloc(17).toString('base64')}`],
    ['an iv of other letters', `${body}?iv=${'~'.repeat(24)}`],
    ['two ivs', `${right}?iv=${iv}`],
    ['half a block', `${Buffer.alloc(24).toString('base64')}?iv=${iv}`],
    ['bad padding', `${Buffer.alloc(32).toString('base64')}?iv=${iv}`],
    ['no text', `?iv=${iv}`],
    ['spaces', ` ${right}`],
    ['a megabyte', `${'A'.repeat(1_048_576)}?iv=${iv}`],
    ['NIP-44', encryptNip44('x', KEY, random)],
    ['bytes that are no UTF-8', `${cbc(Buffer.from([0xff, 0xfe]))}?iv=${'A'.repeat(22)}==`],
  ] as const) {
    test(`21 null, whatever is wrong: ${what}`, () =>
      assert.equal(decryptNip04(bad, SHARED), null));
  }
});

describe('a conversation', () => {
  const mine = open(OURS, THEIR_KEY);
  const theirs = open(THEIRS, OUR_KEY);

  for (const scheme of ['nip44_v2', 'nip04'] as const) {
    test(`21 both sides read ${scheme}, and not as the other scheme`, () => {
      const content = mine.encrypt('hello', scheme, random);
      assert.deepEqual(theirs.decrypt(content, scheme), { ok: true, value: 'hello' });
      const other = scheme === 'nip04' ? 'nip44_v2' : 'nip04';
      assert.deepEqual(theirs.decrypt(content, other), { ok: false, refusal: 'undecryptable' });
    });
  }

  test('18 there is none with what is no key', () => {
    for (const bad of ['', 'ab', 'ff'.repeat(32), '00'.repeat(32), `${THEIR_KEY}0`]) {
      assert.equal(openConversation(OURS, bad), null);
    }
    assert.equal(openConversation(new Uint8Array(32), THEIR_KEY), null);
    assert.equal(openConversation(new Uint8Array(31).fill(1), THEIR_KEY), null);
  });
});

function open(secret: Uint8Array, publicKey: string): Conversation {
  const conversation = openConversation(secret, publicKey);
  assert(conversation !== null);
  return conversation;
}

function shared(secret: Uint8Array, publicKey: string): Uint8Array {
  const point = sharedPoint(secret, publicKey);
  assert(point !== null);
  return point;
}

/** A payload with this padded text, as someone makes it who has the key. */
function seal(padded: Buffer): string {
  const nonce = random.bytes(32);
  const { cipherKey, cipherNonce, macKey } = messageKeys(KEY, nonce);
  const iv = Buffer.concat([Buffer.alloc(4), cipherNonce]);
  const ciphertext = createCipheriv('chacha20', cipherKey, iv).update(padded);
  const mac = createHmac('sha256', macKey).update(nonce).update(ciphertext).digest();
  return Buffer.concat([Buffer.of(2), nonce, ciphertext, mac]).toString('base64');
}

function cbc(bytes: Buffer): string {
  const cipher = createCipheriv('aes-256-cbc', SHARED, Buffer.alloc(16));
  return Buffer.concat([cipher.update(bytes), cipher.final()]).toString('base64');
}
