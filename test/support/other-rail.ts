import { randomBytes, randomUUID } from 'node:crypto';
import type postgres from 'postgres';

export interface OtherRecord {
  readonly id: string;
  readonly identifier: string;
  readonly paymentHash: string;
  readonly body: string;
}

/**
 * Books money that was not carried by Lightning, as a later version may do: a record whose body has
 * another form, without a payment or receipt. If a posting is wanted, the money comes from
 * `unclaimed`.
 */
export async function bookOnOtherRail(
  owner: postgres.Sql,
  userId: string,
  move: { readonly amountMsat: bigint; readonly at: Date; readonly isPosted?: boolean },
): Promise<OtherRecord> {
  await owner`alter type record_rail add value if not exists 'pigeon'`;
  const { amountMsat, at } = move;
  const direction = amountMsat < 0n ? 'outgoing' : 'incoming';
  const made = {
    id: randomUUID(),
    identifier: randomBytes(12).toString('hex'),
    paymentHash: randomBytes(32).toString('hex'),
    body: JSON.stringify({ ring: `number ${amountMsat}` }),
  };
  const posting = owner`row(${made.id}, 'wallet', ${userId}, ${String(amountMsat)})::posting_draft`;
  const other = owner`row(${made.id}, 'unclaimed', null, ${String(-amountMsat)})::posting_draft`;
  const transfer = owner`row(${made.id}, 'assign', ${made.id}, ${at})::transfer_draft`;
  const isPosted = move.isPosted ?? false;
  await owner`
    select write_ledger(
      ${isPosted ? owner`array[${transfer}]` : owner`'{}'`},
      ${isPosted ? owner`array[${other}, ${posting}]` : owner`'{}'`},
      array[row(
        ${made.id}, ${userId}, ${direction}, ${made.identifier},
        ${Buffer.from(made.paymentHash, 'hex')}, ${at}, ${at}, true, ${made.body}, 'pigeon', null,
        ${String(amountMsat < 0n ? -amountMsat : amountMsat)}, 0, 'loft')::record_draft])`;
  return made;
}
