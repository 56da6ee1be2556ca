-- Tells a user of something, in the transaction in which it happened or was found. While they have
-- not read it, more of the same counts in the same notice and is not mailed again: so no one can
-- fill a list or a mailbox. Of the notices that have a row of their own, the newest hundred stay.
--
-- A mail is ordered as a job. About money it waits for half a minute, so that one mail says all.
-- About payments that ask for an approval there is at most one mail in an hour.
-- A message to the user's browsers is ordered as a job too: at once for a new notice, and a minute
-- later for one in which more is counted; five minutes later where more payments ask.
--
-- Locks: the user's inbox.
create or replace function add_notice(
  who uuid, notice_kind text, about text, texts jsonb, how_many bigint default 1,
  more boolean default false, sum_msat bigint default null
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  inbox notice_inbox;
  is_mailed boolean;
  is_pushed boolean;
begin
  update notice_inbox i set last_seq = i.last_seq + 1
    where i.user_id = who and notice_kind = any (i.bell)
    returning * into inbox;
  if not found then
    return;
  end if;
  is_pushed := notice_kind = any (inbox.push)
    and exists (select from push_device d where d.user_id = who);
  update notice n
    set seq = inbox.last_seq, detail = texts, count = n.count + how_many,
      is_more = n.is_more or more, amount_msat = n.amount_msat + sum_msat,
      told_at = clock_timestamp()
    where n.user_id = who and n.kind = notice_kind and n.subject = about
      and n.seq > inbox.seen_seq;
  if found then
    if is_pushed then
      perform enqueue_job(
        'push-notices', json_build_object('userId', who), who::text,
        clock_timestamp() + case when notice_kind = 'approval'
          then interval '5 minutes' else interval '1 minute' end);
    end if;
    return;
  end if;
  if is_pushed then
    perform enqueue_job('push-notices', json_build_object('userId', who), who::text);
  end if;
  -- Webhooks and alarms have mails of their own.
  is_mailed := notice_kind = any (inbox.mail) and notice_kind not in ('webhook_off', 'alarm')
    and not (notice_kind = 'approval' and exists (
      select from notice n
        where n.user_id = who and n.kind = 'approval'
          and n.mail_wanted_at > clock_timestamp() - interval '1 hour'));
  insert into notice (
      user_id, number, seq, kind, subject, detail, count, is_more, amount_msat, told_at,
      mail_wanted_at)
    values (
      who, inbox.last_seq, inbox.last_seq, notice_kind, about, texts, how_many, more, sum_msat,
      clock_timestamp(), case when is_mailed then clock_timestamp() end);
  if is_mailed then
    perform enqueue_job(
      'mail-notices', json_build_object('userId', who), who::text,
      clock_timestamp() + case when notice_kind in ('app', 'sign_in', 'approval')
        then interval '0' else interval '30 seconds' end);
  end if;
  delete from notice n where n.user_id = who and n.number in (
    select old.number from notice old where old.user_id = who order by old.seq desc offset 100);
end $$;
