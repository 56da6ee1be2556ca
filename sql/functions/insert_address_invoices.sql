-- Writes invoices that strangers asked for, in order, as far as there is room. `orders` is an array
-- of {invoice, network, verify_id}; the answer says of each 'inserted' or 'too_many'.
--
-- A network may have up to `per_network` open at an empty address, and fewer the fuller the address
-- or the service is. So a flood from some networks leaves room for a payer from another one.
create or replace function insert_address_invoices(
  orders json,
  at timestamptz,
  per_network integer,
  per_user integer,
  in_all integer
) returns text[]
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  outcomes text[] := '{}';
  one json;
  asked invoice;
  all_open integer;
  user_open integer;
  network_open integer;
begin
  -- Nobody hears of an invoice before its text is stored, and that commit waits for this one.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtext('address_invoice'));
  select count(*) into all_open from (
    select from address_invoice where is_open and expires_at > at
    limit in_all
  ) open;
  for one in select value from json_array_elements(orders) loop
    asked := json_populate_record(null::invoice, one -> 'invoice');
    select count(*) into user_open from (
      select from address_invoice
      where is_open and user_id = asked.user_id and expires_at > at
      limit per_user
    ) open;
    select count(*) into network_open from (
      select from address_invoice
      where is_open and network = one ->> 'network' and expires_at > at
      limit per_network
    ) open;
    if network_open >= ceil(
      per_network * least(
        1 - user_open::numeric / per_user,
        1 - all_open::numeric / in_all)
    ) then
      outcomes := outcomes || 'too_many'::text;
      continue;
    end if;
    insert into invoice (
        id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat, memo,
        description_hash, comment, metadata_json, payer_name, payer_email, payer_pubkey, bolt11,
        expiry_sec, created_at, expires_at)
      values (
        asked.id, asked.identifier, asked.user_id, asked.grant_id, asked.node_pubkey,
        asked.payment_hash, asked.preimage, asked.amount_sat, asked.memo, asked.description_hash,
        asked.comment, asked.metadata_json, asked.payer_name, asked.payer_email,
        asked.payer_pubkey, asked.bolt11, asked.expiry_sec, asked.created_at, asked.expires_at);
    insert into address_invoice (invoice_id, user_id, network, verify_id, expires_at)
      values (
        asked.id, asked.user_id, one ->> 'network', one ->> 'verify_id', asked.expires_at);
    all_open := all_open + 1;
    outcomes := outcomes || 'inserted'::text;
  end loop;
  return outcomes;
end $$;
grant execute on function insert_address_invoices to :service_role;
