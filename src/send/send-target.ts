import type { Sat } from '../base/amount.ts';
import { payAgainText } from '../ledger/sent-to.ts';

/** What a payer sees before they pay. It may be kept between pages: prepareInvoice checks all. */
export interface SendTarget {
  readonly source: SendSource;
  /** The lightning address in small letters, or the domain of a link; null for an invoice. */
  readonly payee: string | null;
  /** What is paid, in the payee's words; never markup. */
  readonly text: string | null;
  /** Equal when the amount is fixed. */
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /** Characters of a comment to the payee; 0 for none. */
  readonly commentLength: number;
}

export type SendSource =
  | { readonly kind: 'invoice'; readonly bolt11: string; readonly hasAmount: boolean }
  /** An address of this service: nothing leaves it. `askedName` has the tag. */
  | { readonly kind: 'own'; readonly askedName: string }
  | {
      readonly kind: 'lnurl';
      readonly callback: string;
      readonly metadata: string;
      /** The LNURL itself; that of an address is not kept. */
      readonly link?: string;
      /** Msat in digits, where the payee's limits leave no whole sats; see offered-amounts.ts. */
      readonly exactMsat?: string;
    };

/** The text by which this payee is paid again, see `payAgainText`; null for an invoice. */
export const payeeTextOf = ({ payee, source }: Pick<SendTarget, 'payee' | 'source'>) =>
  payee === null ? null : payAgainText({ payee, ...linkOf(source) });

/** To be kept with the payment. */
export const linkOf = (source: SendSource): { readonly link?: string } =>
  source.kind === 'lnurl' && source.link !== undefined ? { link: source.link } : {};
