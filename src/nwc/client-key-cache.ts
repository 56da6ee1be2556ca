import type { NwcKey, NwcKeyStore } from '../apps/nwc-keys/nwc-key-store.ts';

export interface ClientKeyCache extends NwcKeyStore {
  /** Finds a key that was found before, by the public key of its app or its wallet; else null. */
  recall(pubkey: string): NwcKey | null;
}

/** Caches keys, which never change: each is read once. What a key may do is read each time. */
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
