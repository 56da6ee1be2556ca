-- Closes an account for good, or says why not: everything in one transaction. A balance that its
-- owner gives up goes to `unclaimed`, as an internal payment that no one received: operators find
-- it there, and can assign it.
--
-- Locks: the owner (and if they are an admin, all admins) by id, endpoints by id, the owner's wallet,
-- deliveries, the inbox of notices, unpaid invoices by id.
create or replace function close_account(closing json) returns money_answer
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '5s'
as $$
declare
  event closing_event := json_populate_record(null::closing_event, closing);
  owner wallet_user;
  balance_msat bigint;
begin
  -- Two admins who leave at the same time wait for each other here, so that one of them stays.
  -- For update, as the e-mail address is a key: a writer of the owner's rows waits here, and not
  -- while this holds what they want next.
  if exists (select from wallet_user u where u.id = event.user_id and u.is_admin) then
    perform from wallet_user u where u.is_admin order by u.id for update;
  else
    perform from wallet_user u where u.id = event.user_id for update;
  end if;
  select * into owner from wallet_user u where u.id = event.user_id;
  if owner.id is null then
    return row('unknown', null, null)::money_answer;
  elsif owner.closed_at is not null then
    return row('present', null, null)::money_answer;
  elsif owner.is_admin and not exists (
    select from wallet_user u where u.is_admin and u.id <> owner.id and u.disabled_at is null
  ) then
    return row('last_admin', null, null)::money_answer;
  end if;
  perform from webhook_endpoint e where e.user_id = owner.id and e.state <> 'deleted'
    order by e.id for no key update;
  perform lock_wallets(array[owner.id]);
  if exists (select from open_hold h where h.user_id = owner.id)
    or exists (select from pay_order o where o.user_id = owner.id and o.ended_at is null)
  then
    return row('open_payments', null, null)::money_answer;
  end if;
  select w.wallet_msat into balance_msat from wallet w where w.user_id = owner.id;
  if balance_msat <> event.given_up_msat then
    return row('balance', balance_msat::text, null)::money_answer;
  end if;

  perform end_endpoints(owner.id, event.closed_at);
  if balance_msat > 0 then
    perform give_up_balance(event, owner.identifier);
  end if;
  perform end_spenders(owner.id, event.closed_at);
  perform blank_account(owner, event.closed_at);
  update wallet set is_closed = true where user_id = owner.id;
  return row('closed', null, null)::money_answer;
end $$;
grant execute on function close_account to :service_role;
