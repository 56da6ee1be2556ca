-- What reserve_payments and settle_internal_payments share: both take orders to pay.

-- One order to pay, as the service sends it in JSON.
create type payment_event as (
  payment_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  kind payment_kind,
  payment_hash bytea,
  preimage bytea,
  amount_msat bigint,
  destination text,
  bolt11 text,
  memo text,
  description_hash bytea,
  records jsonb,
  batch_id uuid,
  batch_index integer,
  created_at timestamptz,
  idempotency_key text,
  request_hash bytea,
  -- To be reserved: whole sats of amount and fee reserve, who sends, the cap per user.
  held_msat bigint,
  owner_process_id text,
  open_payments_max integer,
  -- To be paid internally: the other side. Without an invoice it is a keysend.
  payee_user_id uuid,
  invoice_id uuid,
  receipt_id uuid,
  receipt_identifier text,
  receipt_created_at timestamptz,
  receipt_records jsonb,
  settled_at timestamptz,
  payer_body text,
  payee_body text,
  has_boostagram boolean
);

create type invoice_facts as (
  user_id uuid,
  payment_hash bytea,
  amount_sat bigint,
  identifier text,
  created_at timestamptz,
  expires_at timestamptz,
  is_settled boolean
);

-- What is known about one event while its wallet is locked.
create type payment_facts as (
  -- State of the payment with this event's id.
  stored_state payment_state,
  -- What the idempotency key stands for.
  key idempotency_key,
  -- This user's payment of this hash that has not failed.
  own_payment_id uuid,
  -- Another user pays this hash over the node.
  hash_is_taken boolean,
  batch_item_state batch_item_state,
  invoice invoice_facts
);

-- One look at all that earlier calls wrote: a fact sheet per event, in the order of the list.
create function read_payment_facts(events payment_event[]) returns payment_facts[]
language plpgsql as $$
begin
  return array(
    select row(
        (select p.state from payment p where p.id = e.payment_id),
        (select k from idempotency_key k
          where (k.user_id, k.grant_id, k.key) = (e.user_id, e.grant_id, e.idempotency_key)),
        coalesce(
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.state <> 'failed'
              and p.user_id = e.user_id),
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'internal'
              and p.user_id = e.user_id)),
        exists (
          select from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.state <> 'failed'
              and p.user_id <> e.user_id),
        (select item.state from payment_batch_item item
          where (item.batch_id, item.index) = (e.batch_id, e.batch_index)),
        (select row(v.user_id, v.payment_hash, v.amount_sat, v.identifier, v.created_at, v.expires_at,
            v.receipts_count > 0)::invoice_facts
          from invoice v where v.id = e.invoice_id)
      )::payment_facts
    from unnest(events) with ordinality e
    order by e.ordinality);
end $$;

-- The rule for events of one list that share an id, key, hash, invoice or batch item: what the list
-- has accepted so far counts as if it were written already.
create function add_twin_facts(
  facts payment_facts, event payment_event, events payment_event[], accepted integer[],
  accepted_state payment_state
) returns payment_facts
language plpgsql as $$
declare
  place integer;
  twin payment_event;
begin
  foreach place in array accepted loop
    twin := events[place];
    if twin.payment_id = event.payment_id then
      facts.stored_state := accepted_state;
    end if;
    if (twin.user_id, twin.grant_id, twin.idempotency_key)
      = (event.user_id, event.grant_id, event.idempotency_key)
    then
      facts.key := row(twin.user_id, twin.grant_id, twin.idempotency_key, twin.request_hash,
        'payment', twin.payment_id, null)::idempotency_key;
    end if;
    if twin.payment_hash = event.payment_hash and twin.user_id = event.user_id then
      facts.own_payment_id := twin.payment_id;
    elsif twin.payment_hash = event.payment_hash then
      facts.hash_is_taken := true;
    end if;
    if twin.invoice_id = event.invoice_id then
      facts.invoice.is_settled := true;
    end if;
    if (twin.batch_id, twin.batch_index) = (event.batch_id, event.batch_index) then
      facts.batch_item_state := 'started';
    end if;
  end loop;
  return facts;
end $$;

-- The answer to an event that was done before, by its id, its key or its hash; null when it is new.
create function find_earlier_answer(event payment_event, facts payment_facts)
returns money_answer
language sql immutable as $$
  select case
    when facts.stored_state is not null
      then row('present', facts.stored_state, null)::money_answer
    when (facts.key).request_hash = event.request_hash
      then row('repeated', (facts.key).target_kind, (facts.key).target_id)::money_answer
    when (facts.key).request_hash <> event.request_hash
      then row('refused', 'idempotency_mismatch', null)::money_answer
    when facts.own_payment_id is not null
      then row('joined', null, facts.own_payment_id)::money_answer
  end
$$;

-- A multi keysend cancels its items one by one: the rows are locked before the wallets are.
create function lock_batch_items(events payment_event[]) returns void
language plpgsql as $$
begin
  perform from payment_batch_item item
    where (item.batch_id, item.index) in (select e.batch_id, e.batch_index from unnest(events) e)
    order by item.batch_id, item.index for no key update;
end $$;

-- Writes the keys, payments and batch items of the accepted events. Somebody without a lock on the
-- same wallet can be first with a key (a new invoice) or with a hash (another user): then all of it
-- is undone and the caller repeats the call, which sees what the other wrote.
create function write_accepted_payments(
  events payment_event[], accepted integer[], new_path payment_path
) returns void
language plpgsql as $$
declare
  keys_count integer;
  written_count integer;
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, description_hash, records, invoice_id,
      batch_id, batch_index, created_at, ended_at, owner_process_id)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, new_path,
      case new_path when 'internal' then 'settled'::payment_state else 'reserved' end,
      e.payment_hash, e.preimage, e.amount_msat,
      case new_path when 'internal' then 0 else e.held_msat end,
      case new_path when 'internal' then 0 end,
      e.destination, e.bolt11, e.memo, e.description_hash, e.records, e.invoice_id,
      e.batch_id, e.batch_index, e.created_at, e.settled_at, e.owner_process_id
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted)
    order by e.payment_hash
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < cardinality(accepted) then
    raise exception 'a payment hash was taken meanwhile' using errcode = 'serialization_failure';
  end if;

  select count(e.idempotency_key) into keys_count
    from unnest(events) with ordinality e where e.ordinality = any (accepted);
  if keys_count > 0 then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      select e.user_id, e.grant_id, e.idempotency_key, e.request_hash, 'payment', e.payment_id
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and e.idempotency_key is not null
      order by e.user_id, e.grant_id, e.idempotency_key
      on conflict do nothing;
    get diagnostics written_count = row_count;
    if written_count < keys_count then
      raise exception 'an idempotency key was taken meanwhile'
        using errcode = 'serialization_failure';
    end if;
  end if;

  if exists (select from unnest(events) e where e.batch_id is not null) then
    update payment_batch_item item set state = 'started'
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted)
        and item.batch_id = e.batch_id and item.index = e.batch_index;
  end if;
end $$;

revoke execute on function read_payment_facts, add_twin_facts, find_earlier_answer,
  lock_batch_items, write_accepted_payments from public;
