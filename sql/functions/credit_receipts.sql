-- Credits money that arrived over the node: node → the payee's wallet, or → unclaimed when the
-- payee is unknown. The same transaction moves the node's cursor.
--
-- Locks, in this order and released together: the watcher's lease, the node's cursor, invoices by
-- id, wallets by user id. The cursor serialises credits; there is only one watcher. For the
-- settings see reserve_payments.
create or replace function credit_receipts(list json) returns setof money_answer
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
  -- What this list has credited so far counts as already written.
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
      -- The caller sends it again, as money of no known payee.
      when event.user_id = any (wallets.closed_ids)
        then row('payee_closed', null, null)::money_answer
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
        -- A credit is rounded down to whole sats: the rest goes to rounding.
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
          event.settled_at, event.has_boostagram, event.body, 'lightning',
          case when event.invoice_id is null then 'keysend' else 'bolt11' end,
          credit_msat, 0, fact.invoice_grant_id)::record_draft;
      end if;
    end if;
    answers := answers || answer;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    perform write_node_receipts(events, accepted);
    perform note_outflow_received(sum(e.amount_msat)::bigint)
      from unnest(events) with ordinality e where e.ordinality = any (accepted);
    perform write_ledger(transfers, postings, records);
  end if;
  perform move_cursor(events, answers);
end $$;
grant execute on function credit_receipts to :service_role;
