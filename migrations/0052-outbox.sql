-- Mails that are to leave. A row is there until the mail server has taken the mail, has refused it
-- for good, or until the mail is of no use any more.
create table outbox (
  id uuid primary key,
  -- What is done when it cannot be delivered depends on it.
  matter text collate "C" not null,
  -- Recipient, subject and text: a mail may hold a link that opens an account.
  sealed bytea not null check (octet_length(sealed) <= 65536),
  -- The link that it holds; it is not sent once this link is gone.
  link_hash bytea,
  -- Whose account the link changes; null where there is none yet, or no link.
  user_id uuid references wallet_user,
  created_at timestamptz not null,
  -- It is tried until then.
  dies_at timestamptz not null
);
create index outbox_by_end on outbox (dies_at);
grant select, insert, delete on outbox to :service_role;

-- Whether mail leaves this service.
create table mail_health (
  only_one boolean primary key default true check (only_one),
  -- The first failure since a mail left.
  failing_since timestamptz,
  -- When the operator was told of it.
  told_at timestamptz
);
grant select, insert, update (failing_since, told_at) on mail_health to :service_role;

-- The same letters can be written in two ways, and an address is looked up in one of them.
update wallet_user u
  set email = normalize(u.email, nfc)
  where u.email is not nfc normalized
    and not exists (
      select from wallet_user other
      where other.id <> u.id and normalize(other.email, nfc) = normalize(u.email, nfc));
