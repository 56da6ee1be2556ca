import type { SuccessAction } from '../lnurl/success-action.ts';

/**
 * The payee of a payment as the payer named them, by LNURL or by the key of a node. It is stored as
 * JSON.
 */
export interface SentTo {
  /** The lightning address in small letters, the domain of the LNURL, or the key of the node. */
  readonly payee: string;
  /** The payer's words to the payee; null for none. */
  readonly comment: string | null;
  readonly successAction: SuccessAction | null;
  /** The LNURL or the key of the node, where the payee has no address. Older payments lack it. */
  readonly link?: string;
}

/**
 * The text with which the same payee can be paid again; null where only the domain of their LNURL
 * is known.
 */
export const payAgainText = ({ payee, link }: Pick<SentTo, 'payee' | 'link'>): string | null =>
  link ?? (payee.includes('@') ? payee : null);
