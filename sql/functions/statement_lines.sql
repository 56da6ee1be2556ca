-- Records of a user by their numbers, each with what the books say that it brought or took: in
-- whole sats, the fee apart. Without security of its own, so that the planner can look into it.
create or replace function statement_lines(who uuid, after_seq bigint, up_to_seq bigint)
returns table (
  seq bigint,
  booked_at timestamptz,
  settled_at timestamptz,
  direction record_direction,
  amount_msat bigint,
  fee_msat bigint,
  grant_id text,
  body text
)
language sql stable as $$
  select record.seq, record.booked_at, record.settled_at, record.direction, record.amount_msat,
    record.fee_msat, record.grant_id, record.body
  from filled_record record
  where record.user_id = who and record.seq > after_seq and record.seq <= up_to_seq
  order by record.seq
$$;
grant execute on function statement_lines to :service_role;
