import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { AppGrantKind } from '../authorization/app-grant.ts';
import type { Msat, Sat } from '../base/amount.ts';
import type { OutflowLimits, OutflowMode } from './outflow-limits.ts';

/** Port: limits on what leaves this service. The SQL functions that let money leave obey them. */
export interface OutflowStore {
  /**
   * Writes what the settings say, which all processes of a service have in common. What has left
   * within the last day counts from the first limit on.
   */
  setBySettings(limits: OutflowLimits, mode: OutflowMode | null): Promise<void>;
  /** Writes what operators have chosen. Where a setting is lower, the setting counts. */
  choose(limits: OutflowLimits, action: NewAction): Promise<void>;
  read(): Promise<OutflowView>;
  /**
   * Lets money leave again after a limit was reached, and for an hour so much beyond the limits.
   * Answers whether a limit had stopped it.
   */
  release(beyondSat: Sat, action: NewAction): Promise<boolean>;
  /**
   * Counts a payment of the operator that no wallet here pays, even if it fails. Answers whether it
   * may leave.
   */
  pass(costSat: Sat): Promise<boolean>;
  /** Removes what is too old to count. Returns how many slices. */
  prune(): Promise<number>;
  /** Finds what has left in the busiest hour and day of the last 30 days. */
  findBusiest(): Promise<BusiestTimes>;
  /**
   * Lists who has sent most within a day, the largest first, each with what is new about them since
   * then.
   */
  listSenders(): Promise<readonly Sender[]>;
  /**
   * Lists what has left and come in within each of the last 24 hours, the oldest first. It is known
   * without limits too.
   */
  listHours(): Promise<readonly OutflowHour[]>;
}

/** What one user has sent over the node and on the chain, by one app, token or browser. */
export interface Sender {
  /** The identifier of the user. */
  readonly user: string;
  /** The e-mail address of the user; null for one who has none. */
  readonly email: string | null;
  readonly isDisabled: boolean;
  /** The name of the app or token; `web` for the user's browser. */
  readonly spender: string;
  /** What the app or token is; null for the others, and for one that is revoked. */
  readonly access: SenderAccess | null;
  /** Since when the user has the app or token; null for the others. */
  readonly since: Date | null;
  readonly sentMsat: Msat;
  readonly count: number;
  /** What is new about the user within the last day, the newest first. */
  readonly signs: readonly Sign[];
}

/** An app grant or a personal token with which a user has sent. */
export interface SenderAccess {
  readonly kind: AppGrantKind | 'token';
  readonly id: string;
}

/**
 * What a thief does before they send: a first sign-in from a browser at an address, new access,
 * and changes of what protects a user. `limit_raised` is a limit of the user, and `budget_raised`
 * one of an app or token.
 */
export const SIGN_KINDS = [
  'sign_in',
  'token',
  'app',
  'connection',
  'device',
  'limit_raised',
  'budget_raised',
  'email',
  'password',
  'passkey',
  'second_factor_removed',
] as const;
export type SignKind = (typeof SIGN_KINDS)[number];

export interface Sign {
  readonly kind: SignKind;
  /** When it was last so. */
  readonly at: Date;
  readonly count: number;
  /**
   * What the newest one is about: the name of an app, token or passkey, or what a browser calls
   * itself; null where there is nothing to name.
   */
  readonly about: string | null;
}

/** What has left and come in within an hour that ends at `end`. */
export interface OutflowHour {
  readonly end: Date;
  readonly sentMsat: Msat;
  readonly receivedMsat: Msat;
}

export interface OutflowView {
  readonly settings: OutflowLimits;
  readonly chosen: OutflowLimits;
  readonly mode: OutflowMode;
  readonly sentHourMsat: Msat;
  readonly sentDayMsat: Msat;
  readonly receivedDayMsat: Msat;
  readonly countHour: number;
  /** What has left beyond the limits within a day, because an operator allowed it. */
  readonly extraDayMsat: Msat;
  /** Why nothing leaves any more; null while limits stop nothing. */
  readonly latch: { readonly detail: string; readonly since: Date } | null;
  /** What may still leave beyond the limits; null for nothing. */
  readonly extra: { readonly leftMsat: Msat; readonly until: Date } | null;
  /** The newest limit that was passed while limits were only observed; null for none. */
  readonly passed: { readonly limit: string; readonly at: Date } | null;
}

export interface BusiestTimes {
  readonly hourMsat: Msat;
  readonly dayMsat: Msat;
}
