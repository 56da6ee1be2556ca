-- Settles as settle_between_wallets does, for processes of an older release.
create or replace function settle_internally(
  payment_ids uuid[], identifiers text[], payer_ids uuid[], grant_ids text[], kinds payment_kind[],
  hashes bytea[], preimages bytea[], amounts_msat bigint[], destinations text[], bolt11s text[],
  memos text[], description_hashes bytea[], payment_records jsonb[], batch_ids uuid[],
  batch_indexes integer[], sent_tos jsonb[], payment_times timestamptz[], keys text[],
  request_hashes bytea[], payee_ids uuid[], invoice_ids uuid[], receipt_ids uuid[],
  receipt_identifiers text[], receipt_records jsonb[], receipt_times timestamptz[],
  settled_times timestamptz[], have_boostagrams boolean[], bodies text
) returns setof money_answer
language sql security definer
set search_path = public, pg_temp
as $$
  select outcome, detail, target_id from settle_between_wallets(
    payment_ids, identifiers, payer_ids, grant_ids, kinds, hashes, preimages, amounts_msat,
    destinations, bolt11s, memos, description_hashes, payment_records, batch_ids, batch_indexes,
    sent_tos, payment_times, keys, request_hashes, payee_ids, invoice_ids, receipt_ids,
    receipt_identifiers, receipt_records, receipt_times, settled_times, have_boostagrams, bodies)
$$;
grant execute on function settle_internally to :service_role;
