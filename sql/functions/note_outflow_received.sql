-- Counts what has come in, where what leaves is limited to it.
create or replace function note_outflow_received(amount_msat bigint) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('outflow'), 0);
  if amount_msat > 0 and (outflow_limits()).net_day_msat is not null then
    insert into outflow_slice as s (slice, received_msat)
      values (outflow_slice_of(outflow_now()), amount_msat)
      on conflict (slice) do update set received_msat = s.received_msat + excluded.received_msat;
  end if;
end $$;
