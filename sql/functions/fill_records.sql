-- Fills records of older versions with what they are about, a step at a time in the order of their
-- ids, and answers how many were looked at: fewer than a step once all are filled.
--
-- Calls that began before the upgrade may write records that are not filled. They have ended when
-- this begins.
--
-- Locks: the row that says how far it has come, for which another process does not wait.
create or replace function fill_records(step integer) returns integer
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  reached uuid;
  ids uuid[];
begin
  select after_id into reached from record_filling
    where begun_at < now() - interval '10 minutes' for update skip locked;
  if not found then
    return 0;
  end if;
  ids := array(select id from settled_record where id > reached order by id limit step);
  update settled_record record
    set kind = filled.kind, amount_msat = filled.amount_msat, fee_msat = filled.fee_msat,
      grant_id = filled.grant_id
    from filled_record filled
    where record.id = any (ids) and record.amount_msat is null
      and filled.id = record.id and filled.amount_msat is not null;
  if cardinality(ids) < step then
    delete from record_filling;
  else
    update record_filling set after_id = ids[step];
  end if;
  return cardinality(ids);
end $$;
grant execute on function fill_records to :service_role;
