/** The network over which a user pays: Lightning or the Bitcoin chain. */
export type PaymentRail = 'lightning' | 'chain';

/**
 * The network over which the money of a settled record came or went. The form of the record's JSON
 * depends on it.
 */
export type RecordRail = PaymentRail;
