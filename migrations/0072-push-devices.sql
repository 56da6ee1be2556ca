-- Browsers of users that get push messages, which browsers show even while no page is open. A row
-- ends with the session in which it was made, except that a session which merely expires leaves it.
create table push_device (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  session_id uuid not null,
  session_epoch integer not null,
  -- Where the push service of the browser's maker takes messages: an address that is a secret.
  endpoint text not null unique check (octet_length(endpoint) <= 2000),
  public_key bytea not null check (octet_length(public_key) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  -- The key of this service for which the browser made the subscription. It accepts no other.
  sender_key bytea not null check (octet_length(sender_key) = 65),
  device text not null,
  shows_details boolean not null default false,
  created_at timestamptz not null,
  taken_at timestamptz,
  -- Notices up to this number were sent, or are not sent any more.
  pushed_seq bigint not null,
  -- Of the messages after the last one that was taken: how often they were tried, and when they are
  -- tried again.
  tries integer not null default 0,
  retry_at timestamptz,
  problem text
);
create index push_device_of_user on push_device (user_id);
create index push_device_of_session on push_device (session_id);
grant select, insert, delete,
  update (user_id, session_id, session_epoch, endpoint, public_key, auth, sender_key, device, shows_details,
    created_at, taken_at, pushed_seq, tries, retry_at, problem)
  on push_device to :service_role;

-- The kinds of notices that are pushed to these browsers.
alter table notice_inbox
  add column push text[] not null
    default '{received,ended,asked,limit,budget,app,sign_in,webhook_off}';
grant update (push) on notice_inbox to :service_role;
