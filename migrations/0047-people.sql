-- Names that users keep for those whom they pay, and whether other users read theirs.
create table contact (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  name text not null check (char_length(name) between 1 and 64),
  -- The name as it is compared: two names that differ in case only are one.
  name_key text not null,
  -- A lightning address or an LNURL.
  target text not null check (char_length(target) between 1 and 1000),
  created_at timestamptz not null,
  -- When it was last paid from the pages; null: never.
  last_paid_at timestamptz,
  unique (user_id, name_key),
  unique (user_id, target)
);
grant select, insert, delete, update (name, name_key, last_paid_at) on contact to :service_role;

alter table wallet_user
  -- Payments from then on show the payer's name to a payee here who shows theirs; null: none do.
  add column shows_name_since timestamptz,
  drop constraint wallet_user_closed_is_blank,
  add constraint wallet_user_closed_is_blank check (
    closed_at is null
    or disabled_at is not null and email = 'closed ' || id::text
      and num_nonnulls(
        name, avatar, nostr_pubkey, reset_asked_at, language, currency, time_zone,
        browser_language, shows_name_since
      ) = 0
  );
grant update (shows_name_since) on wallet_user to :service_role;
