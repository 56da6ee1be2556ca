-- What reserve_payments and settle_internal_payments share: both take orders to pay.

-- One order to pay, as the service sends it in JSON.
create type payment_event as (
  payment_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  kind text,
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

-- What is known about one event while its wallet is locked.
create type payment_facts as (
  -- State of the payment with this event's id.
  stored_state text,
  -- What the idempotency key stands for.
  key_request_hash bytea,
  key_target_kind text,
  key_target_id uuid,
  -- This user's payment of this hash that has not failed.
  own_payment_id uuid,
  -- Another user pays this hash over the node.
  hash_is_taken boolean,
  batch_item_state text,
  invoice_user_id uuid,
  invoice_hash bytea,
  invoice_identifier text,
  invoice_created_at timestamptz,
  invoice_expires_at timestamptz,
  invoice_is_settled boolean,
  -- Another event of this list has the same id, key or hash.
  has_twin boolean
);

-- One look at all that earlier calls wrote, a fact sheet per event in the order of the list.
create function read_payment_facts(events payment_event[]) returns payment_facts[]
language plpgsql as $$
begin
  return array(
    select row(stored.state, k.request_hash, k.target_kind, k.target_id,
        case when live.user_id = e.user_id then live.id
          when internal.user_id = e.user_id then internal.id end,
        live.user_id <> e.user_id,
        item.state,
        v.user_id, v.payment_hash, v.identifier, v.created_at, v.expires_at, v.receipts_count > 0,
        count(*) over (partition by e.payment_id) > 1
          or count(*) over (partition by e.payment_hash) > 1
          or (e.idempotency_key is not null
            and count(*) over (partition by e.user_id, e.grant_id, e.idempotency_key) > 1)
      )::payment_facts
      from unnest(events) with ordinality e
      left join payment stored on stored.id = e.payment_id
      left join idempotency_key k
        on k.user_id = e.user_id and k.grant_id = e.grant_id and k.key = e.idempotency_key
      left join payment live
        on live.payment_hash = e.payment_hash and live.path = 'node' and live.state <> 'failed'
      left join payment internal
        on internal.payment_hash = e.payment_hash and internal.path = 'internal'
      left join payment_batch_item item
        on item.batch_id = e.batch_id and item.index = e.batch_index
      left join invoice v on v.id = e.invoice_id
      order by e.ordinality);
end $$;

-- The rule for twins: what this list has accepted so far counts as if it were written already.
create function add_twin_facts(
  facts payment_facts, event payment_event, events payment_event[], accepted integer[],
  accepted_state text
) returns payment_facts
language plpgsql as $$
declare
  twin payment_event;
begin
  for twin in
    select e.* from unnest(accepted) a (place) cross join lateral (select (events[a.place]).*) e
  loop
    if twin.payment_id = event.payment_id then
      facts.stored_state := accepted_state;
    end if;
    if twin.user_id = event.user_id and twin.grant_id = event.grant_id
      and twin.idempotency_key = event.idempotency_key
    then
      facts.key_request_hash := twin.request_hash;
      facts.key_target_kind := 'payment';
      facts.key_target_id := twin.payment_id;
    end if;
    if twin.payment_hash = event.payment_hash then
      if twin.user_id = event.user_id then
        facts.own_payment_id := twin.payment_id;
      else
        facts.hash_is_taken := true;
      end if;
    end if;
    if twin.invoice_id = event.invoice_id then
      facts.invoice_is_settled := true;
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
    when facts.key_target_id is not null and facts.key_request_hash = event.request_hash
      then row('repeated', facts.key_target_kind, facts.key_target_id)::money_answer
    when facts.key_target_id is not null
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
  events payment_event[], accepted integer[], new_path text
) returns void
language plpgsql as $$
declare
  keys_count integer;
  written_count integer;
begin
  with key as (
    select e.* from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and e.idempotency_key is not null
  ), written as (
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      select user_id, grant_id, idempotency_key, request_hash, 'payment', payment_id from key
        order by user_id, grant_id, idempotency_key
      on conflict do nothing
      returning 1
  )
  select (select count(*) from key), (select count(*) from written)
    into keys_count, written_count;
  if written_count < keys_count then
    raise exception 'an idempotency key was taken meanwhile' using errcode = 'serialization_failure';
  end if;

  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, description_hash, records, invoice_id,
      batch_id, batch_index, created_at, ended_at, owner_process_id)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, new_path,
      case new_path when 'internal' then 'settled' else 'reserved' end,
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

  update payment_batch_item item set state = 'started'
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted)
      and item.batch_id = e.batch_id and item.index = e.batch_index;
end $$;

revoke execute on function read_payment_facts, add_twin_facts, find_earlier_answer,
  lock_batch_items, write_accepted_payments from public;
