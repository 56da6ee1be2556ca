-- What admins see on the pages below /operate: lists in pages, each behind an index.

-- An alarm is open until an admin has acknowledged it; when it is raised again, it is open again.
alter table alarm add column acknowledged_at timestamptz;
create index alarm_open on alarm (last_at desc, id desc) where acknowledged_at is null;
create index alarm_acknowledged on alarm (last_at desc, id desc) where acknowledged_at is not null;
create index alarm_by_kind on alarm (kind, last_at desc, id desc);
grant update (acknowledged_at) on alarm to :service_role;

-- Newest first.
create index wallet_user_by_age on wallet_user (created_at desc, id desc);

-- What the last check of the books found.
alter table books_check add column findings json not null default '[]';
grant insert (findings), update (findings) on books_check to :service_role;

-- Few ever fail.
create index webhook_endpoint_failing on webhook_endpoint (failing_since, id)
  where failing_since is not null and state = 'active';
