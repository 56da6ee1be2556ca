-- Sums what a grant ('*': all grants of the user) has spent since a moment, up to this number of
-- the user's records. They never change, so nothing needs to be locked. A payment may say that it
-- counts at another time than that of its order.
create or replace function read_past_spending(
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
  select coalesce(sum(past.cost_msat), 0), max(past.counted_at)
    into spending
    from (
      select r.amount_msat + r.fee_msat, r.created_at
        from filled_record r left join outgoing_order p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.created_at >= since
          and r.seq <= last_seq and p.counted_at is null and payer_grant in (r.grant_id, '*')
      union all
      select r.amount_msat + r.fee_msat, p.counted_at
        from outgoing_order p join filled_record r on r.id = p.id
        where p.user_id = payer_id and p.counted_at >= since
          and r.seq <= last_seq and payer_grant in (r.grant_id, '*')
    ) past (cost_msat, counted_at);
  return spending;
end $$;
