import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { HeldParts, LockdownPart } from './held-parts.ts';

/** Port: the lockdown of the service, which is one row. */
export interface LockdownStore {
  /** Reads the newest lockdown; null before the first one. */
  readLockdown(): Promise<Lockdown | null>;
  /** Counts what is held with each part, or would be. Only what is still in force counts. */
  countHeld(at: Date): Promise<HeldCounts>;
  /**
   * Locks the service down, ends all sessions except `keptSessionId`, and raises the alarm. Once it
   * has returned, no change is made any more by an operation that had not seen the lockdown.
   */
  lockDown(order: LockdownOrder, action: NewAction): Promise<void>;
  /**
   * Lifts parts of the lockdown with this number; null for the newest one. Returns those parts that
   * were in force. The alarm ends with the last part.
   */
  lift(
    parts: readonly LockdownPart[],
    number: number | null,
    action: NewAction,
  ): Promise<readonly LockdownPart[]>;
}

export interface LockdownOrder {
  readonly reason: string;
  /** The session of the operator who presses the button, which stays; null to end all. */
  readonly keptSessionId: string | null;
}

export interface Lockdown {
  /** Lockdowns are counted from 1. */
  readonly number: number;
  readonly since: Date;
  readonly reason: string;
  /** The name of the operator's account; null if a command has locked the service down. */
  readonly by: string | null;
  readonly held: HeldParts;
}

export interface HeldCounts {
  readonly apps: number;
  readonly tokens: number;
  /** Connections over Nostr Wallet Connect and LndHub. */
  readonly connections: number;
  /** Invitations and other one-time links that have not been used. */
  readonly links: number;
  /** Browsers in which someone is signed in. */
  readonly sessions: number;
}
