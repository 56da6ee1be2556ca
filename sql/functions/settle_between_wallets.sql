-- Payer → payee within this service: one transfer closes both sides of each payment. There is a
-- list for each attribute of the payments, which may be empty where none of them has it. `bodies`
-- are the records of the payer and of the payee for each payment in turn, one per line. No JSON, no
-- loop and no statement per payment: this is what users do most.
--
-- Where the list may have written messages for webhooks, the detail of what it settled says so.
--
-- A process may leave it to this function to look at the token of a payer. Then it gives the hash of
-- the token and the time of its row, which no other row of this hash has. If that token is not in
-- force, nothing is written and the answer is `stale`. That is said only of a new payment: of one
-- that an earlier call has written, the answer is what became of it.
--
-- Locks, in this order and released together: invoices by id, batch items by batch and index,
-- wallets of payers and payees by user id, then the unique keys of inserted rows. No one else can
-- insert a payment with the same hash: an invoice is locked, a keysend has a hash of its own.
-- reserve_payments explains the settings and why nothing is written before the decisions.
create or replace function settle_between_wallets(
  payment_ids uuid[], identifiers text[], payer_ids uuid[], grant_ids text[], kinds payment_kind[],
  hashes bytea[], preimages bytea[], amounts_msat bigint[], destinations text[], bolt11s text[],
  memos text[], description_hashes bytea[], payment_records jsonb[], batch_ids uuid[],
  batch_indexes integer[], sent_tos jsonb[], payment_times timestamptz[], keys text[],
  request_hashes bytea[], payee_ids uuid[], invoice_ids uuid[], receipt_ids uuid[],
  receipt_identifiers text[], receipt_records jsonb[], receipt_times timestamptz[],
  settled_times timestamptz[], have_boostagrams boolean[], bodies text,
  token_hashes bytea[] default '{}', token_versions timestamptz[] default '{}'
) returns setof money_answer
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
  list_size integer := cardinality(payment_ids);
  lines text[] := string_to_array(bodies, chr(10));
  has_batch boolean := cardinality(array_remove(batch_ids, null)) > 0;
  wallets locked_wallets;
  -- Only read while the wallets are locked, so their next record gets a later time.
  moment timestamptz;
  new_count integer := 0;
  -- Whether the tokens of the payers are in force, where that is asked.
  tokens_in_force boolean[] := '{}';
  decided internal_decisions;
  counted_times timestamptz[];
  -- Places in the list.
  accepted integer[];
  answers money_answer[];
  asked_by_address uuid[];
  -- What made the paid invoices.
  maker_grants text[];
  has_webhooks boolean;
begin
  assert cardinality(lines) = 2 * list_size, 'each payment has two records';
  perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;
  if has_batch then
    perform from payment_batch_item item
      where (item.batch_id, item.index) in (select * from unnest(batch_ids, batch_indexes))
      order by item.batch_id, item.index for no key update;
  end if;
  wallets := lock_wallets(payer_ids || payee_ids);
  moment := clock_timestamp();
  if cardinality(token_hashes) > 0 then
    -- Not as `exists`, which would be planned as reading whole tables.
    select array_agg(
        asked.token_hash is null or u.id is not null and not held.holds_apps order by asked.place)
      into tokens_in_force
      from unnest(token_hashes, token_versions, payer_ids)
        with ordinality asked (token_hash, version, payer_id, place)
      cross join (select exists (select from lockdown where lockdown.holds_apps)) held (holds_apps)
      left join lateral (
        select t.user_id from personal_token t
          where t.token_hash = asked.token_hash and t.created_at = asked.version
            and t.revoked_at is null
        union all
        select g.user_id from access_token t
          join app_grant g on g.id = t.app_grant_id and g.token_generation = t.generation
          where t.token_hash = asked.token_hash and t.created_at = asked.version
            and g.revoked_at is null
        limit 1
      ) token on true
      left join wallet_user u
        on u.id = token.user_id and u.id = asked.payer_id and u.disabled_at is null;
  end if;

  -- Mostly each payment is new and can be paid, whatever becomes of the others: then there is
  -- nothing to decide. What is received within the list does not count here.
  if not (has_batch or wallets.has_budgets or wallets.closed_ids is not null
    or false = any (tokens_in_force)) and not exists (
    select from unnest(payer_ids, amounts_msat) debit (user_id, amount_msat)
      group by debit.user_id
      having sum((debit.amount_msat + 999) / 1000 * 1000)
        <= wallets.balances_msat[array_position(wallets.user_ids, debit.user_id)] is not true
  ) then
    select count(*) into new_count
      from generate_series(1, list_size) place
      left join invoice v on v.id = invoice_ids[place]
      where array_position(payment_ids, payment_ids[place]) = place
        and array_position(hashes, hashes[place]) = place
        and (keys[place] is null or array_position(keys, keys[place]) = place)
        and array_position(wallets.user_ids, payee_ids[place]) is not null
        and (invoice_ids[place] is null
          or v.receipts_count = 0 and v.expires_at > payment_times[place]
            and (v.user_id, v.payment_hash) = (payee_ids[place], hashes[place])
            and coalesce(v.amount_sat * 1000 + v.rest_msat, amounts_msat[place])
              = amounts_msat[place]
            and (v.identifier, v.created_at) = (receipt_identifiers[place], receipt_times[place]))
        -- What was paid within this service is told by its invoice, or by its payment. Not as `not
        -- exists`, which would be planned as a join that reads the whole table.
        and (invoice_ids[place] is not null or (
          select p.id from payment p
            where p.payment_hash = hashes[place] and p.path = 'internal') is null)
        and (select p.id from payment p
          where p.payment_hash = hashes[place] and p.path = 'node' and p.failure_reason is null)
          is null
        and (keys[place] is null or (
          select k.target_id from idempotency_key k
            where (k.user_id, k.grant_id, k.key)
              = (payer_ids[place], grant_ids[place], keys[place])) is null);
  end if;
  if new_count = list_size then
    accepted := array(select generate_series(1, list_size));
    answers := array_fill(row('settled', null, null)::money_answer, array[list_size]);
  else
    decided := decide_internal_payments(array(
      select row(payment_ids[place], identifiers[place], payer_ids[place], grant_ids[place],
          kinds[place], hashes[place], preimages[place], amounts_msat[place], destinations[place],
          bolt11s[place], memos[place], description_hashes[place], payment_records[place],
          batch_ids[place], batch_indexes[place], payment_times[place], keys[place],
          request_hashes[place],
          -- held_msat, node_pubkey, owner_process_id, open_payments_max: for those over the node.
          null, null, null, null,
          payee_ids[place], invoice_ids[place], receipt_ids[place], receipt_identifiers[place],
          receipt_times[place], receipt_records[place], settled_times[place],
          -- payer_body, payee_body: they are in `lines`.
          null, null,
          have_boostagrams[place],
          -- counted_at: the decision sets it.
          null,
          sent_tos[place], null, tokens_in_force[place])::payment_event
        from generate_series(1, list_size) place order by place), wallets);
    accepted := decided.accepted;
    answers := decided.answers;
    if cardinality(accepted) = 0 then
      return query select a.outcome, a.detail, a.target_id
        from unnest(answers) with ordinality a order by a.ordinality;
      return;
    end if;
    counted_times := array(
      select e.counted_at from unnest(decided.events) with ordinality e order by e.ordinality);
    if wallets.has_budgets then
      perform write_budgets(decided.budgets);
    end if;
  end if;

  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, description_hash, records, invoice_id,
      batch_id, batch_index, created_at, ended_at, counted_at, sent_to)
    select payment_ids[place], identifiers[place], payer_ids[place], grant_ids[place],
      kinds[place], 'internal', 'settled', hashes[place], preimages[place], amounts_msat[place], 0,
      0, destinations[place], bolt11s[place], memos[place], description_hashes[place],
      coalesce(payment_records[place], '{}'), invoice_ids[place], batch_ids[place],
      batch_indexes[place], payment_times[place], settled_times[place], counted_times[place],
      sent_tos[place]
    from unnest(accepted) place;

  if cardinality(array_remove(keys, null)) > 0 then
    perform write_payment_keys(accepted, payment_ids, payer_ids, grant_ids, keys, request_hashes);
  end if;
  if has_batch then
    update payment_batch_item item set state = 'started'
      from unnest(accepted) place
      where item.batch_id = batch_ids[place] and item.index = batch_indexes[place];
  end if;

  -- The payees' side. The node still offers an invoice that was paid here; a job cancels it there.
  insert into receipt (
      id, identifier, source, user_id, invoice_id, payment_id, payment_hash, preimage, amount_msat,
      records, created_at, settled_at)
    select receipt_ids[place], receipt_identifiers[place], 'internal', payee_ids[place],
      invoice_ids[place], payment_ids[place], hashes[place], preimages[place], amounts_msat[place],
      coalesce(receipt_records[place], '{}'), receipt_times[place], settled_times[place]
    from unnest(accepted) place;

  with settled as (
    update invoice v
      set settled_at = settled_times[place], receipts_count = v.receipts_count + 1
      from unnest(accepted) place
      where v.id = invoice_ids[place]
      returning place, v.id, v.grant_id
  )
  select array_agg(s.id) filter (where s.grant_id = 'address'),
      array_agg(s.grant_id order by list.place)
    into asked_by_address, maker_grants
    from generate_series(1, list_size) list (place) left join settled s on s.place = list.place;
  if asked_by_address is not null then
    perform write_zap_deliveries(asked_by_address);
  end if;

  insert into node_invoice_to_cancel (invoice_id)
    select invoice_ids[place] from unnest(accepted) place where invoice_ids[place] is not null;

  insert into transfer (id, kind, subject_id, created_at)
    select payment_ids[place], 'internal', payment_ids[place], settled_times[place]
    from unnest(accepted) place;

  -- Statements, records and balances of both sides. Debits round up, credits round down, to whole
  -- sats; a credit of nothing is no posting.
  with side as materialized (
    select place, number, line.user_id, line.amount_msat,
        w.wallet_msat + sum(line.amount_msat) over statement as balance_after_msat,
        w.wallet_seq + count(*) filter (where line.amount_msat <> 0) over statement as seq,
        w.record_seq + row_number() over statement as record_seq,
        greatest(w.last_booked_at, moment) as booked_at
      from unnest(accepted) place
      cross join generate_series(1, 2) number
      cross join lateral (
        select case number when 1 then payer_ids[place] else payee_ids[place] end as user_id,
          case number when 1 then -((amounts_msat[place] + 999) / 1000 * 1000)
            else amounts_msat[place] / 1000 * 1000 end as amount_msat
        offset 0
      ) line
      join wallet w on w.user_id = line.user_id
      window statement as (
        partition by line.user_id order by place, number rows unbounded preceding)
  ), posted as (
    insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
      select payment_ids[place], number, 'wallet'::account_name, s.user_id, s.amount_msat,
          s.balance_after_msat, s.seq
        from side s where s.amount_msat <> 0
      union all
      select payment_ids[place], 3, 'rounding', null, 1000, null, null
        from unnest(accepted) place where amounts_msat[place] % 1000 <> 0
      returning 1
  ), recorded as (
    insert into settled_record
        (id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
          has_boostagram, body, kind, amount_msat, fee_msat, grant_id)
      select case number when 1 then payment_ids[place] else receipt_ids[place] end, s.user_id,
        case number when 1 then 'outgoing'::record_direction else 'incoming' end,
        case number when 1 then identifiers[place] else receipt_identifiers[place] end,
        hashes[place],
        case number when 1 then payment_times[place] else receipt_times[place] end,
        settled_times[place], s.booked_at, s.record_seq,
        number = 2 and have_boostagrams[place], lines[2 * (place - 1) + number], kinds[place],
        abs(s.amount_msat), 0,
        case number when 1 then grant_ids[place] else maker_grants[place] end
      from side s
      returning 1
  ), changed as (
    update wallet w set
        wallet_msat = w.wallet_msat + d.amount_msat,
        wallet_seq = w.wallet_seq + d.lines,
        record_seq = w.record_seq + d.records,
        invoices_count = w.invoices_count + d.incoming,
        transactions_count = w.transactions_count + d.records - d.incoming,
        boostagrams_count = w.boostagrams_count + d.boostagrams,
        last_invoice_at = greatest(w.last_invoice_at, d.last_invoice_at),
        last_booked_at = greatest(w.last_booked_at, moment)
      from (
        select s.user_id, sum(s.amount_msat) as amount_msat, count(*) as records,
          count(*) filter (where s.amount_msat <> 0) as lines,
          count(*) filter (where number = 2) as incoming,
          count(*) filter (where number = 2 and have_boostagrams[place]) as boostagrams,
          max(settled_times[place]) filter (where number = 2) as last_invoice_at
        from side s group by s.user_id
      ) d
      where w.user_id = d.user_id
      returning w.has_webhooks
  )
  select bool_or(c.has_webhooks) into has_webhooks
    from (select (select count(*) from posted), (select count(*) from recorded) offset 0) written
    cross join changed c;

  if has_webhooks then
    perform write_webhook_deliveries(array(
      select row(
          case number when 1 then payment_ids[place] else receipt_ids[place] end,
          case number when 1 then payer_ids[place] else payee_ids[place] end,
          case number when 1 then 'outgoing'::record_direction else 'incoming' end,
          -- Deliveries are written by these three and by the rail, which is Lightning where null.
          null, null, null, null, null, null, null, null, null, null, null)::record_draft
        from unnest(accepted) place cross join generate_series(1, 2) number
        order by place, number));
  end if;
  return query
    select a.outcome,
        case when a.outcome = 'settled' and has_webhooks then 'told_webhooks' else a.detail end,
        a.target_id
      from unnest(answers) with ordinality a order by a.ordinality;
end $$;
grant execute on function settle_between_wallets to :service_role;
