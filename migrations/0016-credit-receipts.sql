-- Money that arrived over the node: node → wallet of the payee, or → unclaimed when nobody is known.
-- The node's cursor moves in the same transaction.
--
-- Locks, in this order and released together: the watcher's lease, the cursor of the node, invoices
-- by id, wallets by user id. The cursor makes credits one after the other, as there is one watcher.

create type credit_event as (
  receipt_id uuid,
  identifier text,
  node_pubkey text,
  payment_hash bytea,
  set_id text,
  preimage bytea,
  amount_msat bigint,
  records jsonb,
  created_at timestamptz,
  settled_at timestamptz,
  settle_index bigint,
  -- Number of the lease under which the watcher saw this.
  fence bigint,
  -- Null for money of nobody known, which bears a reason instead.
  user_id uuid,
  unclaimed_reason text,
  raw_event text,
  -- Null for keysend. The record was rendered for the first receipt of the invoice, or a later one.
  invoice_id uuid,
  is_first boolean,
  has_boostagram boolean,
  body text
);

-- What is known about one event while invoice and cursor are locked.
create type credit_facts as (
  is_known boolean,
  baseline bigint,
  invoice_user_id uuid,
  invoice_hash bytea,
  invoice_identifier text,
  invoice_created_at timestamptz,
  invoice_is_settled boolean
);

create function credit_receipts(list json) returns setof money_answer
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  events credit_event[];
  node_pubkeys text[];
  invoice_ids uuid[];
  payee_ids uuid[];
  wallets locked_wallets;
  event credit_event;
  facts credit_facts[];
  fact credit_facts;
  newest_fence bigint;
  credit_msat bigint;
  answer money_answer;
  answers money_answer[] := '{}';
  accepted integer[] := '{}';
  -- What this list has credited so far counts as if it were written already.
  credited_sets text[] := '{}';
  settled_invoice_ids uuid[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::credit_event, list) e);
  select array_agg(e.node_pubkey), array_agg(e.invoice_id), array_agg(e.user_id)
    into node_pubkeys, invoice_ids, payee_ids
    from unnest(events) e;
  select l.fence into newest_fence from lease l where l.name = 'watch-incoming' for share;
  perform from node_cursor c where c.pubkey = any (node_pubkeys)
    order by c.pubkey for no key update;
  perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;
  wallets := lock_wallets(payee_ids);
  facts := read_credit_facts(events);

  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    assert fact.baseline is not null, 'the baseline of the node is known before the first credit';
    assert event.user_id is null or array_position(wallets.user_ids, event.user_id) is not null,
      'every user has a wallet';
    if event.invoice_id is not null then
      assert fact.invoice_user_id = event.user_id, 'the invoice is that of the payee';
      assert fact.invoice_hash = event.payment_hash, 'the receipt bears the hash of the invoice';
    end if;
    answer := case
      when event.fence < newest_fence then row('fenced', null, null)::money_answer
      when fact.is_known or credit_key(event) = any (credited_sets)
        then row('present', null, null)::money_answer
      when event.settle_index <= fact.baseline then row('below_baseline', null, null)::money_answer
      when event.invoice_id is not null and event.is_first
        = (fact.invoice_is_settled
          or array_position(settled_invoice_ids, event.invoice_id) is not null)
        then row('stale', null, null)::money_answer
      else row('credited', null, null)::money_answer
    end;
    if answer.outcome = 'credited' then
      accepted := accepted || place;
      credited_sets := credited_sets || credit_key(event);
      settled_invoice_ids := settled_invoice_ids || event.invoice_id;
      transfers := transfers
        || row(event.receipt_id, 'receive', event.receipt_id, event.settled_at)::transfer_draft;
      postings := draft_posting(postings, event.receipt_id, 'node', null, -event.amount_msat);
      if event.user_id is null then
        postings := draft_posting(
          postings, event.receipt_id, 'unclaimed', null, event.amount_msat);
      else
        -- A credit never exceeds what arrived: the begun sat goes to rounding.
        credit_msat := event.amount_msat / 1000 * 1000;
        postings := draft_posting(
          postings, event.receipt_id, 'wallet', event.user_id, credit_msat);
        postings := draft_posting(
          postings, event.receipt_id, 'rounding', null, event.amount_msat - credit_msat);
        records := records || row(
          event.receipt_id, event.user_id, 'incoming',
          case when event.is_first then fact.invoice_identifier else event.identifier end,
          event.payment_hash,
          case when event.is_first then fact.invoice_created_at else event.created_at end,
          event.settled_at, event.has_boostagram, event.body)::record_draft;
      end if;
    end if;
    answers := answers || answer;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    perform write_node_receipts(events, accepted);
    perform write_ledger(transfers, postings, records);
  end if;
  perform move_cursor(events, answers);
end $$;

-- One payment to the node; an AMP invoice is paid by several sets.
create function credit_key(event credit_event) returns text
language sql immutable as $$
  select event.node_pubkey || ' ' || event.payment_hash::text || ' ' || event.set_id
$$;

create function read_credit_facts(events credit_event[]) returns credit_facts[]
language plpgsql as $$
begin
  return array(
    select row(r.id is not null, c.baseline, v.user_id, v.payment_hash, v.identifier, v.created_at,
        v.receipts_count > 0)::credit_facts
      from unnest(events) with ordinality e
      left join receipt r
        on r.payment_hash = e.payment_hash and r.set_id = e.set_id
          and r.node_pubkey = e.node_pubkey and r.source = 'node'
      left join node_cursor c on c.pubkey = e.node_pubkey
      left join invoice v on v.id = e.invoice_id
      order by e.ordinality);
end $$;

create function write_node_receipts(events credit_event[], accepted integer[]) returns void
language plpgsql as $$
begin
  insert into receipt (
      id, identifier, source, user_id, invoice_id, node_pubkey, set_id, settle_index, payment_hash,
      preimage, amount_msat, records, created_at, settled_at, unclaimed_reason, raw_event)
    select e.receipt_id, e.identifier, 'node', e.user_id, e.invoice_id, e.node_pubkey, e.set_id,
      e.settle_index, e.payment_hash, e.preimage, e.amount_msat, e.records, e.created_at,
      e.settled_at, e.unclaimed_reason, e.raw_event
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted);

  -- An invoice can get more than one receipt in one list.
  update invoice v set
      settled_at = coalesce(v.settled_at, r.settled_at),
      receipts_count = v.receipts_count + r.receipts_count
    from (
      select e.invoice_id, count(*) as receipts_count,
        (array_agg(e.settled_at order by e.ordinality))[1] as settled_at
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and e.invoice_id is not null
      group by e.invoice_id
    ) r
    where v.id = r.invoice_id;
end $$;

-- The cursor goes to the greatest index that is done, but never past an event that is not: if this
-- process died then, that event would not come again.
create function move_cursor(events credit_event[], answers money_answer[]) returns void
language plpgsql as $$
begin
  update node_cursor c set settle_index = greatest(c.settle_index, done.settle_index)
    from (
      select e.node_pubkey, least(
          max(e.settle_index) filter (where a.outcome in ('credited', 'present')),
          min(e.settle_index) filter (where a.outcome = 'stale') - 1) as settle_index
        from unnest(events) with ordinality e
        join unnest(answers) with ordinality a using (ordinality)
        group by e.node_pubkey
        having bool_or(a.outcome in ('credited', 'present'))
    ) done
    where c.pubkey = done.node_pubkey and c.settle_index < done.settle_index;
end $$;

revoke execute on function credit_receipts, credit_key, read_credit_facts, write_node_receipts,
  move_cursor from public;
call grant_to_service('execute on function credit_receipts');
