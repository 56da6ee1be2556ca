-- Each payment over the node is updated twice on its way to the end: as it is handed over, and as
-- the node has it. Neither changes a column of an index any more, so that the row version stays in
-- its page and no index gets an entry for it (HOT). What tells the states apart for the indexes are
-- columns that only an end writes; the checks tie each of them to the state.

-- Exact for either column, as the index of live payments asks for one of them.
alter table payment
  drop constraint payment_check2,
  add constraint payment_failed_with_reason check (
    (state = 'failed') = (failure_reason is not null)
    and (failure_reason is null) = (failure_message is null));

drop index payment_one_live_per_hash;
-- The node knows payments by their hash only: one live payment per hash, whoever pays.
create unique index payment_one_live_per_hash on payment (payment_hash)
  where path = 'node' and failure_reason is null;
drop index payment_open;
create index payment_open on payment (user_id) where ended_at is null;
drop index payment_unsettled_by_identifier;
-- Settled ones are found by the identifier of their record.
create index payment_unsettled_by_identifier on payment (identifier) where fee_msat is null;

-- The versions are written soon after the row, often for many rows of a page at once, and each takes
-- the place of the one before the last. A row has some 900 bytes: five leave room for four at a
-- time. A value of 50 leaves no page without room, but makes the table larger by a quarter, and
-- without any room one of three versions goes to another page.
alter table payment set (fillfactor = 60);

create or replace function read_payment_facts(events payment_event[]) returns payment_facts[]
language plpgsql
as $$
begin
  return array(
    select row(
        (select p.state from payment p where p.id = e.payment_id),
        (select k from idempotency_key k
          where (k.user_id, k.grant_id, k.key) = (e.user_id, e.grant_id, e.idempotency_key)),
        coalesce(
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
              and p.user_id = e.user_id),
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'internal'
              and p.user_id = e.user_id)),
        exists (
          select from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
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

create or replace function count_open_payments(user_ids uuid[]) returns integer[]
language plpgsql
as $$
begin
  return array(
    select (
      select count(*)::integer from payment p where p.user_id = u.id and p.ended_at is null)
    from unnest(user_ids) with ordinality u (id, place) order by u.place);
end $$;

create or replace function read_newest_spending(
  payer_id uuid, payer_grant text, since timestamptz, last_seq bigint
) returns grant_spending
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  spending grant_spending;
begin
  select coalesce(sum(newest.cost_msat), 0), max(newest.counted_at)
    into spending
    from (
      select payment_cost_msat(p), coalesce(p.counted_at, p.created_at), p.grant_id
        from settled_record r join payment p on p.id = r.id
        where r.user_id = payer_id and r.seq > last_seq
      union all
      select payment_cost_msat(p), coalesce(p.counted_at, p.created_at), p.grant_id
        from payment p
        where p.user_id = payer_id and p.ended_at is null
    ) newest (cost_msat, counted_at, grant_id)
    where newest.grant_id = payer_grant and newest.counted_at >= since;
  return spending;
end $$;
