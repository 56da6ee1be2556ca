-- Writes decided transfers and records in the order of the lists: statements, records, balances and
-- webhook deliveries. The wallets are already locked.
--
-- What a wallet counts are the records of Lightning, over which lists of apps page. Records of all
-- rails have numbers.
create or replace function write_ledger(
  transfers transfer_draft[], postings posting_draft[], records record_draft[]
) returns void
language plpgsql as $$
declare
  has_webhooks boolean;
  -- Read while the wallets are locked, so their next record gets a later time.
  moment timestamptz := clock_timestamp();
begin
  insert into transfer (id, kind, subject_id, created_at)
    select t.id, t.kind, t.subject_id, t.created_at from unnest(transfers) t;

  insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
    select p.transfer_id, p.ordinality, p.account, p.user_id, p.amount_msat,
      case p.account when 'wallet' then w.wallet_msat when 'held' then w.held_msat end
        + sum(p.amount_msat) over statement,
      case p.account when 'wallet' then w.wallet_seq when 'held' then w.held_seq end
        + row_number() over statement
    from unnest(postings) with ordinality p
    left join wallet w on w.user_id = p.user_id
    window statement as (partition by p.user_id, p.account order by p.ordinality);

  if cardinality(records) > 0 then
    insert into settled_record
        (id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
          has_boostagram, body, rail, kind, amount_msat, fee_msat, grant_id)
      select r.id, r.user_id, r.direction, r.identifier, r.payment_hash, r.created_at, r.settled_at,
        greatest(w.last_booked_at, moment),
        w.record_seq + row_number() over (partition by r.user_id order by r.ordinality),
        r.has_boostagram, r.body, coalesce(r.rail, 'lightning'), r.kind, r.amount_msat, r.fee_msat,
        r.grant_id
      from unnest(records) with ordinality r
      join wallet w on w.user_id = r.user_id;
  end if;

  with changed as (
    update wallet w set
        wallet_msat = w.wallet_msat + d.wallet_msat,
        held_msat = w.held_msat + d.held_msat,
        wallet_seq = w.wallet_seq + d.wallet_lines,
        held_seq = w.held_seq + d.held_lines,
        record_seq = w.record_seq + d.records,
        invoices_count = w.invoices_count + d.incoming,
        transactions_count = w.transactions_count + d.outgoing,
        boostagrams_count = w.boostagrams_count + d.boostagrams,
        last_invoice_at = greatest(w.last_invoice_at, d.last_invoice_at),
        last_booked_at = case when d.records > 0 then greatest(w.last_booked_at, moment)
          else w.last_booked_at end
      from (
        select user_id,
          coalesce(sum(amount_msat) filter (where account = 'wallet'), 0) as wallet_msat,
          coalesce(sum(amount_msat) filter (where account = 'held'), 0) as held_msat,
          count(*) filter (where account = 'wallet') as wallet_lines,
          count(*) filter (where account = 'held') as held_lines,
          count(direction) as records,
          count(*) filter (where is_lightning and direction = 'incoming') as incoming,
          count(*) filter (where is_lightning and direction = 'outgoing') as outgoing,
          count(*) filter (where is_lightning and has_boostagram) as boostagrams,
          max(settled_at) filter (where is_lightning and direction = 'incoming')
            as last_invoice_at
        from (
          select p.user_id, p.account, p.amount_msat, null, null, null, null
            from unnest(postings) p where p.user_id is not null
          union all
          select r.user_id, null, null, r.direction, r.has_boostagram, r.settled_at,
              coalesce(r.rail, 'lightning') = 'lightning'
            from unnest(records) r
        ) change (
          user_id, account, amount_msat, direction, has_boostagram, settled_at, is_lightning)
        group by user_id
      ) d
      where w.user_id = d.user_id
      returning w.has_webhooks
  )
  select bool_or(c.has_webhooks) into has_webhooks from changed c;

  if has_webhooks and cardinality(records) > 0 then
    perform write_webhook_deliveries(records);
  end if;
end $$;
