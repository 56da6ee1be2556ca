import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { senderAuthorization, senderKeyOf } from '../../src/push/sender-token.ts';

const KEY = senderKeyOf(new Uint8Array(32).fill(9));
const NOW = new Date('2026-11-29T06:00:00Z');

function readHeader(header: string) {
  const [, token = '', point = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  return {
    head: json(head),
    claims: json(claims),
    signed: `${head}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
    point: Buffer.from(point, 'base64url'),
  };
}

describe('push services recognise the sender (RFC 8292)', () => {
  const contact = 'mailto:op@wallet.example';
  const endpoint = 'https://push.example:8443/send/abc?x=1';
  const header = readHeader(senderAuthorization(KEY, { endpoint, contact, now: NOW }));

  test('the token names the origin with its port, an end within a day, and the contact', () => {
    assert.deepEqual(header.head, { typ: 'JWT', alg: 'ES256' });
    assert.deepEqual(header.claims, {
      aud: 'https://push.example:8443',
      exp: NOW.getTime() / 1000 + 12 * 3600,
      sub: contact,
    });
  });

  test('the signature has 64 bytes and is that of the key in the header', () => {
    assert.equal(header.signature.length, 64);
    assert.deepEqual(new Uint8Array(header.point), KEY.publicKey);
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: header.point.subarray(1, 33).toString('base64url'),
        y: header.point.subarray(33).toString('base64url'),
      },
    });
    const how = { key, dsaEncoding: 'ieee-p1363' } as const;
    assert.ok(verify('sha256', Buffer.from(header.signed), how, header.signature));
    assert.ok(!verify('sha256', Buffer.from(`${header.signed}x`), how, header.signature));
  });

  test('the same secret makes the same key, and every secret makes one', () => {
    assert.deepEqual(senderKeyOf(new Uint8Array(32).fill(9)), KEY);
    for (const byte of [0, 255]) {
      assert.equal(senderKeyOf(new Uint8Array(32).fill(byte)).publicKey.length, 65);
    }
  });
});
