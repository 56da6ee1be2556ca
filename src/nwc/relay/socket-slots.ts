import type { Clock } from '../../base/clock.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import { createNetworkLimit } from '../../base/network-limit.ts';
import {
  MAX_KNOWN_SOCKETS_OF_KEY,
  MAX_RELAY_SOCKETS,
  MAX_RELAY_SOCKETS_OF_NETWORK,
  MAX_STRANGERS_SOCKETS,
  STRANGERS_SOCKET_MS,
} from '../limits.ts';

/** Limits how many sockets of the relay may be open, in all and for each network. */
export interface SocketSlots {
  /**
   * Takes a slot; null when there is none for this network. `cut` is called when the slot is taken
   * away for another socket.
   */
  acquire(network: string, cut: () => void): SocketSlot | null;
}

export interface SocketSlot {
  /** To be called when a request of this known key has come through the socket. */
  know(deviceId: string): void;
  /** Frees the slot of a socket that is gone. A second call does nothing. */
  release(): void;
}

/**
 * Creates the slots. Some are reserved for sockets through which a known key has sent a request;
 * the others are for strangers. When the strangers' slots are all taken, a new socket takes the
 * slot of the stranger who has been connected longest, unless that one has only just come. So apps
 * find a slot however many sockets strangers open.
 */
export function createSocketSlots(clock: Pick<Clock, 'monotonicMs'>): SocketSlots {
  const shares = createNetworkLimit(MAX_RELAY_SOCKETS_OF_NETWORK, MAX_RELAY_SOCKETS);
  const knownShares = createKeyLimit(MAX_KNOWN_SOCKETS_OF_KEY);
  // A set keeps the order of insertion, so the first stranger is the one who came first.
  const strangers = new Set<Stranger>();
  let openCount = 0;

  const makeRoom = (): boolean => {
    if (openCount < MAX_RELAY_SOCKETS && strangers.size < MAX_STRANGERS_SOCKETS) return true;
    const [oldest] = strangers;
    if (oldest === undefined || clock.monotonicMs() - oldest.sinceMs < STRANGERS_SOCKET_MS) {
      return false;
    }
    oldest.release();
    oldest.cut();
    return true;
  };

  return {
    acquire: (network, cut) => {
      if (!shares.acquire(network)) return null;
      if (!makeRoom()) {
        shares.release(network);
        return null;
      }
      let knownAs: string | null = null;
      let isOpen = true;
      const release = (): void => {
        if (!isOpen) return;
        isOpen = false;
        openCount -= 1;
        strangers.delete(stranger);
        shares.release(network);
        if (knownAs !== null) knownShares.release(knownAs);
      };
      const stranger = { sinceMs: clock.monotonicMs(), cut, release };
      strangers.add(stranger);
      openCount += 1;
      return {
        know: (deviceId) => {
          if (!isOpen || knownAs !== null || !knownShares.acquire(deviceId)) return;
          knownAs = deviceId;
          strangers.delete(stranger);
        },
        release,
      };
    },
  };
}

interface Stranger {
  readonly sinceMs: number;
  readonly cut: () => void;
  readonly release: () => void;
}
