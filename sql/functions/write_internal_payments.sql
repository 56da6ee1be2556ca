-- Writes accepted internal payments in the order of the list: both sides of each. Invoices, batch
-- items and wallets are locked. `bodies` are those of settle_internally.
create or replace function write_internal_payments(
  events payment_event[], accepted integer[], bodies text[]
) returns void
language plpgsql as $$
declare
  has_webhooks boolean;
  -- Read while the wallets are locked, so their next record gets a later time.
  moment timestamptz := clock_timestamp();
begin
  perform write_accepted_payments(events, accepted, 'internal');
  perform write_internal_receipts(events, accepted);

  insert into transfer (id, kind, subject_id, created_at)
    select e.payment_id, 'internal', e.payment_id, e.settled_at
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted);

  insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
    select e.payment_id, line.number, line.account, line.user_id, line.amount_msat,
      w.wallet_msat + sum(line.amount_msat) over statement,
      w.wallet_seq + row_number() over statement
    from unnest(events) with ordinality e
    -- Debits round up, credits round down, to whole sats.
    cross join lateral (values
      (1, 'wallet'::account_name, e.user_id, -((e.amount_msat + 999) / 1000 * 1000)),
      (2, 'wallet', e.payee_user_id, e.amount_msat / 1000 * 1000),
      (3, 'rounding', null, (e.amount_msat + 999) / 1000 * 1000 - e.amount_msat / 1000 * 1000)
    ) line (number, account, user_id, amount_msat)
    left join wallet w on w.user_id = line.user_id
    where e.ordinality = any (accepted) and line.amount_msat <> 0
    window statement as (partition by line.user_id order by e.ordinality, line.number);

  insert into settled_record
      (id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
        has_boostagram, body)
    select side.id, side.user_id, side.direction, side.identifier, e.payment_hash, side.created_at,
      e.settled_at, greatest(w.last_booked_at, moment),
      w.record_seq + row_number() over (partition by side.user_id order by e.ordinality, side.line),
      side.has_boostagram, bodies[2 * (e.ordinality - 1) + side.line]
    from unnest(events) with ordinality e
    cross join lateral (values
      (1, e.payment_id, e.user_id, 'outgoing'::record_direction, e.identifier, e.created_at, false),
      (2, e.receipt_id, e.payee_user_id, 'incoming', e.receipt_identifier, e.receipt_created_at,
        e.has_boostagram)
    ) side (line, id, user_id, direction, identifier, created_at, has_boostagram)
    join wallet w on w.user_id = side.user_id
    where e.ordinality = any (accepted);

  with changed as (
    update wallet w set
        wallet_msat = w.wallet_msat + d.amount_msat,
        wallet_seq = w.wallet_seq + d.lines,
        record_seq = w.record_seq + d.incoming + d.outgoing,
        invoices_count = w.invoices_count + d.incoming,
        transactions_count = w.transactions_count + d.outgoing,
        boostagrams_count = w.boostagrams_count + d.boostagrams,
        last_invoice_at = greatest(w.last_invoice_at, d.last_invoice_at),
        last_booked_at = greatest(w.last_booked_at, moment)
      from (
        select side.user_id, sum(side.amount_msat) as amount_msat,
          count(*) filter (where side.amount_msat <> 0) as lines,
          count(*) filter (where side.received_at is null) as outgoing,
          count(*) filter (where side.received_at is not null) as incoming,
          count(*) filter (where side.received_at is not null and e.has_boostagram) as boostagrams,
          max(side.received_at) as last_invoice_at
        from unnest(events) with ordinality e
        cross join lateral (values
          (e.user_id, -((e.amount_msat + 999) / 1000 * 1000), null),
          (e.payee_user_id, e.amount_msat / 1000 * 1000, e.settled_at)
        ) side (user_id, amount_msat, received_at)
        where e.ordinality = any (accepted)
        group by side.user_id
      ) d
      where w.user_id = d.user_id
      returning w.has_webhooks
  )
  select bool_or(c.has_webhooks) into has_webhooks from changed c;

  if has_webhooks then
    perform write_webhook_deliveries(array(
      select row(side.id, side.user_id, side.direction, null, null, null, null, null, null
        )::record_draft
      from unnest(events) with ordinality e
      cross join lateral (values
        (e.payment_id, e.user_id, 'outgoing'::record_direction),
        (e.receipt_id, e.payee_user_id, 'incoming')
      ) side (id, user_id, direction)
      where e.ordinality = any (accepted)));
  end if;
end $$;
