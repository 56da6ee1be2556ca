/** A rail of money over which users pay. */
export type PaymentRail = 'lightning';

/**
 * A rail of money over which a settled record came or went. It decides about the form of its body.
 */
export type RecordRail = PaymentRail | 'chain';
