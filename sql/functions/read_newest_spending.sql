-- Sums what a grant has spent in addition to read_past_spending: by payments that settled later or
-- are open. The wallet is locked.
create or replace function read_newest_spending(
  payer_id uuid, payer_grant text, since timestamptz, last_seq bigint
) returns grant_spending
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  spending grant_spending;
begin
  select coalesce(sum(newest.cost_msat), 0), max(newest.counted_at)
    into spending
    from (
      select r.amount_msat + r.fee_msat, coalesce(p.counted_at, r.created_at), r.grant_id
        from filled_record r left join outgoing_order p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.seq > last_seq
      union all
      select h.held_msat, h.counted_at, h.grant_id from open_hold h where h.user_id = payer_id
    ) newest (cost_msat, counted_at, grant_id)
    where payer_grant in (newest.grant_id, '*') and newest.counted_at >= since;
  return spending;
end $$;
