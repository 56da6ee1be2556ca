import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The keys that a browser makes for one subscription (Push API, `PushSubscription.getKey`). */
export interface SubscriptionKeys {
  /** `p256dh`: an uncompressed point of the curve P-256, 65 bytes. */
  readonly publicKey: Uint8Array;
  /** `auth`: a secret of 16 bytes. */
  readonly auth: Uint8Array;
}

/** What must be new for each message, 32 and 16 random bytes. */
export interface MessageSecrets {
  readonly privateKey: Uint8Array;
  readonly salt: Uint8Array;
}

/**
 * Encrypts a push message for one browser (RFC 8291 with the content coding `aes128gcm` of RFC
 * 8188), so that the push service in between cannot read it. The text is padded to `paddedBytes`,
 * which hides how long it is. Throws if the text is longer, or if the browser's key is no point of
 * the curve.
 */
export function encryptMessage(
  text: Uint8Array,
  keys: SubscriptionKeys,
  { privateKey, salt }: MessageSecrets,
  paddedBytes: number,
): Uint8Array {
  if (text.length > paddedBytes) throw new RangeError('a push message is longer than its padding');
  const ownKey = createECDH(CURVE);
  ownKey.setPrivateKey(privateKey);
  const ownPoint = ownKey.getPublicKey();
  const shared = ownKey.computeSecret(keys.publicKey);
  // The input keying material binds the shared secret to both keys (RFC 8291, 3.4).
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, ownPoint]);
  const material = new Uint8Array(hkdfSync('sha256', shared, keys.auth, info, 32));
  const derive = (purpose: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', material, salt, `Content-Encoding: ${purpose}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  // The byte 2 ends the text of the last record; zeros after it are padding (RFC 8188, 2).
  const record = new Uint8Array(paddedBytes + 1);
  record.set(text);
  record[text.length] = LAST_RECORD;
  const header = Buffer.alloc(HEADER_BYTES);
  header.set(salt);
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  header[SALT_BYTES + 4] = POINT_BYTES;
  return Buffer.concat([
    header,
    ownPoint,
    cipher.update(record),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/**
 * Whether these are keys with which messages can be encrypted: a point of the curve P-256, and a
 * secret of 16 bytes.
 */
export function areSubscriptionKeys({ publicKey, auth }: SubscriptionKeys): boolean {
  if (publicKey.length !== POINT_BYTES || publicKey[0] !== UNCOMPRESSED) return false;
  if (auth.length !== AUTH_BYTES) return false;
  const probe = createECDH(CURVE);
  probe.generateKeys();
  try {
    probe.computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
}

export const CURVE = 'prime256v1';
const UNCOMPRESSED = 4;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const LAST_RECORD = 2;
/** The size of a record as the header states it; every message is a single, shorter record. */
const RECORD_BYTES = 4096;
