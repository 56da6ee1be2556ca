-- Finds wallets in which something settled or failed within the last so many milliseconds, and those
-- of the users who are asked about. `record_seq` is the newest record that was seen, 0 for none; a
-- `mark` is another one after each change.
--
-- Runs several times a second. Indexes by time lead to what is new, however many wallets and
-- records there are, so the money functions do nothing for it. The index of failed payments holds
-- only those of which something is kept; others are found by those who compare all wallets.
create or replace function find_changed_wallets(
  within_ms integer, asked uuid[]
) returns table (user_id uuid, record_seq bigint, mark text)
language plpgsql stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  since constant timestamptz := now() - within_ms * interval '1 millisecond';
begin
  return query
    select changed.who, max(changed.seq),
        concat_ws(' ', max(changed.seq), extract(epoch from max(changed.failed_at)))
      from (
        select r.user_id as who, r.seq, null::timestamptz as failed_at
          from settled_record r where r.booked_at > since
        union all
        select p.user_id, 0, p.ended_at
          from outgoing_order p where p.is_failed_and_kept and p.ended_at > since
        union all
        select w.user_id, w.record_seq, null from wallet w where w.user_id = any (asked)
      ) changed
      group by changed.who;
end $$;
grant execute on function find_changed_wallets to :service_role;
