import type { ActionFact, NewAction } from '../alarms/operator-log/operator-action.ts';
import { type Sat, sat } from '../base/amount.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';

/**
 * Names of the limits that operators can set for a single user. The log of operators' actions uses
 * them too.
 */
export const LIMIT_NAMES = ['maxBalance', 'maxSendDay'] as const satisfies readonly ActionFact[];
export type LimitName = (typeof LIMIT_NAMES)[number];
export type ByLimit<T> = Readonly<Record<LimitName, T>>;

export const byLimit = <T>(make: (name: LimitName) => T): ByLimit<T> => ({
  maxBalance: make('maxBalance'),
  maxSendDay: make('maxSendDay'),
});

/** Limits on the money that this service keeps for a user and sends for them; null for no limit. */
export interface UserLimits {
  readonly maxBalanceSat: Sat | null;
  /**
   * The most that is sent within one calendar day (UTC): amounts and fees, including what is held
   * for payments under way.
   */
  readonly maxSendDaySat: Sat | null;
}

export const NO_LIMITS: UserLimits = { maxBalanceSat: null, maxSendDaySat: null };

/**
 * A limit as it is set for one user: an amount, `none` for no limit whatever the default is, or
 * `default`.
 */
export type OwnLimit = Sat | 'none' | 'default';

/** The limits that are set for one user, and the defaults that count where none is set. */
export interface LimitSettings extends ByLimit<OwnLimit> {
  readonly defaults: UserLimits;
}

export type LimitChange = Partial<ByLimit<OwnLimit>>;

/** The money of a user, and the limits that apply to it. */
export interface Custody {
  /** The limits that apply: the user's own, otherwise the defaults of the service. */
  readonly limits: UserLimits;
  /**
   * All money of the user. It includes money that is held for payments, because that comes back if
   * a payment fails.
   */
  readonly totalSat: Sat;
  readonly heldSat: Sat;
  /**
   * The sum that was sent on the day in question. Without a limit the sum is not counted, and is 0
   * here.
   */
  readonly sentDaySat: Sat;
}

/** Port: limits that are set for single users, and take the place of the service's defaults. */
export interface UserLimitStore {
  /**
   * Sets limits; one that is left out stays as it is. Returns false and changes nothing if someone
   * else has changed a limit meanwhile: its value must be the one in `seen` or already the wanted
   * one. The change is logged as an action of the operator.
   */
  setLimits(
    userId: string,
    change: LimitChange,
    at: Date,
    how?: { readonly seen?: LimitChange; readonly action?: NewAction },
  ): Promise<boolean>;
  readLimitSettings(userId: string): Promise<LimitSettings>;
  /**
   * Makes the stored budget of everything that a user sends in a day equal to the limit that
   * applies to them: their own, otherwise the default. Returns whether that changed anything.
   */
  applySendLimit(userId: string, at: Date): Promise<boolean>;
}

/**
 * Reads a limit in the form in which people type it: whole sats, `none` or `default`. Null for any
 * other text.
 */
export function parseOwnLimit(text: string): OwnLimit | null {
  if (text === 'none' || text === 'default') return text;
  const amount = /^\d{1,16}$/.test(text) ? BigInt(text) : 0n;
  return amount >= 1n && amount <= MAX_BUDGET_SAT ? sat(amount) : null;
}

/** The sum that can be sent: all money that is not held for payments under way. */
export const spendableSat = ({ totalSat, heldSat }: Custody): Sat => sat(totalSat - heldSat);

/** The sum that may still come in; null if there is no limit. Open invoices do not reduce it. */
export const roomSat = (
  { maxBalanceSat }: Pick<UserLimits, 'maxBalanceSat'>,
  totalSat: Sat,
): Sat | null => {
  if (maxBalanceSat === null) return null;
  return sat(maxBalanceSat > totalSat ? maxBalanceSat - totalSat : 0n);
};

/** The sum that may still be sent on the day in question; null if there is no limit. */
export const leftToSend = ({ limits: { maxSendDaySat }, sentDaySat }: Custody): Sat | null => {
  if (maxSendDaySat === null) return null;
  return sat(maxSendDaySat > sentDaySat ? maxSendDaySat - sentDaySat : 0n);
};

/**
 * The part of a balance that exceeds the limit. It was accepted all the same, because money that
 * was paid is never sent back.
 */
export const excessSat = ({ limits: { maxBalanceSat }, totalSat }: Custody): Sat =>
  sat(maxBalanceSat !== null && totalSat > maxBalanceSat ? totalSat - maxBalanceSat : 0n);

/**
 * The room for more money in the form in which strangers, and apps that may not read the balance,
 * are told it. It is rounded down to 1, 2 or 5 followed by zeros, so that it reveals neither the
 * balance nor, by its changes, single payments.
 */
export function publicRoomSat(room: Sat): Sat {
  if (room < 1n) return sat(0n);
  const unit = 10n ** BigInt(String(room).length - 1);
  const lead = room / unit;
  return sat((lead >= 5n ? 5n : lead >= 2n ? 2n : 1n) * unit);
}
