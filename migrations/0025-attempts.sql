-- How often something was tried lately that must not be guessed: a password, a code.
create table attempt (
  -- SHA-256 of what is counted: names that nobody has are counted like all others.
  key bytea primary key check (octet_length(key) = 32),
  -- When all attempts are available again.
  forgotten_at timestamptz not null
);
create index attempt_by_age on attempt (forgotten_at);
call grant_to_service('select, insert, update, delete on attempt');
