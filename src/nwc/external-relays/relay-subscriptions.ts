import { backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { NWC_CLOCK_SEC } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import { unixSeconds } from '../../base/wire-time.ts';
import { EXTERNAL_PAUSES } from '../limits.ts';
import { REQUEST_KIND } from '../wire-kinds.ts';
import type { KeyGroup, WatchedKeys } from './watched-keys.ts';

/** Our subscriptions at one relay, over one connection. */
export interface RelaySubscriptions {
  /**
   * Subscribes to groups of keys that are new or have changed since the relay was last asked for
   * them.
   */
  sync(): void;
  /**
   * Repeats the subscription for one group of keys, because a relay may have forgotten it. Each
   * call takes another group. False when there is no group.
   */
  recheckPayment(): boolean;
  /**
   * Whether the relay is done with stored events, so that events of this subscription are new; null
   * for a subscription that we have not made.
   */
  isLive(id: string): boolean | null;
  /** To be called when the relay has sent all events that it had stored for this subscription. */
  reached(id: string): void;
  /** To be called when the relay has ended a subscription. After a pause, it is made again. */
  closed(id: string): void;
}

export interface SubscriptionsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: WatchedKeys;
  readonly send: (text: string) => void;
  /** Aborts when the connection to the relay ends. */
  readonly over: AbortSignal;
}

interface Asked {
  version: number;
  isLive: boolean;
  failures: number;
  /**
   * Whether the relay has ended the subscription, and the pause before it is made again is running.
   */
  isWaiting: boolean;
}

export function openSubscriptions(options: SubscriptionsOptions): RelaySubscriptions {
  const { clock, random, keys, send, over } = options;
  const asked = new Map<string, Asked>();
  let turn = 0;

  const ask = (group: KeyGroup): void => {
    const { id, version, walletPubkeys } = group;
    const failures = asked.get(id)?.failures ?? 0;
    asked.set(id, { version, isLive: false, failures, isWaiting: false });
    if (walletPubkeys.size === 0) {
      send(JSON.stringify(['CLOSE', id]));
      return;
    }
    // Requests whose age exceeds the allowed difference of clocks are ignored, so the relay is not
    // asked for them.
    const since = unixSeconds(clock.now()) - NWC_CLOCK_SEC;
    send(JSON.stringify(['REQ', id, { kinds: [REQUEST_KIND], '#p': [...walletPubkeys], since }]));
  };
  const askLater = async (id: string, failures: number): Promise<void> => {
    await clock.sleep(backoffMs(EXTERNAL_PAUSES, failures, random), over);
    const group = keys.groups.find((each) => each.id === id);
    if (!over.aborted && group !== undefined) ask(group);
  };
  return {
    sync: () => {
      for (const group of keys.groups) {
        const known = asked.get(group.id);
        const isNew = known === undefined && group.walletPubkeys.size > 0;
        if (isNew || (known !== undefined && known.version !== group.version)) ask(group);
      }
    },
    recheckPayment: () => {
      const groups = keys.groups.filter(({ walletPubkeys }) => walletPubkeys.size > 0);
      const group = groups[turn % groups.length];
      turn += 1;
      if (group !== undefined) ask(group);
      return group !== undefined;
    },
    isLive: (id) => asked.get(id)?.isLive ?? null,
    reached: (id) => {
      const known = asked.get(id);
      if (known === undefined) return;
      known.isLive = true;
      known.failures = 0;
    },
    closed: (id) => {
      const known = asked.get(id);
      if (known === undefined || known.isWaiting) return;
      known.isLive = false;
      known.isWaiting = true;
      known.failures += 1;
      void askLater(id, known.failures);
    },
  };
}
