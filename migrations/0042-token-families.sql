-- All tokens that follow from one code are a family (RFC 9700, 4.14.2): one device or browser in
-- which an app was connected.
create table token_family (
  id uuid primary key,
  connection_id uuid not null references connection,
  -- Of the connection; families of an earlier one have ended with it.
  generation integer not null,
  begun_at timestamptz not null,
  -- Of a refresh, or of a call, to the minute.
  last_used_at timestamptz not null,
  -- When its newest refresh token is over.
  expires_at timestamptz not null,
  -- A refresh token of it came twice within the grace: the app's own haste, or a thief. The next
  -- consent to the app ends the family.
  marked_at timestamptz,
  -- Its refresh tokens are refused from then on; its access tokens are removed with it.
  ended_at timestamptz
);
create index token_family_by_connection on token_family (connection_id, generation);
create index token_family_by_end on token_family (expires_at);
call grant_to_service('select, insert, delete on token_family');
call grant_to_service('update (last_used_at, expires_at, marked_at, ended_at) on token_family');

-- What was issued before families were told apart is one for each connection.
insert into token_family (id, connection_id, generation, begun_at, last_used_at, expires_at)
  select gen_random_uuid(), connection_id, generation, min(created_at), max(created_at),
    max(expires_at)
  from (
    select connection_id, generation, created_at, expires_at from refresh_token
    union all
    select connection_id, generation, created_at, expires_at from access_token
  ) issued
  group by connection_id, generation;

alter table refresh_token add column family_id uuid;
alter table access_token add column family_id uuid;
update refresh_token t set family_id = f.id from token_family f
  where f.connection_id = t.connection_id and f.generation = t.generation;
update access_token t set family_id = f.id from token_family f
  where f.connection_id = t.connection_id and f.generation = t.generation;
alter table refresh_token
  alter column family_id set not null,
  add foreign key (family_id) references token_family;
alter table access_token
  alter column family_id set not null,
  add foreign key (family_id) references token_family;
create index refresh_token_by_family on refresh_token (family_id);
create index access_token_by_family on access_token (family_id);
