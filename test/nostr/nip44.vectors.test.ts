import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { bytesToHex, hexToBytes } from '../../src/base/hex.ts';
import type { Random } from '../../src/base/random.ts';
import {
  decryptNip44,
  encryptNip44,
  messageKeys,
  nip44Key,
  paddedLength,
} from '../../src/nostr/nip44.ts';
import { sharedPoint } from '../../src/nostr/shared-point.ts';
import vectors from '../vectors/nip44.json' with { type: 'json' };

/**
 * All vectors of NIP-44: `nip44.vectors.json` of paulmillr/nip44 (public domain), unchanged, with
 * the checksum that the NIP names (44.md, Tests and code).
 */
const CHECKSUM = '269ed0f69e4c192512cc779e78c555090cebc7c785b609e338a62afc3ce25040';
const { valid, invalid } = vectors.v2;

it('20 the vectors are those of the standard', () => {
  assert.equal(
    hash('sha256', readFileSync(new URL('../vectors/nip44.json', import.meta.url))),
    CHECKSUM,
  );
});

describe('20 valid vectors of NIP-44', () => {
  it('the key of a conversation', () => {
    for (const { sec1, pub2, conversation_key } of valid.get_conversation_key) {
      assert.equal(keyOf(sec1, pub2), conversation_key);
    }
  });

  it('the keys of a message', () => {
    const { conversation_key, keys } = valid.get_message_keys;
    for (const { nonce, chacha_key, chacha_nonce, hmac_key } of keys) {
      const made = messageKeys(bytes(conversation_key), bytes(nonce));
      assert.deepEqual([made.cipherKey, made.cipherNonce, made.macKey].map(bytesToHex), [
        chacha_key,
        chacha_nonce,
        hmac_key,
      ]);
    }
  });

  it('the length with padding', () => {
    for (const [length = 0, padded] of valid.calc_padded_len) {
      assert.equal(paddedLength(length), padded);
    }
  });

  for (const one of valid.encrypt_decrypt) {
    it(`a conversation about ${JSON.stringify(one.plaintext).slice(0, 40)}`, () => {
      const { sec1, sec2, conversation_key, nonce, plaintext, payload } = one;
      assert.equal(keyOf(sec1, publicOf(sec2)), conversation_key);
      assert.equal(keyOf(sec2, publicOf(sec1)), conversation_key);
      const key = bytes(conversation_key);
      assert.equal(encryptNip44(plaintext, key, drawing(nonce)), payload);
      assert.deepEqual(decryptNip44(payload, key), { ok: true, value: plaintext });
    });
  }

  for (const one of valid.encrypt_decrypt_long_msg) {
    it(`a long text: ${one.repeat} times ${one.pattern}`, () => {
      const text = one.pattern.repeat(one.repeat);
      assert.equal(hash('sha256', text), one.plaintext_sha256);
      const key = bytes(one.conversation_key);
      const payload = encryptNip44(text, key, drawing(one.nonce));
      assert.equal(hash('sha256', payload), one.payload_sha256);
      assert.deepEqual(decryptNip44(payload, key), { ok: true, value: text });
    });
  }
});

describe('20 invalid vectors of NIP-44', () => {
  it('lengths of texts', () => {
    const key = new Uint8Array(32).fill(1);
    for (const length of invalid.encrypt_msg_lengths) {
      assert.throws(() => encryptNip44('x'.repeat(length), key, drawing('00'.repeat(32))));
    }
  });

  for (const { sec1, pub2, note } of invalid.get_conversation_key) {
    it(`no key: ${note}`, () => assert.equal(sharedPoint(bytes(sec1), pub2), null));
  }

  for (const { conversation_key, payload, note } of invalid.decrypt) {
    it(`not decrypted: ${note}, ${payload.length} characters`, () => {
      const refusal = note.startsWith('unknown encryption') ? 'unknown_version' : 'unreadable';
      assert.deepEqual(decryptNip44(payload, bytes(conversation_key)), { ok: false, refusal });
    });
  }
});

describe('20 vectors of the long prefix (44.md, Extended length prefix test vectors)', () => {
  const key = bytes('c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d');
  const nonce = `${'00'.repeat(31)}01`;

  it('65,535 bytes have the short one', () => {
    const payload = encryptNip44('a'.repeat(65_535), key, drawing(nonce));
    const expected = '6d8c2810d1e870fbaa1f0a0937126cca837a15f9260e27060c331d70a3c0bc84';
    assert.equal(hash('sha256', payload), expected);
  });

  it('65,536 bytes are neither written nor read', () => {
    assert.throws(() => encryptNip44('a'.repeat(65_536), key, drawing(nonce)));
  });
});

const keyOf = (privateHex: string, publicKey: string): string => {
  const shared = sharedPoint(bytes(privateHex), publicKey);
  assert(shared !== null);
  return bytesToHex(nip44Key(shared));
};

const publicOf = (privateHex: string): string =>
  bytesToHex(xOnlyPointFromScalar(bytes(privateHex)));

function bytes(hex: string): Uint8Array {
  const read = hexToBytes(hex);
  assert(read !== null);
  return read;
}

const drawing = (hex: string): Random => ({ bytes: () => bytes(hex) });
