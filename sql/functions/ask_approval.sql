-- Lets a payment wait for the approval of its owner, and tells them. A spender that asks again for
-- the same gets the earlier row: by the id of the payment, by its key, or by the hash of an invoice
-- that still waits, was refused, or was approved a moment ago. Nothing is held.
--
-- Payments of one spender that wait at the same time share one notice. The first of them is its
-- subject, and its detail says when the first and the last of them have asked.
--
-- The owner hears no more of a spender whose last three payments were refused or have expired, until
-- they approve one, nor while they have muted it. The newest thousand ended rows of a spender stay.
--
-- Locks: the wallet of the owner, so that payments that ask at once keep the limits too.
create or replace function ask_approval(
  asked json, spender_max integer, user_max integer
) returns table (approval_id uuid, outcome text)
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  wanted constant approval := json_populate_record(null::approval, asked);
  earlier approval;
  first_waiting approval;
  is_quiet boolean;
begin
  perform lock_wallets(array[wanted.user_id]);
  select a.* into earlier from approval a
    where a.payment_id = wanted.payment_id
      or (a.user_id, a.grant_id, a.idempotency_key)
        = (wanted.user_id, wanted.grant_id, wanted.idempotency_key)
    limit 1;
  if not found then
    select a.* into earlier from approval a
      where a.user_id = wanted.user_id and a.payment_hash = wanted.payment_hash
        and a.grant_id = wanted.grant_id
        and (a.state = 'refused' or a.state = 'waiting' and a.expires_at > wanted.created_at
          or a.state = 'approved' and exists (
            select from payment p where p.id = a.payment_id and p.failure_reason is null))
      order by a.created_at desc limit 1;
  end if;
  if found then
    return query select earlier.id, case
      when earlier.idempotency_key = wanted.idempotency_key
          and earlier.request_hash <> wanted.request_hash then 'idempotency_mismatch'
      else 'present' end;
    return;
  end if;
  if (
    select count(*) >= user_max or count(*) filter (where a.grant_id = wanted.grant_id) >= spender_max
      from approval a
      where a.user_id = wanted.user_id and a.state = 'waiting' and a.expires_at > wanted.created_at)
  then
    return query select null::uuid, 'too_many';
    return;
  end if;
  insert into approval (
      id, user_id, grant_id, payment_id, payment_hash, idempotency_key, request_hash, planned,
      amount_msat, max_fee_msat, created_at, expires_at)
    values (
      wanted.id, wanted.user_id, wanted.grant_id, wanted.payment_id, wanted.payment_hash,
      wanted.idempotency_key, wanted.request_hash, wanted.planned, wanted.amount_msat,
      wanted.max_fee_msat, wanted.created_at, wanted.expires_at);
  delete from approval a where a.id in (
    select old.id from approval old
      where old.grant_id = wanted.grant_id and old.user_id = wanted.user_id
        and old.state <> 'waiting'
      order by old.created_at desc offset 1000);
  select count(*) = 3 and bool_and(ended.state in ('refused', 'expired')) into is_quiet
    from (
      select a.state from approval a
        where a.grant_id = wanted.grant_id and a.user_id = wanted.user_id and a.state <> 'waiting'
        order by a.created_at desc limit 3
    ) ended;
  is_quiet := is_quiet or exists (
    select from budget b
      where b.user_id = wanted.user_id and b.grant_id = wanted.grant_id
        and b.asks_muted_until > wanted.created_at);
  if not is_quiet then
    select a.* into first_waiting from approval a
      where a.user_id = wanted.user_id and a.grant_id = wanted.grant_id
        and a.state = 'waiting' and a.expires_at > wanted.created_at
      order by a.created_at, a.id limit 1;
    perform add_notice(
      wanted.user_id, 'approval', first_waiting.id::text,
      jsonb_build_object(
        'grantId', wanted.grant_id, 'approvalId', wanted.id,
        'since', first_waiting.created_at, 'until', wanted.created_at,
        'name', coalesce(
          (select t.name from personal_token t where t.id = wanted.grant_id),
          (select coalesce(g.name, c.name) from app_grant g
            left join client c on c.id = g.client_id
            where g.id::text = wanted.grant_id and g.user_id = wanted.user_id))),
      sum_msat => wanted.amount_msat);
  end if;
  return query select wanted.id, 'asked';
end $$;
grant execute on function ask_approval to :service_role;
