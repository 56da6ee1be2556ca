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

/** The running network: its state, and its access to the outside world. */
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
  /** When this process started; it does not survive a crash. */
  readonly startedAtMs: number;
  /** Changes the state, writes the change to the journal, and notifies the watchers. */
  commit(entry: JournalEntry): void;
  /** For everything that leaves the process: runs once all commits so far are on disk. */
  afterDurable(callback: () => void): void;
  /** Runs the task immediately when `delayMs` is 0; never after `stop`. */
  after(delayMs: number, task: () => void): void;
  /** Resolves after `ms`, or when the network stops. */
  pause(ms: number): Promise<void>;
  stop(): void;
  /** Ends the process as `kill -9` does. */
  crash(): void;
}

export interface OpenStream {
  readonly node: string;
  readonly call: string;
  cut(): void;
}

/** What payers and payees send each other; neither imports the other. */
export interface Wire {
  deliver(network: Network, payee: SimNode, arrived: ArrivedHtlc): void;
  answer(network: Network, attempt: AttemptRef, answer: HtlcAnswer): void;
}

export interface NetworkSettings {
  readonly hopLatencyMs: number;
  /** How long a payee keeps the first parts of an incomplete payment; LND: 120 s. */
  readonly mppTimeoutMs: number;
}

export const DEFAULT_SETTINGS: NetworkSettings = { hopLatencyMs: 0, mppTimeoutMs: 120_000 };

export interface NetworkParts
  extends Pick<
    Network,
    'state' | 'clock' | 'random' | 'log' | 'settings' | 'faults' | 'wire' | 'crash'
  > {
  readonly journal: Journal;
  /** Aborted by `stop`; every wait on the network's clock listens to it. */
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
