-- Approves a payment that waits, and makes it, in one transaction: it is either paid or reserved, or
-- it still waits, or it has ended because it does not fit any more. `list` is the event of
-- the function that `path` names. `raises` lets the spender pay this amount without asking from now
-- on.
--
-- Locks: the approval, then those of the function that pays.
create or replace function approve_payment(
  approved_id uuid, at timestamptz, device text, raises boolean, path text, list json
) returns setof money_answer
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  event constant json := list -> 0;
  asked approval;
  answer money_answer;
begin
  select a.* into asked from approval a where a.id = approved_id for no key update;
  -- An approved one was paid by this very function, whose answer was lost. One that is missing was
  -- lost when the database went back to an earlier state.
  if not found
    or asked.state <> 'approved' and (asked.state <> 'waiting' or asked.expires_at <= at)
  then
    return next row('refused', 'approval_over', null)::money_answer;
    return;
  end if;
  assert asked.payment_id = coalesce(event ->> 'payment_id', event ->> 'withdrawal_id')::uuid
      and asked.user_id = (event ->> 'user_id')::uuid and asked.grant_id = event ->> 'grant_id'
      and asked.amount_msat = (event ->> 'amount_msat')::bigint,
    'what is approved is what has asked';
  update approval a set state = 'approved', ended_at = at, ended_on = device
    where a.id = approved_id and a.state = 'waiting';
  if path = 'internal' then
    select * into answer from settle_internal_payments(list);
  elsif path = 'node' then
    select * into answer from reserve_payments(list);
  else
    answer := reserve_withdrawal(event);
  end if;
  if answer.outcome in ('settled', 'reserved', 'ordered', 'present') then
    if raises then
      update budget b set ask_above_msat = (asked.amount_msat + 999) / 1000 * 1000
        where b.user_id = asked.user_id and b.grant_id = asked.grant_id
          and b.ask_above_msat < asked.amount_msat;
    end if;
  else
    update approval a set
        state = case when answer.outcome in ('joined', 'repeated')
          then 'withdrawn'::approval_state else 'failed' end,
        failure = case when answer.outcome = 'refused' then answer.detail else answer.outcome end
      where a.id = approved_id;
  end if;
  return next answer;
end $$;
grant execute on function approve_payment to :service_role;
