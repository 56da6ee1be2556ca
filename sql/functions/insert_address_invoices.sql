-- Writes invoices that strangers asked for, in order, as far as there is room. `orders` is an array
-- of {invoice, network, sizes, verify_id, zap_relays}; the answer says of each 'inserted' or
-- 'too_many'. `all_open` is how many are open already, in all.
--
-- A network may have up to `per_network` open at an empty address, and fewer the fuller the address
-- or the service is. So a flood from some networks leaves room for a payer from another one. The
-- `sizes` of a network are the larger ones that it lies in, each as {key, factor}: the key is what
-- all its networks begin with, the factor is how much more it may have. Older processes send none.
create or replace function insert_address_invoices(
  orders json,
  at timestamptz,
  per_network integer,
  per_user integer,
  in_all integer,
  all_open integer
) returns text[]
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  outcomes text[] := '{}';
  accepted bigint[] := '{}';
  users uuid[] := '{}';
  networks text[] := '{}';
  one record;
  user_open integer;
  share numeric;
  has_room boolean;
begin
  -- No one hears of an invoice before its text is stored, and that commit waits, for the disk and
  -- the standbys, until they have this one too. Two waits in a row would only be slower.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtext('address_invoice'));
  for one in
    select ordinality, value ->> 'network' as network, value -> 'sizes' as sizes,
      (value -> 'invoice' ->> 'user_id')::uuid as user_id
    from json_array_elements(orders) with ordinality
  loop
    select count(*) + cardinality(array_positions(users, one.user_id)) into user_open from (
      select from address_invoice
      where is_open and user_id = one.user_id and expires_at > at
      limit per_user
    ) open;
    share := least(
      1 - user_open::numeric / per_user,
      1 - (all_open + cardinality(accepted))::numeric / in_all);
    select count(*) + cardinality(array_positions(networks, one.network))
      < ceil(per_network * share) into has_room from (
      select from address_invoice
      where is_open and network = one.network and expires_at > at
      limit per_network
    ) open;
    -- What may follow such a beginning sorts before the letter g.
    select has_room and coalesce(bool_and(
        (select count(*) from (
          select from address_invoice
          where is_open and network >= size.key and network < size.key || 'g' and expires_at > at
          limit ceil(per_network * size.factor)
        ) open) + (select count(*) from unnest(networks) n where starts_with(n, size.key))
        < ceil(per_network * size.factor * share)), true)
      into has_room
      from json_to_recordset(coalesce(one.sizes, '[]')) size (key text, factor numeric);
    if not has_room then
      outcomes := outcomes || 'too_many'::text;
      continue;
    end if;
    accepted := accepted || one.ordinality;
    users := users || one.user_id;
    networks := networks || one.network;
    outcomes := outcomes || 'inserted'::text;
  end loop;
  insert into invoice (
      id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
      rest_msat, memo, description_hash, comment, metadata_json, payer_name, payer_email, payer_pubkey,
      bolt11, expiry_sec, created_at, expires_at)
    select
      i.id, i.identifier, i.user_id, i.grant_id, i.node_pubkey, i.payment_hash, i.preimage,
      -- Older processes know of no such column.
      i.amount_sat, coalesce(i.rest_msat, 0), i.memo, i.description_hash, i.comment,
      i.metadata_json, i.payer_name, i.payer_email, i.payer_pubkey, i.bolt11, i.expiry_sec,
      i.created_at, i.expires_at
    from json_array_elements(orders) with ordinality o
    cross join lateral json_populate_record(null::invoice, o.value -> 'invoice') i
    where o.ordinality = any (accepted);
  insert into address_invoice (invoice_id, user_id, network, verify_id, expires_at, zap_relays)
    select (value -> 'invoice' ->> 'id')::uuid, (value -> 'invoice' ->> 'user_id')::uuid,
      value ->> 'network', value ->> 'verify_id', (value -> 'invoice' ->> 'expires_at')::timestamptz,
      case json_typeof(value -> 'zap_relays') when 'array'
        then array(select json_array_elements_text(value -> 'zap_relays')) end
    from json_array_elements(orders) with ordinality
    where ordinality = any (accepted);
  return outcomes;
end $$;
grant execute on function insert_address_invoices to :service_role;
