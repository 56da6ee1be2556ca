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

-- An unpaid invoice with which a user asks another one for money. It ends with its invoice.
create table money_request (
  id uuid primary key,
  invoice_id uuid not null unique references invoice on delete cascade,
  asker_id uuid not null references wallet_user,
  -- As it was asked for, with or without anyone who has it.
  asked_name text not null,
  -- Null: nobody is told. The asker cannot see that.
  payer_id uuid references wallet_user,
  created_at timestamptz not null,
  declined_at timestamptz
);
create index money_request_of_asker on money_request (asker_id, created_at desc, id desc);
create index money_request_of_payer on money_request (payer_id, created_at desc, id desc)
  where payer_id is not null;
grant select, insert, delete, update (payer_id, declined_at) on money_request to :service_role;

-- Those who can no longer ask a user for money.
create table request_block (
  user_id uuid not null references wallet_user,
  blocked_user_id uuid not null references wallet_user,
  created_at timestamptz not null,
  primary key (user_id, blocked_user_id)
);
create index request_block_of_blocked on request_block (blocked_user_id);
grant select, insert, delete on request_block to :service_role;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('received', 'ended', 'asked', 'limit', 'budget', 'app', 'sign_in', 'webhook_off'));
alter table notice_inbox
  alter bell set default '{received,ended,asked,limit,budget,app,sign_in,webhook_off}';
-- Not for those who want to hear of nothing, nor for closed accounts.
update notice_inbox set bell = array_append(bell, 'asked') where bell <> '{}';
