-- Ends payments that have waited too long for an approval, those whose invoice is paid or is being
-- paid by other means, and those of users who may not act any more. Returns how many.
create or replace function end_due_approvals(at timestamptz, at_most integer) returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  ended integer;
begin
  with due as (
    select a.id, a.expires_at <= at as is_expired from approval a
      where a.state = 'waiting' and (
        a.expires_at <= at
        -- Each query finds at most one row by an index; `exists` might be answered by
        -- reading whole tables.
        or (
          select p.user_id from payment p
            where p.payment_hash = a.payment_hash and p.path = 'node' and p.failure_reason is null
        ) = a.user_id
        or (
          select p.user_id from payment p
            where p.payment_hash = a.payment_hash and p.path = 'internal'
        ) = a.user_id
        or (select u.disabled_at from wallet_user u where u.id = a.user_id) is not null)
      order by a.expires_at limit at_most
      for no key update skip locked
  )
  update approval a set ended_at = at,
      state = case when due.is_expired then 'expired'::approval_state else 'withdrawn' end
    from due where a.id = due.id;
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function end_due_approvals to :service_role;
