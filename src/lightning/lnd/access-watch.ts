import { hexToBytes } from '../../base/hex.ts';
import { readMacaroon } from '../macaroon.ts';

/** What one client of LND tells about the macaroons that it uses. */
export interface WatchedAccess {
  /**
   * Reads the files with macaroon and certificate again, and uses what they hold from then on if it
   * opens our node.
   */
  renew(): Promise<void>;
  /**
   * The macaroon of later calls, and those of calls that were not handed to LND yet or that LND has
   * not answered.
   */
  macaroonsInUse(): readonly string[];
}

/**
 * All clients of LND in this process, so that a new macaroon can replace the old one in all of them
 * before LND refuses the old one.
 */
export interface AccessWatch {
  add(access: WatchedAccess): void;
  remove(access: WatchedAccess): void;
  /** Whether there is none, as with a simulated node, whose macaroon never changes. */
  isEmpty(): boolean;
  renew(): Promise<void>;
  /** The root keys of all macaroons in use. */
  rootKeyIds(): readonly string[];
}

export function createAccessWatch(): AccessWatch {
  const all = new Set<WatchedAccess>();
  return {
    add: (access) => void all.add(access),
    remove: (access) => void all.delete(access),
    isEmpty: () => all.size === 0,
    renew: async () => {
      // A file that cannot be used, such as one that is being written, is read again the next time.
      await Promise.allSettled([...all].map((access) => access.renew()));
    },
    rootKeyIds: () => {
      const macaroons = new Set([...all].flatMap((access) => access.macaroonsInUse()));
      const ids = [...macaroons].flatMap(
        (hex) => readMacaroon(hexToBytes(hex) ?? NONE)?.rootKeyId ?? [],
      );
      return [...new Set(ids)].sort();
    },
  };
}

const NONE = new Uint8Array();
