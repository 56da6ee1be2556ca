-- Writes the keys of accepted payments. A caller without a lock on the same wallet may be first with
-- a key (a new invoice). Then everything is undone and the call is repeated, which sees what the
-- other wrote.
create or replace function write_payment_keys(
  accepted integer[], payment_ids uuid[], payer_ids uuid[], grant_ids text[], keys text[],
  request_hashes bytea[]
) returns void
language plpgsql as $$
declare
  keys_count integer;
  written_count integer;
begin
  select count(keys[place]) into keys_count from unnest(accepted) place;
  insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
    select payer_ids[place], grant_ids[place], keys[place], request_hashes[place], 'payment',
      payment_ids[place]
    from unnest(accepted) place
    where keys[place] is not null
    order by payer_ids[place], grant_ids[place], keys[place]
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < keys_count then
    raise exception 'an idempotency key was taken meanwhile'
      using errcode = 'serialization_failure';
  end if;
end $$;
