-- Identifies one payment to the node; an AMP invoice is paid by several sets.
create or replace function credit_key(event credit_event) returns text
language sql immutable as $$
  select event.node_pubkey || ' ' || event.payment_hash::text || ' ' || event.set_id
$$;
