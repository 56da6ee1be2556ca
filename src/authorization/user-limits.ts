import type { ActionFact, NewAction } from '../alarms/operator-log/operator-action.ts';
import { type Sat, sat } from '../base/amount.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';

/** Names of the limits that operators may set for one user, also in the log of operators. */
export const LIMIT_NAMES = ['maxBalance', 'maxSendDay'] as const satisfies readonly ActionFact[];
export type LimitName = (typeof LIMIT_NAMES)[number];
export type ByLimit<T> = Readonly<Record<LimitName, T>>;

export const byLimit = <T>(make: (name: LimitName) => T): ByLimit<T> => ({
  maxBalance: make('maxBalance'),
  maxSendDay: make('maxSendDay'),
});

/**
 * Limits on the money that this service keeps for a user, and sends for them; null for no limit.
 */
export interface UserLimits {
  readonly maxBalanceSat: Sat | null;
  /**
   * The most that is sent within one calendar day (UTC): amounts and fees, with what is held for
   * payments under way.
   */
  readonly maxSendDaySat: Sat | null;
}

export const NO_LIMITS: UserLimits = { maxBalanceSat: null, maxSendDaySat: null };

/** A limit that one user has: an amount, `none` whatever the default says, or the default. */
export type OwnLimit = Sat | 'none' | 'default';

/** The limits set for one user, and the defaults that count where none is set. */
export interface LimitSettings extends ByLimit<OwnLimit> {
  readonly defaults: UserLimits;
}

export type LimitChange = Partial<ByLimit<OwnLimit>>;

/** The money of a user, with the limits on it. */
export interface Custody {
  /** The limits in force: the user's own, or else the service's defaults. */
  readonly limits: UserLimits;
  /** All money of the user, with what is held, as that comes back if its payment fails. */
  readonly totalSat: Sat;
  readonly heldSat: Sat;
  /** The sum sent on the day in question; 0 without a limit, as it is not counted then. */
  readonly sentDaySat: Sat;
}

/** Port: limits of users, over the service's defaults. */
export interface UserLimitStore {
  /**
   * Sets limits; one that is left out stays as it is. Answers false, and changes nothing, if a
   * limit is neither that of `seen` any more nor the wanted one already. It is logged as an action
   * of the operator.
   */
  setLimits(
    userId: string,
    change: LimitChange,
    at: Date,
    how?: { readonly seen?: LimitChange; readonly action?: NewAction },
  ): Promise<boolean>;
  readLimitSettings(userId: string): Promise<LimitSettings>;
  /** Applies the limit that is set on sending; answers whether that changed anything. */
  applySendLimit(userId: string, at: Date): Promise<boolean>;
}

/** Reads a limit as people write it: whole sats, `none` or `default`. Null for anything else. */
export function parseOwnLimit(text: string): OwnLimit | null {
  if (text === 'none' || text === 'default') return text;
  const amount = /^\d{1,16}$/.test(text) ? BigInt(text) : 0n;
  return amount >= 1n && amount <= MAX_BUDGET_SAT ? sat(amount) : null;
}

/** The sum that can be sent: all that is not held for payments under way. */
export const spendableSat = ({ totalSat, heldSat }: Custody): Sat => sat(totalSat - heldSat);

/** The sum that may still come in; null without a limit. Open invoices do not count. */
export const roomSat = (
  { maxBalanceSat }: Pick<UserLimits, 'maxBalanceSat'>,
  totalSat: Sat,
): Sat | null => {
  if (maxBalanceSat === null) return null;
  return sat(maxBalanceSat > totalSat ? maxBalanceSat - totalSat : 0n);
};

/** The sum that may still be sent on the day of the question; null without a limit. */
export const leftToSend = ({ limits: { maxSendDaySat }, sentDaySat }: Custody): Sat | null => {
  if (maxSendDaySat === null) return null;
  return sat(maxSendDaySat > sentDaySat ? maxSendDaySat - sentDaySat : 0n);
};

/**
 * The part of a balance above the limit: it came in all the same, as nothing that was paid is sent
 * back.
 */
export const excessSat = ({ limits: { maxBalanceSat }, totalSat }: Custody): Sat =>
  sat(maxBalanceSat !== null && totalSat > maxBalanceSat ? totalSat - maxBalanceSat : 0n);

/**
 * The room for more money, as strangers and apps without the right to read the balance are told it:
 * rounded down to 1, 2 or 5 with zeros, so that they learn neither the balance from it, nor
 * payments from its changes.
 */
export function publicRoomSat(room: Sat): Sat {
  if (room < 1n) return sat(0n);
  const unit = 10n ** BigInt(String(room).length - 1);
  const lead = room / unit;
  return sat((lead >= 5n ? 5n : lead >= 2n ? 2n : 1n) * unit);
}
