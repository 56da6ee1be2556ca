/** A rail over which users pay. */
export type PaymentRail = 'lightning' | 'chain';

/** The rail that carried the money of a settled record decides about the form of its body. */
export type RecordRail = PaymentRail;
