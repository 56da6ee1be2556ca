-- How a database that was put back to an earlier state is recognised, in SQL, so that it does not
-- matter which process looks first.

-- Where the node's newest payments were last compared with the table of payments, see
-- database_place(). An earlier state needs a new start of the server, or another place: until the
-- next look nothing leaves.
alter table database_mark add looked_in text;
-- Whether anything was missing since the stop that stands: then a person decides.
alter table database_mark add saw_difference boolean not null default false;
call grant_to_service('update (looked_in, saw_difference) on database_mark');

-- Which database the stop was written in. Another one, later, is another change.
alter table outside_stop add system_identifier bigint, add timeline bigint;
call grant_to_service('insert (system_identifier, timeline),
  update (since, system_identifier, timeline) on outside_stop');

-- All that is different after every way in which an earlier state can come back, but for the
-- timeline: when the server was started, the database, the table.
create function database_place() returns text
language plpgsql
as $$
begin
  return concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
    (select oid from pg_database where datname = current_database()),
    'public.database_mark'::regclass::oid);
end $$;

create function current_timeline() returns bigint
language plpgsql
as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
end $$;

-- Whether the tables can be believed to hold all that they ever held. True before the first start of
-- a service, which writes the mark: there is nothing to lose. Each payment that leaves asks, so the
-- plans are made once.
create function is_database_known() returns boolean
language plpgsql
as $$
declare
  mark database_mark;
begin
  if exists (select from outside_stop where reason in ('restored', 'database_changed')) then
    return false;
  end if;
  select * into mark from database_mark;
  return not found or (
    mark.looked_in is not distinct from database_place() and mark.timeline = current_timeline());
end $$;

-- Whether money may leave over the node, as far as the database decides it.
create function may_leave() returns boolean
language plpgsql
as $$
begin
  return not exists (select from outside_stop) and is_database_known();
end $$;

revoke execute on function database_place, current_timeline, is_database_known, may_leave
  from public;
call grant_to_service(
  'execute on function database_place, current_timeline, is_database_known, may_leave');

-- Whoever says so is not the sender: he found a reserve that nobody drives. What "reserved" means is
-- sure only in a database that is known.
alter type resolve_event add attribute is_presumed boolean;

create or replace function resolve_payments(list json) returns setof money_answer
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
  events resolve_event[];
  event resolve_event;
  payments payment[];
  payment_ids uuid[];
  payer_ids uuid[];
  states payment_state[];
  owed payment;
  stored integer;
  new_state payment_state;
  spent_msat bigint;
  charged_msat bigint;
  wallets locked_wallets;
  budgets locked_budgets;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
  may_presume boolean := true;
begin
  events := array(select e from json_populate_recordset(null::resolve_event, list) e);
  select array_agg(locked), array_agg(locked.id), array_agg(locked.user_id), array_agg(locked.state)
    into payments, payment_ids, payer_ids, states
    from (
      select * from payment p
        where p.id = any (array(select e.payment_id from unnest(events) e))
        order by p.id for no key update
    ) locked;
  -- With the rows in hand: what a change of the database found reserved is reserved no more.
  if exists (select from unnest(events) e where e.is_presumed) then
    may_presume := is_database_known();
  end if;
  wallets := lock_wallets(payer_ids);
  if wallets.has_budgets then
    budgets := read_budgets(
      payer_ids, array(select p.grant_id from unnest(payments) p));
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    stored := array_position(payment_ids, event.payment_id);
    new_state := case when event.is_settled then 'settled' else 'failed' end;
    answer := case
      when stored is null then row('absent', null, null)::money_answer
      when states[stored] = new_state then row('present', null, null)::money_answer
      when states[stored] in ('settled', 'failed')
        or (states[stored] = 'reserved') <> (not event.is_settled and event.only_from_reserved)
        or (event.is_presumed and not may_presume)
        then row('conflict', states[stored], null)::money_answer
    end;
    if answer.outcome is null then
      answer := row('resolved', null, null);
      accepted := accepted || place;
      states[stored] := new_state;
      owed := payments[stored];
      transfers := transfers || row(
        event.transfer_id, case when event.is_settled then 'post' else 'void' end,
        event.payment_id, event.ended_at)::transfer_draft;
      -- The user pays every begun sat, but never more than was held: losses takes what is above.
      spent_msat := case when event.is_settled then event.amount_msat + event.fee_msat else 0 end;
      charged_msat := least((spent_msat + 999) / 1000 * 1000, owed.held_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'held', owed.user_id, -owed.held_msat);
      postings := draft_posting(postings, event.transfer_id, 'node', null, spent_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'rounding', null, greatest(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'losses', null, least(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'wallet', owed.user_id, owed.held_msat - charged_msat);
      if wallets.has_budgets then
        budgets := give_back_to_budget(budgets, owed, owed.held_msat - charged_msat);
      end if;
      if event.is_settled then
        records := records || row(
          owed.id, owed.user_id, 'outgoing', owed.identifier, owed.payment_hash, owed.created_at,
          event.ended_at, false, event.body)::record_draft;
      end if;
    end if;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    update payment p set
        state = case when e.is_settled then 'settled'::payment_state else 'failed' end,
        ended_at = e.ended_at,
        preimage = coalesce(e.preimage, p.preimage),
        amount_msat = coalesce(e.amount_msat, p.amount_msat),
        fee_msat = e.fee_msat,
        failure_reason = e.failure_reason,
        failure_message = e.failure_message,
        owner_process_id = null
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and p.id = e.payment_id;
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    perform write_ledger(transfers, postings, records);
  end if;
end $$;
