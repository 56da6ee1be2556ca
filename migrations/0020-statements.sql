-- Statements: what a month did to a user's money, over `wallet` and `held` together. Only settled
-- records change that sum, so a month is a range of their numbers. See docs/ledger.md.

-- Months that are over. Their rows never change.
create table statement_close (
  user_id uuid not null references wallet,
  -- As `2026-11`, by the calendar of its time zone.
  month text collate "C" not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  time_zone text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  -- Its records have the numbers above the first and up to the second.
  after_seq bigint not null check (after_seq >= 0),
  last_seq bigint not null check (last_seq >= after_seq),
  opening_msat bigint not null check (opening_msat >= 0),
  incoming_msat bigint not null check (incoming_msat >= 0),
  outgoing_msat bigint not null check (outgoing_msat >= 0),
  fees_msat bigint not null check (fees_msat >= 0),
  closing_msat bigint not null check (closing_msat >= 0),
  -- Part of the closing balance that payments on their way had set aside.
  held_msat bigint not null check (held_msat between 0 and closing_msat),
  -- The link of the last record before this month, and of the last one in it.
  previous_link bytea not null check (octet_length(previous_link) = 32),
  head bytea not null check (octet_length(head) = 32),
  closed_at timestamptz not null,
  primary key (user_id, month),
  constraint statement_adds_up
    check (opening_msat + incoming_msat - outgoing_msat - fees_msat = closing_msat)
);
grant select on statement_close to :service_role;

-- The month of each user that is not closed yet, with the sums of its records up to `last_seq`. It
-- appears when their first record is added up.
create table statement_open (
  user_id uuid primary key references wallet,
  month text collate "C" not null,
  time_zone text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  after_seq bigint not null,
  last_seq bigint not null,
  opening_msat bigint not null,
  incoming_msat bigint not null,
  outgoing_msat bigint not null,
  fees_msat bigint not null,
  previous_link bytea not null,
  head bytea not null
) with (fillfactor = 50);
create index statement_open_by_end on statement_open (ends_at, user_id);
grant select on statement_open to :service_role;
