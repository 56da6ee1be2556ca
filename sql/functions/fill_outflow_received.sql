-- Counts what has come in since a time, where that was not counted before.
create or replace function fill_outflow_received(since timestamptz) returns void
language plpgsql as $$
begin
  update outflow_slice set received_msat = 0 where received_msat <> 0;
  insert into outflow_slice as s (slice, received_msat)
    select least(outflow_slice_of(come.at), outflow_slice_of(outflow_now())), sum(come.amount_msat)
      from (
        select r.settled_at, r.amount_msat from receipt r
          where r.id >= first_id_since(since) and r.source = 'node' and r.settled_at >= since
        union all
        select d.ended_at, d.amount_msat from deposit d
          where d.ended_at >= since and d.withdrawal_id is null
            and d.state in ('credited', 'unclaimed')
      ) come (at, amount_msat)
      group by 1
    on conflict (slice) do update set received_msat = excluded.received_msat;
end $$;
