-- What a spender has asked for ends with the spender.
create or replace function end_approvals_of_revoked() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update approval a set state = 'withdrawn', ended_at = new.revoked_at
    where a.grant_id = new.id::text and a.state = 'waiting';
  return null;
end $$;

create or replace trigger end_approvals_of_revoked after update of revoked_at on app_grant
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_approvals_of_revoked();

create or replace trigger end_approvals_of_revoked after update of revoked_at on personal_token
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_approvals_of_revoked();
