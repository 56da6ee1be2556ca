create type record_direction as enum ('incoming', 'outgoing');

-- What users see of settled movements, rendered once. It is the history and the outbox in one: the
-- body is the body of the webhook message.
create table settled_record (
  -- That of the receipt or of the payment.
  id uuid primary key,
  -- Its number is reckoned from the user's wallet: a foreign key would tell nothing new.
  user_id uuid not null,
  direction record_direction not null,
  -- 24 letters and digits: that of the invoice for its first receipt, else the receipt's own.
  identifier text collate "C" not null unique,
  payment_hash bytea not null,
  created_at timestamptz not null,
  settled_at timestamptz not null,
  -- When it was written, by the clock of the database, and never below that of the number before it:
  -- so records of one user come in one order by either.
  booked_at timestamptz not null,
  -- Order of settlement per user, without gaps.
  seq bigint not null,
  has_boostagram boolean not null,
  body text not null
-- A body is read far more often than written and a little longer than what PostgreSQL would begin
-- to compress: it stays in the row as it is.
--
-- A page far behind the begin of a list is found by walking an index. Of rows that the server has
-- not marked as visible to all yet, the walk reads each in the table. So it marks them sooner:
-- after a fiftieth of new rows, instead of a fifth.
) with (toast_tuple_target = 8160, autovacuum_vacuum_insert_scale_factor = 0.02);
create unique index settled_record_by_settlement on settled_record (user_id, seq);
-- Lists of one direction read a slice of this index; lists of both merge two slices.
create index settled_record_by_creation
  on settled_record (user_id, direction, created_at desc, id desc);
create index settled_record_by_hash on settled_record (payment_hash);
grant select on settled_record to :service_role;

create type record_draft as (
  id uuid,
  user_id uuid,
  direction record_direction,
  identifier text,
  payment_hash bytea,
  created_at timestamptz,
  settled_at timestamptz,
  has_boostagram boolean,
  body text
);
