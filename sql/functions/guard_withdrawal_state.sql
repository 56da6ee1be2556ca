-- Refuses all steps of a withdrawal but the allowed ones (src/onchain/withdrawal-state.ts), and a
-- second transaction for one.
create or replace function guard_withdrawal_state() returns trigger
language plpgsql as $$
begin
  if new.state <> old.state and not coalesce(case old.state
    when 'reserved' then new.state in ('signed', 'unknown', 'failed')
    when 'unknown' then new.state in ('signed', 'failed')
    when 'signed' then new.state in ('broadcast', 'settled', 'failed')
    when 'broadcast' then new.state in ('settled', 'failed')
  end, false) then
    raise exception 'withdrawal % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  if old.raw is not null and new.raw is distinct from old.raw then
    raise exception 'withdrawal % has another transaction', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger guard_withdrawal_state before update on withdrawal
  for each row execute function guard_withdrawal_state();
