-- Double entry in millisatoshi. See docs/ledger.md for the accounts and every transfer by example.

-- Running balances of a user, and the counters that are shown with them. Only the money functions
-- write here. The system's accounts have no such row: it would be the hottest of all.
create table wallet (
  user_id uuid primary key references wallet_user,
  wallet_msat bigint not null default 0 check (wallet_msat >= 0 and wallet_msat % 1000 = 0),
  held_msat bigint not null default 0 check (held_msat >= 0 and held_msat % 1000 = 0),
  -- Numbers of the newest posting of each account and of the newest settled record.
  wallet_seq bigint not null default 0,
  held_seq bigint not null default 0,
  record_seq bigint not null default 0,
  invoices_count bigint not null default 0,
  transactions_count bigint not null default 0,
  boostagrams_count bigint not null default 0,
  last_invoice_at timestamptz
) with (fillfactor = 50); -- room for a new version in the same page, so that no index changes
call grant_to_service('select on wallet');

-- No user without a wallet: the service itself may not write one.
create function open_wallet() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet (user_id) values (new.id);
  return null;
end $$;
create trigger open_wallet after insert on wallet_user
  for each row execute function open_wallet();

create type transfer_kind as enum ('receive', 'reserve', 'post', 'void', 'internal');

-- Reserve, internal payment and receive bear the id of the payment or receipt that they book, so
-- that they cannot be booked twice; the end of a reserved payment has an id of its own.
create table transfer (
  id uuid primary key,
  kind transfer_kind not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  check ((kind in ('post', 'void')) = (id <> subject_id))
);
create unique index transfer_payment_ends_once on transfer (subject_id)
  where kind in ('post', 'void');
call grant_to_service('select on transfer');

create type account_name as enum (
  'wallet', 'held', 'node', 'fees', 'rounding', 'losses', 'unclaimed');

create table posting (
  transfer_id uuid not null references transfer,
  -- Orders the lines of a transfer; the first can have any number.
  line integer not null,
  account account_name not null,
  -- Only the accounts of users have these three: whose, the balance after, and a number without
  -- gaps per account, so that a statement can be checked alone. A balance after it cannot be
  -- without the wallet that it was reckoned from, so a foreign key would tell nothing new.
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
call grant_to_service('select on posting');

-- All postings of a transfer are inserted by one statement, and sum to zero.
create function refuse_unbalanced() returns trigger
language plpgsql as $$
declare
  unbalanced uuid;
begin
  select transfer_id into unbalanced
    from added group by transfer_id having sum(amount_msat) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refuse_unbalanced after insert on posting
  referencing new table as added
  for each statement execute function refuse_unbalanced();

-- What is written in the books stays as it was written.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger refuse_change before update or delete or truncate on posting
  for each statement execute function refuse_change();
create trigger refuse_change before update or delete or truncate on transfer
  for each statement execute function refuse_change();
create trigger refuse_truncate before truncate on wallet
  for each statement execute function refuse_change();
