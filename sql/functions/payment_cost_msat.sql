-- How much of its budget a settled payment takes. An open one takes what is held for it.
create or replace function payment_cost_msat(p payment) returns bigint
language sql immutable as $$
  select case p.path
    when 'internal' then (p.amount_msat + 999) / 1000 * 1000
    else least((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat)
  end
$$;
