-- Double entry in millisatoshi. docs/ledger.md has the accounts, and every transfer by example.

-- Running balances of a user, with the counters shown beside them. Only the money functions write
-- here. The system's accounts have no such row: it would be the most contended of all.
create table wallet (
  user_id uuid primary key references wallet_user,
  wallet_msat bigint not null default 0 check (wallet_msat >= 0 and wallet_msat % 1000 = 0),
  held_msat bigint not null default 0 check (held_msat >= 0 and held_msat % 1000 = 0),
  -- Number of the newest posting of each account, and of the newest settled record.
  wallet_seq bigint not null default 0,
  held_seq bigint not null default 0,
  record_seq bigint not null default 0,
  invoices_count bigint not null default 0,
  transactions_count bigint not null default 0,
  boostagrams_count bigint not null default 0,
  last_invoice_at timestamptz,
  -- Of the newest settled record: no later one gets an earlier time, whatever the clock does.
  last_booked_at timestamptz,
  -- Read together with the lock, so that users without budgets or endpoints cost nothing extra.
  has_budgets boolean not null default false,
  has_webhooks boolean not null default false
) with (fillfactor = 50); -- room for a new version in the same page, so that no index changes
grant select on wallet to :service_role;

create type transfer_kind as enum ('receive', 'reserve', 'post', 'void', 'internal', 'assign');

-- Transfers that reserve, pay internally or receive have the id of their payment or receipt, so
-- that it cannot be booked twice; the end of a reserved payment has an id of its own.
create table transfer (
  id uuid primary key,
  kind transfer_kind not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  check ((kind in ('post', 'void')) = (id <> subject_id))
);
create unique index transfer_payment_ends_once on transfer (subject_id)
  where kind in ('post', 'void');
grant select on transfer to :service_role;

create type account_name as enum (
  'wallet', 'held', 'node', 'fees', 'rounding', 'losses', 'unclaimed',
  -- Money on its way between two databases of ours. Not written yet: it is here because an upgrade
  -- cannot use an enum value that it adds.
  'transit');

create table posting (
  transfer_id uuid not null references transfer,
  -- Orders the postings of a transfer; the first may have any number.
  line integer not null,
  account account_name not null,
  -- Only set for users' accounts: the user, the balance afterwards, and a number per account
  -- without gaps, so that a statement can be checked by itself. The balance was computed from the
  -- wallet, so a foreign key would prove nothing more.
  user_id uuid,
  balance_after_msat bigint,
  seq bigint,
  amount_msat bigint not null check (amount_msat <> 0),
  primary key (transfer_id, line),
  check (
    case when account in ('wallet', 'held')
    then user_id is not null and amount_msat % 1000 = 0
      and (balance_after_msat >= 0) is true and (seq > 0) is true
    else user_id is null and balance_after_msat is null and seq is null end
  )
);
create unique index posting_statement on posting (user_id, account, seq)
  where user_id is not null;
create index posting_unclaimed on posting (transfer_id) include (amount_msat)
  where account = 'unclaimed';
grant select on posting to :service_role;

-- Shared by all money functions: they lock the wallets they touch, decide, and pass their decisions
-- to write_ledger, which writes transfers, statements, records and balances.

create type transfer_draft as (
  id uuid,
  kind transfer_kind,
  subject_id uuid,
  created_at timestamptz
);

create type posting_draft as (
  transfer_id uuid,
  account account_name,
  user_id uuid,
  amount_msat bigint
);

-- The answer to one event; the outcome determines which of the two details is set.
create type money_answer as (
  outcome text,
  detail text,
  target_id uuid
);

-- Locked wallets, ordered by user id.
create type locked_wallets as (
  user_ids uuid[],
  balances_msat bigint[],
  has_budgets boolean
);
