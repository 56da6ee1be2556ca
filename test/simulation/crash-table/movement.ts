import type { VirtualClock } from '../../support/virtual-clock.ts';
import type { DatabaseCopy } from '../storage.ts';
import type { Listener } from './steps.ts';

/**
 * One movement of money out of the service, and the world that answers it: a node of Lightning, or
 * a wallet on the chain.
 */
export interface Movement {
  readonly name: string;
  /** Names of all that the world may do with it. */
  readonly answers: readonly string[];
  /** A world in which one process serves, and nothing was ordered yet. */
  open(answer: string, listener: Listener): Promise<MovementWorld>;
}

export interface MovementWorld {
  readonly clock: VirtualClock;
  /** All that is kept outside of processes, as text, but for their signs of life. */
  readState(): string;
  takeCopy(): DatabaseCopy;
  /** The process that runs ends at once (kill -9), and another one starts. */
  restart(): void;
  /** The process that runs gets no time for a while (SIGSTOP), and another one starts. */
  replaceFrozen(): void;
  /** A caller orders the movement, under the same key each time. */
  order(): void;
  /** How it ended by now, and all that is wrong with that. */
  judge(): Promise<Verdict>;
  /** Whether the world has something in store for it. */
  isPending(): boolean;
  /** An operator does what an alarm asks of them, and lets money leave again. */
  release(): Promise<void>;
  /** Whatever callers hear from now on is of a new order. */
  forgetHeard(): void;
  close(): void;
}

export const ENDINGS = ['settled', 'failed', 'held', 'never ordered', 'lost'] as const;

/**
 * `held`: the world has not said how it ends. `lost`: the database lost the movement, which the
 * world has.
 */
export type Ending = (typeof ENDINGS)[number];

export interface Verdict {
  readonly ending: Ending;
  /** What the operator was told, by alarms and by stops. */
  readonly told: readonly string[];
  readonly findings: readonly string[];
}
