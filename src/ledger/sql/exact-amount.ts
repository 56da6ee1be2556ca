/**
 * SQL for the exact amount in msat of a settled record, which is a payment or a receipt; `record`
 * is its alias.
 */
export const exactMsatOf = (record: string): string =>
  `coalesce(
    (select amount_msat from payment where payment.id = ${record}.id),
    (select amount_msat from receipt where receipt.id = ${record}.id))`;
