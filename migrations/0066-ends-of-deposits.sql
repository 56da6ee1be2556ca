-- What was sent to the address of a closed account is unclaimed until an operator gives it to someone.
-- That is one more movement, with an id of its own.
alter table deposit
  add column claim_id uuid unique,
  add column claimed_by uuid references wallet_user (id),
  add column claimed_at timestamptz,
  add check (num_nulls(claim_id, claimed_by, claimed_at) in (0, 3)),
  add check (claim_id is null or state = 'unclaimed');
create index deposit_unclaimed on deposit (ended_at, id)
  where state = 'unclaimed' and claim_id is null;

-- The transaction that has spent what a deposit without a block was to spend; null for none.
alter table deposit
  add column replaced_by bytea check (octet_length(replaced_by) = 32),
  add check (replaced_by is null or (state = 'gone' and block_height is null));
