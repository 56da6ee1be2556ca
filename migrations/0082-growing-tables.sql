-- Tables that mostly grow are vacuumed after each 2 % of new rows instead of 20 %, so that the work
-- of freezing their rows is spread, and index-only scans stay cheap.
alter table transfer set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table posting set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table payment set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table receipt set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table invoice set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- The check of the books looks up the receipt of a payment within this service.
create index receipt_of_payment on receipt (payment_id) where payment_id is not null;

-- The database in which the books were last checked as a whole: its place and its timeline. In any
-- other one, and after each start of the server, the next check is of the whole again.
alter table books_check add column place text;
grant insert (place), update (place) on books_check to :service_role;

-- The lines and records of each user up to which the regular check has gone: a hint where to go on,
-- which no proof relies on for longer than a sweep takes.
create table books_proven (
  user_id uuid primary key,
  wallet_seq bigint not null check (wallet_seq >= 0),
  held_seq bigint not null check (held_seq >= 0),
  record_seq bigint not null check (record_seq >= 0)
) with (fillfactor = 50);
grant select, insert, update on books_proven to :service_role;

-- The sweep, which goes through all the books in slices: where the next slice begins.
create table books_sweep (
  is_only boolean primary key default true check (is_only),
  part text not null check (part in ('users', 'transfers')),
  next_id uuid not null,
  -- The transfers in the slices that were checked so far.
  transfers_count bigint not null default 0,
  begun_at timestamptz not null,
  -- Null while the sweep is under way.
  ended_at timestamptz
);
grant select, insert, update on books_sweep to :service_role;
