-- Counts what has left since a time, where nothing was counted before. Payments on their way count
-- with all that is held for them. A payment may have waited for an approval for a day (with an hour
-- for clocks that differ) since it was given its id.
create or replace function fill_outflow_sent(since timestamptz) returns void
language sql as $$
  insert into outflow_slice (slice, sent_msat, sent_count)
    select least(outflow_slice_of(gone.at), outflow_slice_of(outflow_now())), sum(gone.cost_msat),
        count(*)
      from (
        select coalesce(p.outflow_slice, p.created_at),
            case when p.fee_msat is null then p.held_msat
              else (p.amount_msat + p.fee_msat + 999) / 1000 * 1000 end
          from payment p
          where p.id >= first_id_since(since - interval '25 hours')
            and coalesce(p.outflow_slice, p.created_at) >= outflow_slice_of(since)
            and p.path = 'node' and p.failure_reason is null
        union all
        select coalesce(w.outflow_slice, w.signed_at), w.amount_msat + w.fee_msat from withdrawal w
          where w.signed_at >= since and w.state in ('signed', 'broadcast', 'settled')
        union all
        select coalesce(b.outflow_slice, b.created_at), b.fee_msat from fee_bump b
          where b.created_at >= since and b.is_paid is not false
      ) gone (at, cost_msat)
      group by 1
$$;
