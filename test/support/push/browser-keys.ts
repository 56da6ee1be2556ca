import { createDecipheriv, createECDH, hash, hkdfSync } from 'node:crypto';
import type { SubscriptionKeys } from '../../../src/push/encrypt-message.ts';

/** The keys of a subscription as a browser has them, with the private one. */
export interface BrowserKeys extends SubscriptionKeys {
  readonly privateKey: Uint8Array;
}

/** Makes the keys of a browser's subscription, always the same from the same seed. */
export function newSubscriptionKeys(seed: number): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(hash('sha256', `browser ${seed}`, 'buffer'));
  return {
    publicKey: new Uint8Array(pair.getPublicKey()),
    privateKey: new Uint8Array(pair.getPrivateKey()),
    auth: new Uint8Array(hash('sha256', `auth ${seed}`, 'buffer')).subarray(0, 16),
  };
}

/** Reads a push message as a browser does (RFC 8291, RFC 8188). Throws if it is not for these keys. */
export function decryptMessage(message: Uint8Array, keys: BrowserKeys): string {
  const salt = message.subarray(0, 16);
  const pointLength = message[20] ?? 0;
  const senderPoint = message.subarray(21, 21 + pointLength);
  const record = message.subarray(21 + pointLength);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(keys.privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, senderPoint]);
  const derive = (key: Uint8Array, from: Uint8Array, about: string | Uint8Array, length: number) =>
    new Uint8Array(hkdfSync('sha256', key, from, about, length));
  const material = derive(pair.computeSecret(senderPoint), keys.auth, info, 32);
  const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
