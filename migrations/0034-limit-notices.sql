-- A notice when money arrives above the limit of a wallet. See docs/notices.md.

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('received', 'ended', 'limit', 'budget', 'app', 'sign_in', 'webhook_off'));

alter table notice_inbox
  alter bell set default '{received,ended,limit,budget,app,sign_in,webhook_off}',
  -- Its user has been told that the wallet is above its limit; false again once it is not.
  add told_above_limit boolean not null default false;
-- Not for those who want to hear of nothing, nor for closed accounts.
update notice_inbox set bell = array_append(bell, 'limit') where bell <> '{}';

drop index notice_inbox_watched;
create index notice_inbox_watched on notice_inbox (user_id)
  where mail && '{received,ended,limit,budget}'::text[];
