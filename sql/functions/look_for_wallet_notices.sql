-- Finds all that a user is to be told of their money since the last look, and answers how many
-- notices they have not read: as look_for_notices, and that money has arrived above the limit of
-- the wallet. That is told once, until the wallet is below the limit again.
--
-- A user without a limit of their own has the default of the service; null means none.
--
-- Locks: the user's inbox. Never the wallet.
create or replace function look_for_wallet_notices(
  who uuid, callers_now timestamptz, default_max_balance_sat bigint
) returns bigint
language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  most constant bigint := 10000;
  inbox notice_inbox;
  purse wallet;
  -- Of their own, 0 means none whatever the default.
  max_sat bigint := nullif(
    coalesce(
      (select l.max_balance_sat from user_limit l where l.user_id = who), default_max_balance_sat),
    0);
begin
  perform from notice_inbox i join wallet w on w.user_id = i.user_id
    where i.user_id = who and (i.record_seq, i.wallet_seq, i.held_seq)
      <> (w.record_seq, w.wallet_seq, w.held_seq);
  if found then
    select * into inbox from notice_inbox where user_id = who for update;
    -- After the lock, so that another look has ended and its numbers are not above these.
    select * into purse from wallet where user_id = who;
    if coalesce(purse.wallet_msat + purse.held_msat <= max_sat * 1000, true) then
      update notice_inbox set told_above_limit = false where user_id = who and told_above_limit;
    elsif not inbox.told_above_limit and exists (
      select from settled_record r
        where r.user_id = who and r.direction = 'incoming' and r.seq <= purse.record_seq
          and r.seq > greatest(inbox.record_seq, purse.record_seq - most)) then
      update notice_inbox set told_above_limit = true where user_id = who;
      perform add_notice(who, 'limit', '', jsonb_build_object('limitSat', max_sat::text));
    end if;
  end if;
  return look_for_notices(who, callers_now);
end $$;
grant execute on function look_for_wallet_notices to :service_role;
