import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { decryptNip04, encryptNip04 } from './nip04.ts';
import { decryptNip44, encryptNip44, nip44Key } from './nip44.ts';
import { sharedPoint } from './shared-point.ts';

/** Names of encryption schemes (NIP-47, Encryption). */
export type EncryptionScheme = 'nip44_v2' | 'nip04';

/** Encrypts and decrypts messages between two keys, in either scheme. */
export interface Conversation {
  /** Encrypts a text of 1 to 65,535 bytes. */
  encrypt(text: string, scheme: EncryptionScheme, random: Random): string;
  /**
   * Decrypts a text. The call never throws, and its refusal never says why a text cannot be
   * decrypted, because the sender of a forged text could learn from that.
   */
  decrypt(content: string, scheme: EncryptionScheme): Result<string, 'undecryptable'>;
}

/**
 * Opens a conversation; null if one of the keys is not on secp256k1. Computing the shared key takes
 * a third of a millisecond, so keep the conversation for further messages.
 */
export function openConversation(privateKey: Uint8Array, publicKey: string): Conversation | null {
  const shared = sharedPoint(privateKey, publicKey);
  if (shared === null) return null;
  const key = nip44Key(shared);
  return {
    encrypt: (text, scheme, random) =>
      scheme === 'nip04' ? encryptNip04(text, shared, random) : encryptNip44(text, key, random),
    decrypt: (content, scheme) => {
      const text = scheme === 'nip04' ? decryptNip04(content, shared) : decrypt44(content, key);
      return text === null ? refuse('undecryptable') : accept(text);
    },
  };
}

function decrypt44(content: string, key: Uint8Array): string | null {
  const read = decryptNip44(content, key);
  return read.ok ? read.value : null;
}
