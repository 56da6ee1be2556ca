import type { Budget } from '../../src/authorization/budget.ts';
import type { Caller } from '../../src/authorization/caller.ts';
import type { User } from '../../src/users/user-store.ts';

export interface Person {
  readonly user: User;
  readonly caller: Caller;
  /** A budget that never changes; null: as much as there is, or what is decided on the way. */
  readonly budget: Budget | null;
  /** What the operator keeps for them, and lets them send per day; null: without a limit. */
  readonly maxBalanceSat: bigint | null;
  readonly maxSendDaySat: bigint | null;
  /** Switched off by the operator. */
  isOff: boolean;
  /** Grows with each beginning and end of a switch. */
  switches: number;
}

export interface KeysendItem {
  readonly amountSat: bigint;
  /** Null: to someone outside. */
  readonly to: Person | null;
}
