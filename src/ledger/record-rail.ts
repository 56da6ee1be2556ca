/** What carries the payments that users order. */
export type PaymentRail = 'lightning';

/**
 * What carried the money of a settled record, which decides what its body is. There may be others
 * over which no one can pay.
 */
export type RecordRail = PaymentRail;
