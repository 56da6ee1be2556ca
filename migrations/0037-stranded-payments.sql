-- Payments that hang in the node for ever, as far as looks at it have shown: what of it must outlive
-- a process, so that two looks can make a proof. It stays after the end, until the node has told an
-- end too.
create table stranded_payment (
  payment_id uuid primary key references payment (id),
  -- End of the first of the looks that have all found the same.
  seen_at timestamptz not null,
  -- How long the peers of its channels had been away then.
  away_sec bigint not null check (away_sec >= 0),
  told_at timestamptz,
  closed_at timestamptz
);
create index stranded_payment_not_closed on stranded_payment (payment_id) where closed_at is null;
call grant_to_service('select, insert, update, delete on stranded_payment');
