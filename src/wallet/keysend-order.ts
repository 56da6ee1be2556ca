import type { Sat } from '../base/amount.ts';

/** A keysend as its caller wrote it. */
export interface KeysendOrder {
  readonly destination: string;
  readonly amountSat: Sat;
  /** The payer's own note; it does not travel. */
  readonly memo: string | null;
  /** Record type in decimal → plain text. */
  readonly recordsText: Readonly<Record<string, string>> | null;
}
