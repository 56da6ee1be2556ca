import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import { type SealKey, unseal } from '../authorization/sealed-box.ts';
import { openConversation } from '../nostr/conversation.ts';
import type { WalletServiceKey } from './answer-event.ts';

/** Decrypts the wallet's private key for a connection. */
export type WalletServiceKeys = (key: NwcKey) => WalletServiceKey;

/**
 * Creates the function that decrypts wallet keys. Decrypted keys are kept in memory, because
 * decrypting one takes as long as signing.
 */
export function createWalletServiceKeys(sealKey: SealKey, maxOpen: number): WalletServiceKeys {
  const opened = new Map<string, WalletServiceKey>();
  return (key) => {
    const known = opened.get(key.deviceId);
    const side = known ?? openSide(sealKey, key);
    opened.delete(key.deviceId);
    const [oldest] = opened.size < maxOpen ? [] : opened.keys();
    if (oldest !== undefined) opened.delete(oldest);
    opened.set(key.deviceId, side);
    return side;
  };
}

function openSide(sealKey: SealKey, key: NwcKey): WalletServiceKey {
  const { deviceId, sealedSecret, walletPubkey, clientPubkey } = key;
  const privateKey = unseal(sealKey, sealedSecret, deviceId);
  if (privateKey === null) throw new Error('a wallet key was sealed under another key');
  const conversation = openConversation(privateKey, clientPubkey);
  if (conversation === null) throw new Error('a stored key is none of secp256k1');
  return { privateKey, walletPubkey, clientPubkey, conversation };
}
