-- Things that an operator must see; one row per kind, subject and day.
create table alarm (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  day date not null,
  detail text not null,
  count bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (kind, subject, day)
);
create index alarm_by_time on alarm (last_at desc);
call grant_to_service('select, insert, update on alarm');
