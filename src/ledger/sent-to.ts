import type { SuccessAction } from '../lnurl/success-action.ts';

/** What a payment by LNURL keeps beside the invoice that it pays. It is stored as JSON. */
export interface SentTo {
  /** The lightning address in small letters, else the domain of the LNURL. */
  readonly payee: string;
  /** What the payer wrote to the payee; null for nothing. */
  readonly comment: string | null;
  readonly successAction: SuccessAction | null;
  /** The LNURL, where there is no address. Older payments have none. */
  readonly link?: string;
}

/** The text by which a payee is paid again; null where only the domain of a link is known. */
export const payAgainText = ({ payee, link }: Pick<SentTo, 'payee' | 'link'>): string | null =>
  link ?? (payee.includes('@') ? payee : null);
