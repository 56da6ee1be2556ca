import { ARRAY_OF, type Sql } from '../../database/sql.ts';

interface PayerRow {
  readonly identifier: string;
  readonly name: string;
}

/**
 * Finds names of payers who show their names. Names are read each time they are shown, so that
 * payers can withdraw them. Payments that a payer made before they last chose to show their name
 * stay unnamed.
 */
export async function namePayers(
  sql: Sql,
  userId: string,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<PayerRow[]>`
    select record.identifier, payer.name
    from settled_record record
    join receipt on receipt.id = record.id
    join payment on payment.id = receipt.payment_id
    join wallet_user payer on payer.id = payment.user_id
    join wallet_user payee on payee.id = record.user_id
    where record.identifier = any(${sql.array([...identifiers], ARRAY_OF.text)})
      and record.user_id = ${userId} and record.direction = 'incoming'
      and payer.id <> payee.id and payer.name is not null
      and payee.shows_name_since is not null
      and payer.shows_name_since <= payment.created_at`;
  return new Map(rows.map(({ identifier, name }) => [identifier, name]));
}
