-- Gives back what payments did not use, in the slices that count them. One that cost more than was
-- held for it has a negative rest.
create or replace function give_back_outflow(
  slices timestamptz[], unspent_msat bigint[], are_failed boolean[]
) returns void
language plpgsql as $$
begin
  update outflow_slice s set
      sent_msat = greatest(s.sent_msat - given.sum_msat, 0),
      sent_count = greatest(s.sent_count - given.failed, 0)
    from (
      select locked.slice, sum(back.unspent) as sum_msat,
          count(*) filter (where back.is_failed)::integer as failed
        from (
          select o.slice from outflow_slice o
            where o.slice = any (slices) order by o.slice for no key update
        ) locked
        join unnest(slices, unspent_msat, are_failed) back (slice, unspent, is_failed)
          on locked.slice = back.slice
        group by locked.slice
    ) given
    where s.slice = given.slice;
end $$;
