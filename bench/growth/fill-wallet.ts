import assert from 'node:assert/strict';
import postgres from 'postgres';
import type { Beside } from '../beside.ts';
import type { Person } from '../people.ts';

/**
 * Gives a wallet a long history, in which the wallet and a partner have paid each other 1 sat in
 * turn, once a second until now. The rows are written as the owner of the tables, because the
 * service may not, in one statement per lot. All constraints and triggers apply as always, and
 * `books check` passes. The records are copies of a real one of the partner, each with its own
 * identifier and hash.
 */
export async function fillWallet(
  { ownerUrl }: Pick<Beside, 'ownerUrl'>,
  wallet: Owner,
  partner: Owner,
  entries: number,
): Promise<void> {
  assert(entries % 2 === 0, 'payments go there and back');
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const begunAt = new Date(Date.now() - entries * 1000);
    for (let done = 0; done < entries; done += LOT) {
      await sql.unsafe(FILL, [
        wallet.caller.userId,
        partner.caller.userId,
        Math.min(LOT, entries - done),
        new Date(begunAt.getTime() + done * 1000),
      ]);
    }
    // PostgreSQL would do this by itself after a while, but until then everything would be slower.
    if (entries > LOT) await sql.unsafe(`vacuum (analyze) ${TABLES}`);
  } finally {
    await sql.end();
  }
}

type Owner = { readonly caller: Pick<Person['caller'], 'userId'> };

const LOT = 20_000;
const TABLES = 'payment, receipt, transfer, posting, settled_record, wallet';

/**
 * Parameters: $1 the wallet, $2 its partner, $3 the number of payments, $4 the time of the first
 * one.
 */
const FILL = `
  with template as (
    select body, identifier, encode(payment_hash, 'hex') as hash
    from settled_record where user_id = $2::uuid order by seq limit 1
  ), draft as materialized (
    select n, moment,
      uuidv7(moment - now()) as payment_id,
      uuidv7(moment - now()) as receipt_id,
      substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) as payer_identifier,
      substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) as payee_identifier,
      preimage, sha256(preimage) as payment_hash,
      case n % 2 when 1 then $2 else $1 end::uuid as payer_id,
      case n % 2 when 1 then $1 else $2 end::uuid as payee_id
    from (
      select n, $4::timestamptz + n * interval '1 second' as moment,
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as preimage
      from generate_series(1, $3::int) n
    ) made
  ), side as (
    select d.*, s.is_payer, w.user_id, w.wallet_msat, w.wallet_seq, w.record_seq,
      greatest(w.last_booked_at, d.moment) as booked_at
    from draft d
    cross join lateral (values (d.payer_id, true), (d.payee_id, false)) s (user_id, is_payer)
    join wallet w on w.user_id = s.user_id
  ), written_payment as (
    insert into payment (id, identifier, user_id, grant_id, kind, path, state, payment_hash,
        preimage, amount_msat, held_msat, fee_msat, destination, bolt11, memo, records, created_at,
        ended_at)
      select payment_id, payer_identifier, payer_id, 'bench', 'keysend', 'internal', 'settled',
        payment_hash, preimage, 1000, 0, 0, '', '', '', '{}', moment, moment
      from draft
  ), written_receipt as (
    insert into receipt (id, identifier, source, user_id, payment_id, payment_hash, preimage,
        amount_msat, records, created_at, settled_at)
      select receipt_id, payee_identifier, 'internal', payee_id, payment_id, payment_hash,
        preimage, 1000, '{}', moment, moment
      from draft
  ), written_transfer as (
    insert into transfer (id, kind, subject_id, created_at)
      select payment_id, 'internal', payment_id, moment from draft
  ), written_posting as (
    insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
      select payment_id, case when is_payer then 1 else 2 end, 'wallet', user_id, moved.msat,
        wallet_msat + n % 2 * moved.msat, wallet_seq + n
      from side
      cross join lateral (select case when is_payer then -1000 else 1000 end) moved (msat)
  ), written_record as (
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
        settled_at, booked_at, seq, has_boostagram, body, kind, amount_msat, fee_msat, grant_id)
      select case when is_payer then payment_id else receipt_id end, user_id,
        case when is_payer then 'outgoing' else 'incoming' end::record_direction,
        own.identifier, payment_hash, moment, moment, booked_at, record_seq + n, false,
        replace(replace(replace(template.body,
          template.identifier, own.identifier),
          template.hash, encode(payment_hash, 'hex')),
          '"type":"incoming"', case when is_payer then '"type":"outgoing"'
            else '"type":"incoming"' end),
        'keysend', 1000, 0, case when is_payer then 'bench' end
      from side
      cross join template
      cross join lateral (
        select case when is_payer then payer_identifier else payee_identifier end
      ) own (identifier)
  )
  update wallet w set
      wallet_seq = w.wallet_seq + c.payments,
      record_seq = w.record_seq + c.payments,
      invoices_count = w.invoices_count + c.incoming,
      transactions_count = w.transactions_count + c.payments - c.incoming,
      last_invoice_at = greatest(w.last_invoice_at, c.last_invoice_at),
      last_booked_at = c.last_booked_at
    from (
      select user_id, count(*) as payments, count(*) filter (where not is_payer) as incoming,
        max(moment) filter (where not is_payer) as last_invoice_at,
        max(booked_at) as last_booked_at
      from side group by user_id
    ) c
    where w.user_id = c.user_id`;
