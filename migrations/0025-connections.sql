-- App grants without OAuth: their user names them, and connects devices to them.

alter table app_grant
  alter client_id drop not null,
  -- How it calls: OAuth, Nostr Wallet Connect, LndHub.
  add kind text not null default 'app' check (kind in ('app', 'nwc', 'lndhub')),
  -- As its user calls it; an app of OAuth has its own name.
  add name text check (char_length(name) between 1 and 200),
  -- From then on it may do nothing.
  add expires_at timestamptz,
  -- When it was last refused something for a reason that its user can change, and the reason.
  add refused_at timestamptz,
  add refusal text,
  add constraint app_grant_of_client check ((kind = 'app') = (client_id is not null)),
  add constraint app_grant_has_name check ((kind = 'app') = (name is null)),
  add constraint app_grant_end check (kind <> 'app' or expires_at is null),
  add constraint app_grant_refusal check ((refused_at is null) = (refusal is null));
grant update (refused_at, refusal) on app_grant to :service_role;

-- One key or password with which such an app grant is used: a phone, a computer, a website. What
-- proves it stands in the tables of its protocol.
create table grant_device (
  id uuid primary key,
  app_grant_id uuid not null references app_grant,
  name text not null check (char_length(name) between 1 and 200),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz,
  ended_at timestamptz
);
create index grant_device_by_app_grant on grant_device (app_grant_id);
grant select, insert, update (last_used_at, ended_at) on grant_device to :service_role;
