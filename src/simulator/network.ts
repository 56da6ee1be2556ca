import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { applyEntry } from './apply-entry.ts';
import type { FaultRegistry } from './fault-registry.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type {
  ArrivedHtlc,
  AttemptRef,
  HtlcAnswer,
  NetworkState,
  SimNode,
} from './network-state.ts';
import { createWatchers, type Watchers } from './watchers.ts';

/** The running network: its state, and its access to clock, disk and timers. */
export interface Network {
  readonly state: NetworkState;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: NetworkSettings;
  readonly watchers: Watchers;
  readonly faults: FaultRegistry;
  readonly wire: Wire;
  readonly openStreams: Set<OpenStream>;
  /** When this process started. The time is not stored, because a restart sets it again. */
  readonly startedAtMs: number;
  /** Changes the state, writes the change to the journal, and notifies the watchers. */
  commit(entry: JournalEntry): void;
  /**
   * Calls back once all changes so far are on disk. Everything that leaves the process is sent from
   * such a callback, so that a crash undoes nothing that others have seen.
   */
  afterDurable(callback: () => void): void;
  /** Runs the task after a delay, or immediately if `delayMs` is 0. After `stop`, no task runs. */
  after(delayMs: number, task: () => void): void;
  /** Resolves after `ms`, or when the network stops. */
  pause(ms: number): Promise<void>;
  stop(): void;
  /** Ends the process at once, like `kill -9`. */
  crash(): void;
}

export interface OpenStream {
  readonly node: string;
  readonly call: string;
  cut(): void;
}

/**
 * The messages between payers and payees, as an interface, so that the code of payers and the code
 * of payees need not import each other.
 */
export interface Wire {
  deliver(network: Network, payee: SimNode, arrived: ArrivedHtlc): void;
  answer(network: Network, attempt: AttemptRef, answer: HtlcAnswer): void;
}

export interface NetworkSettings {
  readonly hopLatencyMs: number;
  /** How long a payee keeps the first parts of an incomplete payment. LND keeps them for 120 s. */
  readonly mppTimeoutMs: number;
}

export const DEFAULT_SETTINGS: NetworkSettings = { hopLatencyMs: 0, mppTimeoutMs: 120_000 };

export interface NetworkParts
  extends Pick<
    Network,
    'state' | 'clock' | 'random' | 'log' | 'settings' | 'faults' | 'wire' | 'crash'
  > {
  readonly journal: Journal;
  /** Aborted by `stop`, which ends every wait on the network's clock. */
  readonly stopping: AbortController;
}

export function createNetwork(parts: NetworkParts): Network {
  const { journal, stopping, ...rest } = parts;
  const watchers = createWatchers();
  return {
    ...rest,
    watchers,
    openStreams: new Set(),
    startedAtMs: parts.clock.now().getTime(),
    commit(entry) {
      applyEntry(parts.state, entry);
      journal.append(entry);
      watchers.notify(parts.state, entry);
    },
    afterDurable: (callback) => journal.afterDurable(callback),
    after(delayMs, task) {
      if (stopping.signal.aborted) return;
      if (delayMs <= 0) {
        task();
        return;
      }
      void parts.clock.sleep(delayMs, stopping.signal).then(() => {
        if (!stopping.signal.aborted) task();
      });
    },
    pause: (ms) => parts.clock.sleep(ms, stopping.signal),
    stop: () => stopping.abort(),
  };
}

export const nowSec = (network: Network): number => unixSeconds(network.clock.now());
export const nowMs = (network: Network): number => network.clock.now().getTime();
