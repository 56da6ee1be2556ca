import assert from 'node:assert/strict';
import { createECDH, createPublicKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import webPush from 'web-push';
import { encryptMessage } from '../../src/push/encrypt-message.ts';
import { senderAuthorization, senderKeyOf } from '../../src/push/sender-token.ts';
import { decryptMessage, newSubscriptionKeys } from '../support/push/browser-keys.ts';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/** Loads a package that the package `web-push` itself uses. */
const loadOfWebPush = createRequire(import.meta.resolve('web-push'));

const BROWSER = newSubscriptionKeys(11);
const SENDER = senderKeyOf(new Uint8Array(32).fill(5));
const ENDPOINT = 'https://push.example/send/abc';
const CONTACT = 'mailto:op@wallet.example';
const NOW = new Date('2026-11-29T06:00:00Z');
const TEXTS = ['', 'hello', 'ø€𝄞'.repeat(90)];

describe('the library web-push and this service agree', () => {
  test('a browser of the tests reads what the library encrypts', () => {
    for (const text of TEXTS.filter((one) => one !== '')) {
      const { body } = webPush.generateRequestDetails(
        {
          endpoint: ENDPOINT,
          keys: { p256dh: base64url(BROWSER.publicKey), auth: base64url(BROWSER.auth) },
        },
        text,
        {
          vapidDetails: {
            subject: CONTACT,
            publicKey: base64url(SENDER.publicKey),
            privateKey: base64url(SENDER.privateKey),
          },
          TTL: 60,
          urgency: 'high',
          topic: 'notices',
          contentEncoding: 'aes128gcm',
        },
      );
      assert.equal(decryptMessage(body, BROWSER), text);
    }
  });

  test('the decryption of the library reads what this service encrypts', () => {
    const { decrypt } = loadOfWebPush('http_ece') as {
      decrypt(message: Buffer, options: object): Buffer;
    };
    const privateKey = createECDH('prime256v1');
    privateKey.setPrivateKey(BROWSER.privateKey);
    const how = { version: 'aes128gcm', privateKey, authSecret: base64url(BROWSER.auth) };
    TEXTS.forEach((text, seed) => {
      const secrets = {
        privateKey: newSubscriptionKeys(seed).privateKey,
        salt: new Uint8Array(16).fill(seed),
      };
      const bytes = new TextEncoder().encode(text);
      const message = Buffer.from(encryptMessage(bytes, BROWSER, secrets, 1024));
      assert.equal(decrypt(message, how).toString('utf8'), text);
    });
  });

  test('the sender is named in the same way, and each accepts the signature of the other', () => {
    const { verify } = loadOfWebPush('jws') as {
      verify(token: string, algorithm: string, key: string | Buffer): boolean;
    };
    const endSec = NOW.getTime() / 1000 + 12 * 3600;
    const { Authorization: theirs } = webPush.getVapidHeaders(
      'https://push.example',
      CONTACT,
      base64url(SENDER.publicKey),
      base64url(SENDER.privateKey),
      'aes128gcm',
      endSec,
    );
    const ours = senderAuthorization(SENDER, { endpoint: ENDPOINT, contact: CONTACT, now: NOW });
    const [read, expected] = [readHeader(ours), readHeader(theirs)];
    assert.deepEqual(read.said, expected.said);
    for (const { token } of [read, expected]) assert.ok(verify(token, 'ES256', SENDER_PEM));
    assert.ok(!verify(`${read.token.slice(0, -6)}AAAAAA`, 'ES256', SENDER_PEM));
  });
});

const SENDER_PEM = createPublicKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(SENDER.publicKey.subarray(1, 33)),
    y: base64url(SENDER.publicKey.subarray(33)),
  },
}).export({ format: 'pem', type: 'spki' });

/** Reads who sends from the header: all but the signature, which differs each time. */
function readHeader(header: string) {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = ''] = token.split('.');
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { token, said: { head: json(head), claims: json(claims), key } };
}
