-- Finds what a user is to be told of their money since the last look, and answers how many notices
-- they have not read. The money functions know nothing of it: the numbers of the wallet say how far
-- the last look went. They have no gaps, so nothing is missed and nothing told twice.
--
-- A user is told once that money arrived above the limit of the wallet, until the wallet is below
-- the limit again. A user without a limit of their own has the default of the service; null means
-- none.
--
-- Called when a page is shown, and by workers for people who want mail. A look reads the newest
-- 10,000 movements; when there were more, the notice says so.
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
  found_some record;
  spent record;
  max_sat bigint;
begin
  perform from notice_inbox i join wallet w on w.user_id = i.user_id
    where i.user_id = who and (i.record_seq, i.wallet_seq, i.held_seq)
      <> (w.record_seq, w.wallet_seq, w.held_seq);
  if found then
    select * into inbox from notice_inbox where user_id = who for update;
    -- After the lock, so that another look has ended and its numbers are not above these.
    select * into purse from wallet where user_id = who;
    update notice_inbox
      set record_seq = purse.record_seq, wallet_seq = purse.wallet_seq, held_seq = purse.held_seq
      where user_id = who;

    max_sat := limit_in_force(
      (select l.max_balance_sat from user_limit l where l.user_id = who), default_max_balance_sat);
    if coalesce(purse.wallet_msat + purse.held_msat <= max_sat * 1000, true) then
      update notice_inbox set told_above_limit = false where user_id = who and told_above_limit;
    elsif not inbox.told_above_limit and exists (
      select from settled_record r
        where r.user_id = who and r.direction = 'incoming' and r.seq <= purse.record_seq
          and r.seq > greatest(inbox.record_seq, purse.record_seq - most)) then
      update notice_inbox set told_above_limit = true where user_id = who;
      perform add_notice(who, 'limit', '', jsonb_build_object('limitSat', max_sat::text));
    end if;

    select count(*) as number, sum(r.amount_msat) as msat,
        (array_agg(r.identifier order by r.seq desc))[1] as identifier
      into found_some
      from filled_record r
      where r.user_id = who and r.direction = 'incoming' and r.seq <= purse.record_seq
        and r.seq > greatest(inbox.record_seq, purse.record_seq - most);
    if found_some.number > 0 then
      perform add_notice(
        who, 'received', '', jsonb_build_object('identifier', found_some.identifier),
        found_some.number, purse.record_seq - inbox.record_seq > most, found_some.msat::bigint);
    end if;

    for found_some in
      select p.is_settled, count(*) as number, sum((p.amount_msat + 999) / 1000 * 1000) as msat,
          (array_agg(p.identifier order by line.seq desc))[1] as identifier
        from posting line
        join transfer t on t.id = line.transfer_id and t.kind in ('post', 'void')
        join outgoing_order p on p.id = t.subject_id
        where line.user_id = who and line.account = 'held' and line.seq <= purse.held_seq
          and line.seq > greatest(inbox.held_seq, purse.held_seq - most)
          -- Ended so late that those who ordered it had stopped waiting.
          and p.ended_at >= p.created_at + interval '10 seconds'
        group by p.is_settled
    loop
      perform add_notice(
        who, 'ended', case when found_some.is_settled then 'settled' else 'failed' end,
        jsonb_build_object('identifier', found_some.identifier),
        found_some.number, purse.held_seq - inbox.held_seq > most, found_some.msat::bigint);
    end loop;

    for spent in
      insert into budget_told as told (user_id, grant_id, window_start, limit_msat, percent)
        select b.user_id, b.grant_id, b.window_start, b.limit_msat,
            case when b.used_msat >= b.limit_msat then 100 else 80 end
          from budget b
          -- Never true of a budget without a limit.
          where b.user_id = who and b.grant_id <> '*' and b.used_msat >= b.limit_msat / 5 * 4
            and coalesce(b.expires_at > callers_now, true)
            and b.window_start >= budget_window_start(b.interval, callers_now)
        on conflict (user_id, grant_id) do update set window_start = excluded.window_start,
          limit_msat = excluded.limit_msat, percent = excluded.percent
          where (told.window_start, told.limit_msat) <> (excluded.window_start, excluded.limit_msat)
            or told.percent < excluded.percent
        returning *
    loop
      perform add_notice(
        who, 'budget', spent.grant_id || ' ' || spent.percent,
        jsonb_build_object('grantId', spent.grant_id, 'percent', spent.percent));
    end loop;
  end if;
  return (
    select count(*) from notice n join notice_inbox i on i.user_id = n.user_id
      where n.user_id = who and n.seq > i.seen_seq);
end $$;
grant execute on function look_for_wallet_notices to :service_role;
