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
  -- Order of settlement per user, without gaps.
  seq bigint not null,
  has_boostagram boolean not null,
  body text not null
-- A body is read far more often than written and a little longer than what PostgreSQL would begin to
-- compress: it stays in the row as it is.
) with (toast_tuple_target = 8160);
create unique index settled_record_by_settlement on settled_record (user_id, seq);
-- Lists of one direction read a slice of this index; lists of both merge two slices.
create index settled_record_by_creation
  on settled_record (user_id, direction, created_at desc, id desc);
create index settled_record_by_hash on settled_record (payment_hash);
create trigger refuse_change before update or delete or truncate on settled_record
  for each statement execute function refuse_change();
call grant_to_service('select on settled_record');
