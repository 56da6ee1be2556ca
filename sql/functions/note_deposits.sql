-- Keeps what the node's wallet tells of outputs to our addresses, and the block in which each stands
-- now; null for none. A deposit that has ended keeps the block in which it was credited. One that is
-- not waited for counts again once a block has it: wallets go on telling of dead transactions. An
-- address that was paid is not given out any more. What a transaction spends stands with at least one
-- of its outputs. Null is answered where another process leads now.
--
-- Locks: the watcher's lease, addresses, deposits by their output.
create or replace function note_deposits(list json, fence bigint) returns bigint
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
  noted bigint;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if fence < newest_fence then
    return null;
  end if;
  update onchain_address a set used_at = seen.seen_at
    from json_to_recordset(list) seen (address text, seen_at timestamptz)
    where a.address = seen.address and a.used_at is null;
  insert into deposit as d (
      id, identifier, txid, output_index, address, user_id, amount_msat, raw, seen_at,
      block_height, block_hash)
    select seen.id, seen.identifier, decode(seen.txid, 'hex'), seen.output_index, a.address,
      a.user_id, seen.amount_msat, decode(max(seen.raw) over (partition by seen.txid), 'hex'),
      seen.seen_at, seen.block_height, decode(seen.block_hash, 'hex')
    from json_to_recordset(list) seen (
      id uuid, identifier text, txid text, output_index integer, address text,
      amount_msat bigint, raw text, seen_at timestamptz, block_height integer, block_hash text)
    join onchain_address a on a.address = seen.address
    order by seen.txid, seen.output_index
  on conflict (txid, output_index) do update set
    state = case when excluded.block_height is null then d.state else 'seen' end,
    replaced_by = case when excluded.block_height is null then d.replaced_by end,
    block_height = excluded.block_height, block_hash = excluded.block_hash
    where d.ended_at is null;
  get diagnostics noted = row_count;
  return noted;
end $$;
grant execute on function note_deposits to :service_role;
