-- Notices: what people are told of under the bell, and by mail if they want. See docs/notices.md.

-- One for each user: how far notices have been looked for, how far they were read, and what its
-- user wants to be told of.
create table notice_inbox (
  -- Of the wallet, as PostgreSQL checks a reference anew when a transaction writes its row twice,
  -- and who closes an account holds the row of its user: the two would wait for each other.
  user_id uuid primary key references wallet,
  -- Numbers of the wallet up to which notices have been made.
  record_seq bigint not null default 0,
  wallet_seq bigint not null default 0,
  held_seq bigint not null default 0,
  -- Grows with each notice, and with each that counts on.
  last_seq bigint not null default 0,
  -- Notices up to this number have been read.
  seen_seq bigint not null default 0 check (seen_seq <= last_seq),
  -- Kinds that stand under the bell, and those of them that are mailed too.
  bell text[] not null
    default '{received,ended,budget,app,sign_in,webhook_off}',
  mail text[] not null default '{app,sign_in,webhook_off}' check (mail <@ bell)
) with (fillfactor = 50);
-- People who must hear of their money without looking.
create index notice_inbox_watched on notice_inbox (user_id)
  where mail && '{received,ended,budget}'::text[];
grant select, update (bell, mail, seen_seq) on notice_inbox to :service_role;

-- What was before is not told.
insert into notice_inbox (user_id, record_seq, wallet_seq, held_seq)
  select user_id, record_seq, wallet_seq, held_seq from wallet;

create table notice (
  user_id uuid not null references notice_inbox,
  -- The number that it was made with; `seq` is its newest.
  number bigint not null,
  seq bigint not null,
  kind text not null
    check (kind in ('received', 'ended', 'budget', 'app', 'sign_in', 'webhook_off')),
  -- While one is unread, more of the same kind and subject count in it.
  subject text collate "C" not null,
  -- Texts for its sentence, some of them by strangers.
  detail jsonb not null,
  count bigint not null check (count > 0),
  -- There were more than were counted.
  is_more boolean not null,
  amount_msat bigint,
  told_at timestamptz not null,
  -- Null for what is not mailed.
  mail_wanted_at timestamptz,
  mailed_at timestamptz,
  primary key (user_id, number)
) with (fillfactor = 80);
create unique index notice_by_seq on notice (user_id, seq);
create index notice_by_time on notice (told_at);
grant select, delete, update (mailed_at) on notice to :service_role;

-- What was told of a budget, so that nothing is told twice.
create table budget_told (
  user_id uuid not null references notice_inbox,
  grant_id text collate "C" not null,
  window_start timestamptz not null,
  limit_msat bigint not null,
  percent integer not null check (percent in (80, 100)),
  primary key (user_id, grant_id)
);
grant select, delete on budget_told to :service_role;

-- From where a user has signed in lately: another place is news.
create table sign_in_place (
  user_id uuid not null references notice_inbox,
  device text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (user_id, device, address)
);
create index sign_in_place_by_time on sign_in_place (last_at);
grant select, delete on sign_in_place to :service_role;

insert into sign_in_place (user_id, device, address, last_at)
  select user_id, device, address, max(signed_in_at) from session
  where user_id is not null and signed_in_at is not null
  group by user_id, device, address;
