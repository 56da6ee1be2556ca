import type { AppGrantKind } from '../authorization/app-grant.ts';
import { debitSat, type Sat } from '../base/amount.ts';
import type { Approval } from '../payments/approval.ts';

/** An app or token that asks before it pays, as its user knows it. */
export interface AskingSpender {
  readonly grantId: string;
  readonly kind: 'token' | AppGrantKind;
  /** The name of the app or token. An OAuth app has chosen its name itself. */
  readonly name: string;
  /** The address to which an OAuth app leads people back, or its website; null for others. */
  readonly url: string | null;
  readonly createdAt: Date;
  /** When it was last used, to the minute; null if that is not known. */
  readonly lastUsedAt: Date | null;
  /** Whether it was revoked or has passed its end. */
  readonly isEnded: boolean;
  /** The amount above which it asks at present; null if it does not ask any more. */
  readonly askAboveSat: Sat | null;
  /** The time until which its user wants no notices of what it asks for; null for none. */
  readonly mutedUntil: Date | null;
}

/** Port: the apps and tokens of a user, with those that have ended. */
export interface AskingSpenderStore {
  findSpenders(
    userId: string,
    grantIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, AskingSpender>>;
}

/** Whether the app or token could pay as much without asking, if its user wants that. */
export const mayRaise = (
  spender: AskingSpender | null,
  { amountMsat }: Pick<Approval, 'amountMsat'>,
): boolean => spender?.askAboveSat != null && spender.askAboveSat < debitSat(amountMsat);
