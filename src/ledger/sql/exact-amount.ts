/**
 * SQL for the exact amount in msat of a settled record, read from its payment or receipt. `record`
 * is the alias of the record's table.
 */
export const exactMsatOf = (record: string): string =>
  `coalesce(
    (select amount_msat from payment where payment.id = ${record}.id),
    (select amount_msat from receipt where receipt.id = ${record}.id))`;
