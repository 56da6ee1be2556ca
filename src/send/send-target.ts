import type { Sat } from '../base/amount.ts';
import { payAgainText } from '../ledger/sent-to.ts';

/**
 * A payee and an offer as a payer sees them before they pay. It may be kept between pages:
 * preparePayment checks all.
 */
export interface SendTarget {
  readonly source: SendSource;
  /**
   * The lightning address in small letters, the domain of a link, a node's key; null for an invoice
   * and for a bitcoin address, which are paid once.
   */
  readonly payee: string | null;
  /** The purpose of the payment in the payee's words; never markup. */
  readonly text: string | null;
  /** The lowest and highest amount, equal when the amount is fixed. */
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /** The most characters of a comment to the payee; 0 for none. */
  readonly commentLength: number;
}

export type SendSource =
  | {
      readonly kind: 'invoice';
      readonly bolt11: string;
      readonly hasAmount: boolean;
      /** The link to the bitcoin address that was offered beside it; missing where none was. */
      readonly bitcoin?: string;
    }
  | { readonly kind: 'node'; readonly pubkey: string }
  /** An address of this service: no money leaves it. `askedName` has the tag. */
  | { readonly kind: 'own'; readonly askedName: string }
  /** A bitcoin address; one of a user of this service is paid here, at once. */
  | { readonly kind: 'chain'; readonly address: string; readonly isHere: boolean }
  | {
      readonly kind: 'lnurl';
      readonly callback: string;
      readonly metadata: string;
      /** The LNURL itself; that of an address is not kept. */
      readonly link?: string;
      /**
       * The amount in msat as digits, where the payee's limits leave no whole sats; see
       * offered-amounts.ts.
       */
      readonly exactMsat?: string;
    };

/** The text by which this payee is paid again, see `payAgainText`; null for an invoice. */
export const payeeTextOf = ({ payee, source }: Pick<SendTarget, 'payee' | 'source'>) =>
  payee === null ? null : payAgainText({ payee, ...linkOf(source) });

/** The link of a payee, to be stored with the payment. */
export function linkOf(source: SendSource): { readonly link?: string } {
  switch (source.kind) {
    case 'node':
      return { link: source.pubkey };
    case 'lnurl':
      return source.link === undefined ? {} : { link: source.link };
    case 'invoice':
    case 'own':
    case 'chain':
      return {};
  }
}

/** Whether beginning again leads to another payment; an invoice stays the same. */
export function canBeginAgain({ kind }: SendSource): boolean {
  switch (kind) {
    case 'node':
    case 'own':
    case 'lnurl':
    case 'chain':
      return true;
    case 'invoice':
      return false;
  }
}

/** The key by which alone the payee is known; null where something else tells who they are. */
export function onlyKeyOf(source: SendSource): string | null {
  switch (source.kind) {
    case 'node':
      return source.pubkey;
    case 'invoice':
    case 'own':
    case 'lnurl':
    case 'chain':
      return null;
  }
}

/** Whether its payer chooses how soon a block shall have it, which decides what it costs. */
export const hasSpeeds = ({ source }: Pick<SendTarget, 'source'>): boolean =>
  source.kind === 'chain' && !source.isHere;
