import type { SuccessAction } from '../lnurl/success-action.ts';

/** What a payment by LNURL keeps beside the invoice that it pays. It is stored as JSON. */
export interface SentTo {
  /** The lightning address in small letters, else the domain of the LNURL. */
  readonly payee: string;
  /** What the payer wrote to the payee; null for nothing. */
  readonly comment: string | null;
  readonly successAction: SuccessAction | null;
}
