-- How much of its budget a payment takes.
create or replace function payment_cost_msat(p payment) returns bigint
language sql immutable as $$
  select case
    when p.state = 'failed' then 0
    when p.state <> 'settled' then p.held_msat
    when p.path = 'internal' then (p.amount_msat + 999) / 1000 * 1000
    else least((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat)
  end
$$;
