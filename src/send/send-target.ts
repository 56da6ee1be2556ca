import type { Sat } from '../base/amount.ts';
import { payAgainText } from '../ledger/sent-to.ts';

/**
 * A payee and what they ask for, as shown to a payer before paying. The target may be stored
 * between pages, so preparePayment checks everything again.
 */
export interface SendTarget {
  readonly source: SendSource;
  /**
   * The lightning address in lower case, the domain of a link, or the key of a node. Null for an
   * invoice and for a bitcoin address, which are paid only once.
   */
  readonly payee: string | null;
  /** The purpose of the payment in the payee's words. The text is never read as markup. */
  readonly text: string | null;
  /** The lowest and highest amount, equal when the amount is fixed. */
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /** The maximum length of a comment to the payee; 0 when no comment is possible. */
  readonly commentLength: number;
}

export type SendSource =
  | {
      readonly kind: 'invoice';
      readonly bolt11: string;
      readonly hasAmount: boolean;
      /**
       * A bitcoin URI that the same link offered besides the invoice; undefined when it offered
       * none.
       */
      readonly bitcoin?: string;
    }
  | { readonly kind: 'node'; readonly pubkey: string }
  /**
   * A lightning address of this service, so the money stays here. `askedName` is the name before
   * the @, with its `+tag`.
   */
  | { readonly kind: 'own'; readonly askedName: string }
  /**
   * A bitcoin address. If it belongs to a user of this service, the payment stays here and settles
   * at once.
   */
  | { readonly kind: 'chain'; readonly address: string; readonly isHere: boolean }
  | {
      readonly kind: 'lnurl';
      readonly callback: string;
      readonly metadata: string;
      /** The LNURL; undefined for a lightning address, which is stored as the payee. */
      readonly link?: string;
      /**
       * The amount in msat, in digits, when the payee's limits leave no whole sats; see
       * offered-amounts.ts.
       */
      readonly exactMsat?: string;
    };

/**
 * The text by which this payee is paid again (see `payAgainText`); null when that is impossible.
 */
export const payeeTextOf = ({ payee, source }: Pick<SendTarget, 'payee' | 'source'>) =>
  payee === null ? null : payAgainText({ payee, ...linkOf(source) });

/** The LNURL of a payee, which is stored with the payment so that the payee can be paid again. */
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

/**
 * Whether a new draft for the same target can lead to a new payment. An invoice can be paid only
 * once.
 */
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

/** The public key of the payee's node, if nothing else tells who the payee is; null otherwise. */
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

/** Whether the payer chooses how soon the payment should confirm. The speed decides the fee. */
export const hasSpeeds = ({ source }: Pick<SendTarget, 'source'>): boolean =>
  source.kind === 'chain' && !source.isHere;
