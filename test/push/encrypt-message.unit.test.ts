import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encryptMessage } from '../../src/push/encrypt-message.ts';
import { decryptMessage, newSubscriptionKeys } from '../support/push/browser-keys.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS' +
    '6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu' +
    'lcy4a-fN',
};

describe('push messages are encrypted as in RFC 8291', () => {
  test('the example of the RFC has the same bytes', () => {
    const text = new TextEncoder().encode(EXAMPLE.text);
    const message = encryptMessage(
      text,
      { publicKey: bytes(EXAMPLE.publicKey), auth: bytes(EXAMPLE.auth) },
      { privateKey: bytes(EXAMPLE.privateKey), salt: bytes(EXAMPLE.salt) },
      text.length,
    );
    assert.equal(Buffer.from(message).toString('base64url'), EXAMPLE.message);
  });

  test('a browser reads what was encrypted, without the padding', () => {
    const keys = newSubscriptionKeys(1);
    for (const text of ['', 'a', 'é'.repeat(500)]) {
      const secrets = { privateKey: new Uint8Array(32).fill(3), salt: new Uint8Array(16).fill(4) };
      const message = encryptMessage(new TextEncoder().encode(text), keys, secrets, 1024);
      assert.equal(message.length, 86 + 1024 + 1 + 16, 'all messages have one length');
      assert.equal(decryptMessage(message, keys), text);
    }
  });

  test('a message for another browser, or with a changed byte, is not read', () => {
    const keys = newSubscriptionKeys(1);
    const secrets = { privateKey: new Uint8Array(32).fill(3), salt: new Uint8Array(16).fill(4) };
    const message = encryptMessage(new TextEncoder().encode('hello'), keys, secrets, 64);
    assert.throws(() => decryptMessage(message, newSubscriptionKeys(2)));
    for (const place of [0, 30, message.length - 1]) {
      const changed = Uint8Array.from(message, (byte, index) =>
        index === place ? byte ^ 1 : byte,
      );
      assert.throws(() => decryptMessage(changed, keys));
    }
  });

  test('a text that is longer than its padding is refused', () => {
    const secrets = { privateKey: new Uint8Array(32).fill(3), salt: new Uint8Array(16).fill(4) };
    assert.throws(
      () => encryptMessage(new Uint8Array(65), newSubscriptionKeys(1), secrets, 64),
      RangeError,
    );
  });
});
