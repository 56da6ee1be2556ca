-- How people came with an app (RFC 7636, 4.2): its owner is told when "plain" can be refused.
create table client_challenge (
  client_id text collate "C" not null references client,
  method text not null check (method in ('S256', 'plain', 'none')),
  -- Of a consent; to the day.
  last_at timestamptz not null,
  primary key (client_id, method)
);
call grant_to_service('select, insert, update (last_at) on client_challenge');
