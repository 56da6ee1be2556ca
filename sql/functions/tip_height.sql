-- Answers the height of the newest block that our node has told of; null before the first look at
-- the chain.
create or replace function tip_height() returns integer
language sql stable as $$
  select height from chain_cursor join bound_node using (pubkey)
$$;
grant execute on function tip_height to :service_role;
