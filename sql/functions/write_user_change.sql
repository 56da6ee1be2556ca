-- Notes that something that protects a user has changed; `subject` is a grant, or ''.
create or replace function write_user_change(owner_id uuid, change_kind text, about text)
returns void
language sql security definer
set search_path = public, pg_temp
as $$
  insert into user_change (user_id, kind, subject) values (owner_id, change_kind, about)
    on conflict (user_id, kind, subject) do update set at = clock_timestamp()
$$;
