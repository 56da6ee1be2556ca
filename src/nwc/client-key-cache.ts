import type { NwcKey, NwcKeyStore } from '../apps/nwc-keys/nwc-key-store.ts';

export interface ClientKeyCache extends NwcKeyStore {
  /**
   * Returns the key of an app from the cache, by the public key of the app or of its wallet; null
   * if the cache does not contain it.
   */
  recall(pubkey: string): NwcKey | null;
}

/**
 * Creates a cache of keys, which never change, so each is read from the database once. The
 * permissions of a key can change, so they are not cached.
 */
export function cacheClientKeys(store: NwcKeyStore, max: number): ClientKeyCache {
  const known = new Map<string, NwcKey>();
  const byWallet = new Map<string, NwcKey>();
  const forget = (key: NwcKey): void => {
    known.delete(key.clientPubkey);
    byWallet.delete(key.walletPubkey);
  };
  const remember = (key: NwcKey): void => {
    forget(key);
    const [oldest] = known.size < max ? [] : known.values();
    if (oldest !== undefined) forget(oldest);
    known.set(key.clientPubkey, key);
    byWallet.set(key.walletPubkey, key);
  };
  return {
    ...store,
    findKey: async (clientPubkey) => {
      const found = known.get(clientPubkey) ?? (await store.findKey(clientPubkey));
      if (found !== null) remember(found);
      return found;
    },
    recall: (pubkey) => known.get(pubkey) ?? byWallet.get(pubkey) ?? null,
  };
}
