-- Keeps the transaction of a withdrawal before it is published, and the coins that it spends. One
-- that was found in the wallet of the node has left already, so no stop keeps it back.
--
-- Locks, in this order and released together: the watcher's lease, the withdrawal, the gate for what
-- leaves (lock_outflow), then the unique keys of inserted rows. For the settings see reserve_payments.
create or replace function note_signed_withdrawal(
  withdrawal_id uuid, fence bigint, was_found boolean, signed_txid bytea, signed_raw bytea,
  inputs json, signed_fee_msat bigint, signed_change_index integer, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  newest_fence bigint;
  found_one withdrawal;
  coins_count integer;
  written_count integer;
  room outflow_room;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into found_one from withdrawal w
    where w.id = note_signed_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it is signed';
  if note_signed_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif found_one.state in ('signed', 'broadcast', 'settled') and found_one.raw = signed_raw then
    return 'signed';
  elsif found_one.state::text <> (case when was_found then 'unknown' else 'reserved' end) then
    return 'conflict';
  elsif not was_found and not may_leave() then
    return 'stopped';
  elsif exists (
    select from json_to_recordset(inputs) coin (txid text, output_index integer)
      join withdrawal_input taken
        on taken.txid = decode(coin.txid, 'hex') and taken.output_index = coin.output_index
          and not taken.is_free)
    or exists (
      select from json_to_recordset(inputs) coin (txid text, output_index integer)
        join fee_bump taken
          on taken.coin_txid = decode(coin.txid, 'hex') and taken.coin_index = coin.output_index
            and taken.ended_at is null)
  then
    return 'input_taken';
  end if;
  room := take_one_from_outflow(
    found_one.amount_msat, found_one.amount_msat + signed_fee_msat, was_found);
  if room.is_latched then
    return 'stopped';
  end if;
  coins_count := json_array_length(inputs);
  assert coins_count > 0, 'a transaction spends a coin';
  insert into withdrawal_input (withdrawal_id, place, txid, output_index, amount_msat)
    select found_one.id, coin.place, decode(coin.txid, 'hex'), coin.output_index, coin.amount_msat
      from json_to_recordset(inputs) coin (
        place integer, txid text, output_index integer, amount_msat bigint)
      order by coin.txid, coin.output_index
      on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < coins_count then
    raise exception 'a coin was taken meanwhile' using errcode = 'serialization_failure';
  end if;
  update withdrawal w set
      state = 'signed', txid = signed_txid, raw = signed_raw, fee_msat = signed_fee_msat,
      change_index = signed_change_index, signed_at = at,
      outflow_slice = room.counted_in
    where w.id = found_one.id;
  return 'signed';
end $$;
grant execute on function note_signed_withdrawal to :service_role;
