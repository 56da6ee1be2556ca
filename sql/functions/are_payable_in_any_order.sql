-- Whether each event of a list without twins is new and can be paid, whatever becomes of the
-- others: so the list needs no decision one by one. Invoices and wallets are locked. What is
-- received in the list does not count here, nor do budgets: lists with these are decided in order.
create or replace function are_payable_in_any_order(
  events payment_event[], wallets locked_wallets
) returns boolean
language plpgsql as $$
declare
  new_count integer;
begin
  if wallets.has_budgets or wallets.closed_ids is not null then
    return false;
  end if;
  if exists (
    select from unnest(events) e
      group by e.user_id
      having sum((e.amount_msat + 999) / 1000 * 1000)
        <= wallets.balances_msat[array_position(wallets.user_ids, e.user_id)] is not true
  ) then
    return false;
  end if;
  select count(*) into new_count
    from unnest(events) e
    left join invoice v on v.id = e.invoice_id
    where e.payee_user_id = any (wallets.user_ids)
      and (e.invoice_id is null or v.receipts_count = 0 and v.expires_at > e.created_at
        and (v.user_id, v.payment_hash, v.amount_sat * 1000)
          = (e.payee_user_id, e.payment_hash, e.amount_msat)
        and (v.identifier, v.created_at) = (e.receipt_identifier, e.receipt_created_at))
      -- Not as `not exists`, which would be planned as a join that reads the whole table.
      and (select p.id from payment p where p.id = e.payment_id) is null
      and (select p.id from payment p
        where p.payment_hash = e.payment_hash and p.path = 'internal') is null
      and (select p.id from payment p
        where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null)
        is null
      and (select k.target_id from idempotency_key k
        where (k.user_id, k.grant_id, k.key) = (e.user_id, e.grant_id, e.idempotency_key)) is null;
  return new_count = cardinality(events);
end $$;
