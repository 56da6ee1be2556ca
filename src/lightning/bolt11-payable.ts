import type { Bolt11 } from './bolt11.ts';
import { AMP_REQUIRED, lacksPaymentSecret } from './bolt11-features.ts';

/** Reasons why an invoice that can be read can never be paid. */
export type NeverPayable =
  /** `old_kind` is an invoice without a payment secret. Such invoices were made before 2021. */
  'old_kind' | 'amp_invoice' | 'unknown_feature' | 'broken_rule';

export interface NotPayable {
  readonly why: NeverPayable;
  /** A sentence for people that says why the invoice cannot be paid. */
  readonly detail: string;
}

type Judged = Pick<
  Bolt11,
  'paymentSecret' | 'blindedPaths' | 'featureBits' | 'unknownRequiredFeatureBits' | 'brokenRule'
>;

/**
 * Says why an invoice cannot be paid; null if it may be paid. Pages that only show an invoice do
 * not call this.
 */
export function whyNotPayable(invoice: Judged): NotPayable | null {
  const { unknownRequiredFeatureBits, brokenRule } = invoice;
  const isHidden = invoice.blindedPaths.length > 0;
  const [unknownBit] = unknownRequiredFeatureBits;
  if (unknownRequiredFeatureBits.includes(AMP_REQUIRED)) {
    const detail = 'This is an AMP invoice, which cannot be paid here. Ask for an ordinary one.';
    return { why: 'amp_invoice', detail };
  }
  if (unknownBit !== undefined) {
    const detail = `The invoice requires feature ${unknownBit}, which is not known here.`;
    return { why: 'unknown_feature', detail };
  }
  if (brokenRule !== null) {
    return { why: 'broken_rule', detail: `${brokenRule} It cannot be paid.` };
  }
  if (invoice.paymentSecret === null && !isHidden) {
    const detail = 'The invoice is of an old kind, without a payment secret. It cannot be paid.';
    return { why: 'old_kind', detail };
  }
  // An invoice with blinded paths carries the payment secret inside the paths.
  if (!isHidden && lacksPaymentSecret(invoice.featureBits)) {
    const detail =
      'The invoice offers payments in parts without payment secrets. It cannot be paid.';
    return { why: 'broken_rule', detail };
  }
  return null;
}
