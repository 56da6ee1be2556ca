-- The service changes of its cursor, its processes, its leases and its alarms what it has to, and
-- nothing of them goes back.

do $$
declare
  service_role text := current_setting('satchel.service_role');
begin
  -- An owner would take these rights from himself.
  if service_role = current_user then
    return;
  end if;
  execute format('revoke insert, update on bound_node, node_cursor, process, lease, alarm from %I',
    service_role);
end $$;

call grant_to_service('insert (network, pubkey) on bound_node');
call grant_to_service('insert (pubkey, settle_index, baseline) on node_cursor');
call grant_to_service('update (settle_index, baseline) on node_cursor');
call grant_to_service('insert (id, role) on process');
call grant_to_service('update (heartbeat_at, is_gone) on process');
call grant_to_service('insert (name, holder_process_id, expires_at, fence) on lease');
call grant_to_service('update (holder_process_id, expires_at, fence) on lease');
call grant_to_service('insert (kind, subject, day, detail, first_at, last_at) on alarm');
call grant_to_service('update (detail, count, last_at) on alarm');

create function refuse_cursor_back() returns trigger
language plpgsql as $$
begin
  if new.settle_index < old.settle_index then
    raise exception 'the cursor of a node never goes back';
  end if;
  if old.baseline is not null and new.baseline is distinct from old.baseline then
    raise exception 'what a node had received before we met it is known once and for all';
  end if;
  return new;
end $$;
create trigger refuse_cursor_back before update on node_cursor
  for each row execute function refuse_cursor_back();

create function refuse_fence_back() returns trigger
language plpgsql as $$
begin
  if new.fence < old.fence then
    raise exception 'the fence of a lease never falls';
  end if;
  return new;
end $$;
create trigger refuse_fence_back before update on lease
  for each row execute function refuse_fence_back();
