import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_SEC } from '../base/durations.ts';
import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import { CURVE } from './encrypt-message.ts';

/** The key pair by which push services recognise this service (RFC 8292). */
export interface SenderKey {
  /** An uncompressed point of the curve P-256, 65 bytes. */
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

export interface TokenClaims {
  /** The address to which a push service sends the message. */
  readonly endpoint: string;
  /** How the operator of a push service reaches the sender: a `mailto:` URL. */
  readonly contact: string;
  readonly now: Date;
}

/**
 * Makes the `Authorization` header that tells a push service who sends (VAPID, RFC 8292, 2): a JWT
 * signed by ES256, and the public key. The token is valid for half a day, which leaves room for a
 * clock that is wrong; push services refuse tokens that are valid for more than a day.
 */
export function senderAuthorization(key: SenderKey, { endpoint, contact, now }: TokenClaims) {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SEC,
    sub: contact,
  };
  const signed = `${base64url(JSON.stringify(HEADER))}.${base64url(JSON.stringify(claims))}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: signingKey(key),
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${base64url(key.publicKey)}`;
}

/** Makes the key pair of this service from 32 secret bytes, always the same from the same ones. */
export function senderKeyOf(secret: Uint8Array): SenderKey {
  const privateKey = privateKeyOf(secret);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return { publicKey: new Uint8Array(pair.getPublicKey()), privateKey };
}

/** Makes the private key of a single message. */
export const newEphemeralKey = (random: Random): Uint8Array =>
  privateKeyOf(random.bytes(KEY_BYTES));

/**
 * Turns any 32 bytes into a private key of the curve P-256, which is a number above zero and below
 * the order of the curve.
 */
function privateKeyOf(secret: Uint8Array): Uint8Array {
  const number = (BigInt(`0x${bytesToHex(secret)}`) % (CURVE_ORDER - 1n)) + 1n;
  return new Uint8Array(Buffer.from(number.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex'));
}

const KEY_BYTES = 32;
/** The order of the curve P-256 (NIST SP 800-186, 3.2.1.3). */
const CURVE_ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n;

const signingKey = ({ publicKey, privateKey }: SenderKey): KeyObject =>
  createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64url(privateKey),
      x: base64url(publicKey.subarray(1, 33)),
      y: base64url(publicKey.subarray(33)),
    },
  });

const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

const HEADER = { typ: 'JWT', alg: 'ES256' };
const TOKEN_SEC = 12 * HOUR_SEC;
