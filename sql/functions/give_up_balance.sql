-- Moves the whole balance to `unclaimed`. The wallet is locked.
create or replace function give_up_balance(event closing_event, account text) returns void
language plpgsql as $$
declare
  amount_msat bigint := event.given_up_msat;
  at timestamptz := event.closed_at;
  postings posting_draft[] := '{}';
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, records, created_at, ended_at)
    values (
      event.payment_id, event.identifier, event.user_id, 'web', 'keysend', 'internal', 'settled',
      event.payment_hash, event.preimage, amount_msat, 0, 0, event.destination, '', event.memo,
      '{}', at, at);
  insert into receipt (
      id, identifier, source, payment_id, payment_hash, preimage, amount_msat, records, created_at,
      settled_at, unclaimed_reason, raw_event)
    values (
      event.receipt_id, event.receipt_identifier, 'internal', event.payment_id, event.payment_hash,
      event.preimage, amount_msat, '{}', at, at, 'given_up',
      json_build_object('account', account)::text);
  postings := draft_posting(postings, event.payment_id, 'wallet', event.user_id, -amount_msat);
  postings := draft_posting(postings, event.payment_id, 'unclaimed', null, amount_msat);
  perform write_ledger(
    array[row(event.payment_id, 'internal', event.payment_id, at)::transfer_draft],
    postings,
    array[row(
      event.payment_id, event.user_id, 'outgoing', event.identifier, event.payment_hash, at, at,
      false, event.body, 'lightning', 'keysend', amount_msat, 0, 'web')::record_draft]);
end $$;
