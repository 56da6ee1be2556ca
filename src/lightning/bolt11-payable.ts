import type { Bolt11 } from './bolt11.ts';

/** Why an invoice that can be read can never be paid. */
export type NeverPayable =
  /** `old_kind` is from the time before payment secrets, 2018 to 2021. */
  'old_kind' | 'unknown_feature';

export interface NotPayable {
  readonly why: NeverPayable;
  /** A sentence for a person. */
  readonly detail: string;
}

type Judged = Pick<Bolt11, 'paymentSecret' | 'blindedPaths' | 'unknownRequiredFeatureBits'>;

/** Null for an invoice that may be paid. Looking at one needs no such judgement. */
export function whyNotPayable(invoice: Judged): NotPayable | null {
  const [unknownBit] = invoice.unknownRequiredFeatureBits;
  if (unknownBit !== undefined) {
    const detail = `The invoice requires feature ${unknownBit}, which is not known here.`;
    return { why: 'unknown_feature', detail };
  }
  if (invoice.paymentSecret === null && invoice.blindedPaths.length === 0) {
    const detail = 'The invoice is of an old kind, without a payment secret. It cannot be paid.';
    return { why: 'old_kind', detail };
  }
  return null;
}
