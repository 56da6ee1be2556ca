-- Credits deposits that the chain has confirmed: chain → the owner's wallet, or → unclaimed when the
-- owner has closed the account. Each is credited once, whatever is told of it later.
--
-- Locks, in this order and released together: the watcher's lease, deposits by id, wallets by user
-- id. For the settings see reserve_payments.
create or replace function credit_deposits(list json) returns setof money_answer
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
  events deposit_event[];
  ids uuid[];
  owner_ids uuid[];
  wallets locked_wallets;
  event deposit_event;
  found_one deposit;
  newest_fence bigint;
  is_closed boolean;
  seen_ids uuid[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::deposit_event, list) e);
  select array_agg(e.deposit_id) into ids from unnest(events) e;
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  perform from deposit d where d.id = any (ids) order by d.id for no key update;
  select array_agg(d.user_id) into owner_ids from deposit d where d.id = any (ids);
  wallets := lock_wallets(owner_ids);

  for place in 1 .. cardinality(events) loop
    event := events[place];
    select * into found_one from deposit d where d.id = event.deposit_id;
    assert found_one.id is not null, 'a deposit is known before it is credited';
    if event.fence < newest_fence then
      return next row('fenced', null, null)::money_answer;
      continue;
    elsif found_one.ended_at is not null or event.deposit_id = any (seen_ids) then
      return next row('present', null, null)::money_answer;
      continue;
    end if;
    seen_ids := seen_ids || event.deposit_id;
    is_closed := coalesce(found_one.user_id = any (wallets.closed_ids), false);
    transfers := transfers
      || row(event.deposit_id, 'deposit', event.deposit_id, event.ended_at)::transfer_draft;
    postings := draft_posting(postings, event.deposit_id, 'chain', null, -found_one.amount_msat);
    if is_closed then
      postings := draft_posting(
        postings, event.deposit_id, 'unclaimed', null, found_one.amount_msat);
    else
      postings := draft_posting(
        postings, event.deposit_id, 'wallet', found_one.user_id, found_one.amount_msat);
      records := records || row(
        event.deposit_id, found_one.user_id, 'incoming', found_one.identifier, null,
        found_one.seen_at, event.ended_at, false, event.body, 'chain', null, found_one.amount_msat,
        0, (select a.grant_id from onchain_address a where a.address = found_one.address)
        )::record_draft;
    end if;
    update deposit d set
        state = case when is_closed then 'unclaimed'::deposit_state else 'credited' end,
        ended_at = event.ended_at, block_height = event.block_height, block_hash = event.block_hash
      where d.id = event.deposit_id;
    return next row(
      case when is_closed then 'unclaimed' else 'credited' end, null, null)::money_answer;
  end loop;

  if cardinality(transfers) > 0 then
    perform note_outflow_received(-sum(p.amount_msat)::bigint)
      from unnest(postings) p where p.account = 'chain';
    perform write_ledger(transfers, postings, records);
  end if;
end $$;
grant execute on function credit_deposits to :service_role;
