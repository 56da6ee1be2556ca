-- Notes how far the chain was looked at, and what the wallet of the node holds; false when another
-- process leads now. From the first look that has read all of the wallet since the database went
-- back, each one says when it began: until then payments are not allowed again. While nothing waits
-- for that, a look that has seen nothing new writes nothing. `is_whole` is null for a look that has
-- not read all that it was to read: it proves nothing about what the wallet has, so the time of the
-- last one that did stays.
--
-- Locks, in this order and released together: the watcher's lease, the cursor.
create or replace function note_chain_look(
  of_node text, fence bigint, height integer, coins_sat bigint, is_whole boolean, took_ms bigint
) returns boolean
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  begun_at constant timestamptz := clock_timestamp() - took_ms * interval '1 millisecond';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if note_chain_look.fence < newest_fence then
    return false;
  end if;
  insert into chain_cursor as c (pubkey, first_height, height, coins_sat, looked_at)
    values (of_node, note_chain_look.height, note_chain_look.height, note_chain_look.coins_sat,
      case when is_whole then begun_at end)
    on conflict (pubkey) do update set height = excluded.height, coins_sat = excluded.coins_sat,
      looked_at = case
        when is_whole is null then c.looked_at
        when is_whole or c.looked_at is not null then begun_at
      end
    where (c.height, c.coins_sat) is distinct from (excluded.height, excluded.coins_sat)
      or is_whole
      or exists (select from outside_stop where reason in ('restored', 'database_changed'));
  return true;
end $$;
grant execute on function note_chain_look to :service_role;
