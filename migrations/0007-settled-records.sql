create type record_direction as enum ('incoming', 'outgoing');

-- What users see of settled movements, rendered once. It is both history and outbox: the body is
-- the body of the webhook message.
create table settled_record (
  -- The id of the receipt or payment.
  id uuid primary key,
  -- Its number comes from the user's wallet: a foreign key would prove nothing more.
  user_id uuid not null,
  direction record_direction not null,
  -- 24 letters and digits: the invoice's for its first receipt, otherwise the receipt's own.
  identifier text collate "C" not null unique,
  payment_hash bytea not null,
  created_at timestamptz not null,
  settled_at timestamptz not null,
  -- When it was written, by the database's clock, and never before the record with the previous
  -- number: so both give the same order of a user's records.
  booked_at timestamptz not null,
  -- Order of settlement per user, without gaps.
  seq bigint not null,
  has_boostagram boolean not null,
  body text not null
-- Bodies are read far more often than written, and are slightly longer than the size from which
-- PostgreSQL compresses: they stay in the row uncompressed.
--
-- A page far from the start of a list is found by walking an index. For rows that the server has
-- not yet marked as visible to all, the walk reads the table. So it marks them earlier: after a
-- fiftieth of new rows instead of a fifth.
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
