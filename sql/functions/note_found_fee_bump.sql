-- Keeps a transaction that raised the fee of a withdrawal, which the wallet of the node has, and a
-- database that went back does not know. The withdrawal may have settled meanwhile. What raised the
-- fee of a transaction that the database has lost too is not kept: the withdrawal may have another
-- one since, whose block says nothing about the coin.
--
-- Locks, in this order and released together: the watcher's lease, so that no withdrawal takes the
-- coin meanwhile, the withdrawal, the gate for what leaves (lock_outflow), then the unique keys of
-- inserted rows.
create or replace function note_found_fee_bump(
  bump_id uuid, of_withdrawal uuid, fence bigint, spent_txid bytea, spent_index integer,
  spent_msat bigint, signed_txid bytea, signed_raw bytea, signed_fee_msat bigint, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  paid withdrawal;
  room outflow_room;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for update;
  select * into paid from withdrawal w where w.id = of_withdrawal for no key update;
  if note_found_fee_bump.fence < newest_fence then
    return 'fenced';
  elsif exists (select from fee_bump b where b.txid = signed_txid) then
    return 'noted';
  elsif paid.state is null or paid.state not in ('signed', 'broadcast', 'settled') then
    return 'ended';
  elsif paid.txid is distinct from spent_txid and not exists (
    select from fee_bump former
      where former.txid = spent_txid and former.withdrawal_id = of_withdrawal)
  then
    return 'ended';
  elsif exists (
    select from withdrawal_input taken
      where taken.txid = spent_txid and taken.output_index = spent_index and not taken.is_free)
    or exists (
      select from fee_bump b
        where (b.coin_txid, b.coin_index) = (spent_txid, spent_index) and b.is_paid is not false
          or b.txid = signed_txid)
  then
    return 'coin_taken';
  end if;
  room := take_one_from_outflow(signed_fee_msat, signed_fee_msat, true);
  insert into fee_bump (
      id, withdrawal_id, coin_txid, coin_index, coin_msat, txid, raw, fee_msat, created_at,
      outflow_slice)
    values (bump_id, of_withdrawal, spent_txid, spent_index, spent_msat, signed_txid, signed_raw,
      signed_fee_msat, at, room.counted_in);
  return 'noted';
end $$;
grant execute on function note_found_fee_bump to :service_role;
