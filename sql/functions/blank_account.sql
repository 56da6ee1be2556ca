-- Removes what was personal about a user who leaves, and with what they signed in. Their address
-- name stays theirs, so that no one else gets what its payers send. Unpaid invoices end at the node.
create or replace function blank_account(owner wallet_user, at timestamptz) returns void
language plpgsql as $$
begin
  -- Locks the inbox before its notices: those who are adding one end first, and then add no more.
  update notice_inbox set bell = '{}', mail = '{}', push = '{}' where user_id = owner.id;
  delete from push_device where user_id = owner.id;
  delete from session where user_id = owner.id;
  delete from authenticator where user_id = owner.id;
  delete from backup_code where user_id = owner.id;
  delete from passkey where user_id = owner.id;
  delete from one_time_link where user_id = owner.id or email = owner.email;
  delete from invitation where email = owner.email;
  delete from record_note where user_id = owner.id;
  delete from contact where user_id = owner.id;
  delete from money_request where asker_id = owner.id;
  update money_request set payer_id = null where payer_id = owner.id;
  delete from request_block where user_id = owner.id or blocked_user_id = owner.id;
  delete from pay_page where user_id = owner.id;
  delete from send_draft where user_id = owner.id;
  delete from withdraw_draft where user_id = owner.id;
  delete from approval where user_id = owner.id;
  delete from notice where user_id = owner.id;
  delete from budget_told where user_id = owner.id;
  delete from sign_in_place where user_id = owner.id;
  delete from user_limit where user_id = owner.id;
  delete from user_change where user_id = owner.id;
  if exists (select from budget b where b.user_id = owner.id and b.grant_id = '*') then
    perform remove_budget(owner.id, '*');
  end if;
  -- Grants and devices need names. Names of clients stay, as they are not the user's.
  update app_grant set name = 'app' where user_id = owner.id and name is not null;
  update grant_device d set name = 'device'
    from app_grant g where g.id = d.app_grant_id and g.user_id = owner.id;
  -- In the order in which their answers are written; with the marks of payments that were refused,
  -- which stand for nothing. Keys stay: they name no one.
  with asked as (
    select r.event_id, g.id::text as grant_id from nwc_request r
    join grant_device d on d.id = r.device_id
    join app_grant g on g.id = d.app_grant_id
    where g.user_id = owner.id
    order by r.event_id for update of r
  ), marks as (
    delete from idempotency_key i using asked
    where i.user_id = owner.id and i.grant_id = asked.grant_id
      and i.key = 'nwc:' || encode(asked.event_id, 'hex') and i.target_kind = 'payment'
      and not exists (select from payment p where p.id = i.target_id)
  )
  delete from nwc_request r using asked where r.event_id = asked.event_id;
  -- Relays are told of the end of each key later.
  with waiting as (
    select p.id from nwc_publication p
    join grant_device d on d.id = p.device_id
    join app_grant g on g.id = d.app_grant_id
    where g.user_id = owner.id
    order by p.id for update of p
  )
  delete from nwc_publication p using waiting where p.id = waiting.id;
  update address_name set is_current = false where user_id = owner.id and is_current;
  insert into node_invoice_to_cancel (invoice_id)
    -- In the order in which a sweep locks them; what it has removed is passed by.
    select v.id from invoice v
    where v.user_id = owner.id and v.expires_at > at and v.settled_at is null
    order by v.id for key share
    on conflict do nothing;
  update wallet_user u set
      email = 'closed ' || u.id::text, name = null, avatar = null, nostr_pubkey = null,
      password_hash = '', disabled_at = at, closed_at = at, session_epoch = session_epoch + 1,
      reset_asked_at = null, language = null, browser_language = null, unit = 'sat',
      currency = null, time_zone = null, time_zone_since = at, theme = 'system',
      hides_amounts = false, confirm_above_sat = 100000, shows_name_since = null
    where u.id = owner.id;
end $$;
