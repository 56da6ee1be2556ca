import type { NwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import { MAX_EXTERNAL_KEYS_OF_REQ } from '../limits.ts';

/** Keys of apps that share one subscription at each relay. */
export interface KeyGroup {
  /** The id of the subscription, which is the same at every relay. */
  readonly id: string;
  readonly walletPubkeys: ReadonlySet<string>;
  /** A number that grows when a key is added to the group or removed from it. */
  readonly version: number;
}

/**
 * Keys of apps to which requests may come. They are grouped so that a new key changes as few
 * subscriptions as possible.
 */
export interface WatchedKeys {
  readonly groups: readonly KeyGroup[];
  readonly size: number;
  /**
   * Finds a key in the group of this subscription. Null if the key is in another group: some relays
   * send each request to every subscription, and it must be taken only once.
   */
  find(groupId: string, walletPubkey: string): NwcKey | null;
  add(keys: readonly NwcKey[]): void;
  /** Replaces the watched keys by the given ones. */
  replace(keys: readonly NwcKey[]): void;
}

interface Group extends KeyGroup {
  readonly walletPubkeys: Set<string>;
  version: number;
}

export function createWatchedKeys(): WatchedKeys {
  const groups: Group[] = [];
  const places = new Map<string, { readonly key: NwcKey; readonly group: Group }>();
  const open = (): Group => {
    const group = { id: `wallets-${groups.length}`, walletPubkeys: new Set<string>(), version: 0 };
    groups.push(group);
    return group;
  };
  const add = (keys: readonly NwcKey[]): void => {
    for (const key of keys) {
      const { walletPubkey } = key;
      if (places.has(walletPubkey)) continue;
      const free = groups.find((each) => each.walletPubkeys.size < MAX_EXTERNAL_KEYS_OF_REQ);
      const group = free ?? open();
      group.walletPubkeys.add(walletPubkey);
      group.version += 1;
      places.set(walletPubkey, { key, group });
    }
  };
  return {
    groups,
    get size() {
      return places.size;
    },
    find: (groupId, walletPubkey) => {
      const place = places.get(walletPubkey);
      return place?.group.id === groupId ? place.key : null;
    },
    add,
    replace: (keys) => {
      const wanted = new Set(keys.map(({ walletPubkey }) => walletPubkey));
      for (const [walletPubkey, { group }] of places) {
        if (wanted.has(walletPubkey)) continue;
        group.walletPubkeys.delete(walletPubkey);
        group.version += 1;
        places.delete(walletPubkey);
      }
      add(keys);
    },
  };
}
