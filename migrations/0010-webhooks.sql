-- Webhook endpoints and the deliveries on their way to them.
--
-- A message is a settled record: its body, rendered once, is what every endpoint gets, and its id
-- is the message's id. So a message that is sent again has the same id.
--
-- Locks, in this order: app grant, endpoints by id, deliveries, wallets by user id. Every change of
-- an endpoint that affects which settlements it gets is made while its user's wallet is locked: a
-- settlement sees the state either before or after. A delivery is pending only while its endpoint
-- is active, or until a job has ended it.

create type webhook_event_type as enum ('invoice.incoming.settled', 'invoice.outgoing.settled');
create type webhook_endpoint_state as enum ('active', 'disabled', 'deleted');

-- It ends with the grant that created it, an app grant or a personal token. Only its maker, or its
-- user on the pages, sees and changes it.
create table webhook_endpoint (
  -- `ep_` and 27 letters and digits.
  id text collate "C" primary key,
  user_id uuid not null references wallet,
  -- The app that created it.
  client_id text collate "C" references client,
  url text not null,
  description text not null,
  -- The event types sent, in the order in which they were requested.
  filter_types webhook_event_type[] not null check (cardinality(filter_types) between 1 and 2),
  state webhook_endpoint_state not null default 'active',
  disabled_reason text check (
    disabled_reason in
      ('switched_off', 'app_revoked', 'token_ended', 'failing', 'gone', 'refused')),
  disabled_at timestamptz,
  -- Health according to the attempts. Null and zero since the last success.
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  last_success_at timestamptz,
  -- The last of the warnings sent to its user since it has been failing.
  warned_stage smallint not null default 0,
  -- Each record of its user that its filter accepts, after the first number and up to the second,
  -- has one delivery. Changing the filter starts a new range.
  told_after_seq bigint not null,
  told_to_seq bigint,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- The first delivery that failed since the last success, and whether another failed long after
  -- it: an endpoint is not given up because of a single message that it rejects.
  failing_delivery_id bigint,
  has_failed_apart boolean not null default false,
  -- The personal token that created it. Without app and token: the user, on the pages.
  token_id text collate "C" references personal_token,
  check ((state = 'deleted') = (deleted_at is not null)),
  check ((state = 'deleted') = (told_to_seq is not null)),
  check ((disabled_reason is null) = (disabled_at is null)),
  check (state = 'deleted' or (state = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoint_one_maker check (client_id is null or token_id is null)
) with (fillfactor = 50);
create index webhook_endpoint_of_user on webhook_endpoint (user_id) where state <> 'deleted';
create index webhook_endpoint_of_app on webhook_endpoint (client_id, user_id)
  where state <> 'deleted';
create index webhook_endpoint_of_token on webhook_endpoint (token_id)
  where token_id is not null and state <> 'deleted';
create index webhook_endpoint_deleted on webhook_endpoint (deleted_at) where state = 'deleted';
grant select on webhook_endpoint to :service_role;

create table webhook_secret (
  endpoint_id text collate "C" not null references webhook_endpoint,
  -- The greatest number is the current secret's.
  number integer not null,
  -- Encrypted by the service with a key that is not in the database.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null for the current secret; older ones also sign until then.
  valid_until timestamptz,
  primary key (endpoint_id, number)
);
create unique index webhook_secret_current on webhook_secret (endpoint_id)
  where valid_until is null;
grant select on webhook_secret to :service_role;

create type webhook_delivery_state as enum (
  'pending', 'succeeded',
  -- No further attempt will be made.
  'exhausted',
  -- Never sent, or not again, because its endpoint is or was disabled.
  'skipped',
  -- The endpoint was deleted.
  'cancelled');
create type webhook_trigger as enum ('auto', 'manual');

-- Written by every settlement with a webhook. It has no foreign keys, because the statement that
-- writes a row has just read its endpoint and written its record.
create table webhook_delivery (
  -- In the order of creation.
  id bigint generated always as identity,
  endpoint_id text collate "C" not null,
  -- The settled record, or an id of its own for a test event.
  message_id uuid not null,
  event_type webhook_event_type not null,
  -- For a test event; the body of all others is that of the record.
  test_body text,
  state webhook_delivery_state not null,
  -- When it is due.
  next_at timestamptz,
  -- All attempts begun, and how many of them were before the schedule last restarted.
  attempts integer not null default 0,
  attempts_before integer not null default 0,
  trigger webhook_trigger not null default 'auto',
  -- Of the last attempt: the answer's status, or what went wrong.
  last_status smallint,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- Until then the process that claimed it is sending it, and no other takes it.
  claimed_until timestamptz,
  primary key (endpoint_id, id),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'pending') = (done_at is null)),
  constraint webhook_delivery_claimed_is_pending
    check (claimed_until is null or state = 'pending')
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1,
  autovacuum_analyze_scale_factor = 0.02,
  -- Room for the version written by the claim.
  fillfactor = 50
);
-- Has a collation that no query asks for, so that only look-ups by message use it. Otherwise a plan
-- made when there were few deliveries would also use this index for (endpoint_id, id), and keep to
-- it when there are many: then it would read all deliveries of an endpoint for each one that it
-- looks up.
create unique index webhook_delivery_of_message
  on webhook_delivery (message_id, endpoint_id collate "POSIX");
-- A claimed or completed delivery leaves this index immediately. But deduplication would keep its
-- entry until all with the same time may go, and every search for the first one would pass them
-- again.
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at)
  with (deduplicate_items = off) where state = 'pending';
-- What can be recovered. Deliveries that go well are never in it.
create index webhook_delivery_undelivered on webhook_delivery (endpoint_id, id)
  where state in ('exhausted', 'skipped');
-- Test events, which belong to no record.
create index webhook_delivery_ended_test on webhook_delivery (done_at)
  where test_body is not null;
grant select on webhook_delivery to :service_role;

create table webhook_attempt (
  endpoint_id text collate "C" not null,
  delivery_id bigint not null,
  -- The delivery's count when the attempt was begun.
  number integer not null,
  trigger webhook_trigger not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Of the answer; null when there was none, which then has an error class.
  status smallint,
  error_class text,
  response_excerpt text,
  primary key (endpoint_id, delivery_id, number),
  check (status is not null or error_class is not null)
);
create index webhook_attempt_by_start on webhook_attempt (started_at);
grant select on webhook_attempt to :service_role;

create type webhook_result as (
  endpoint_id text,
  delivery_id bigint,
  number integer,
  attempts_before integer,
  started_at timestamptz,
  duration_ms integer,
  status smallint,
  error_class text,
  response_excerpt text,
  new_state webhook_delivery_state,
  -- For a delivery that stays pending: the pause before its next attempt.
  after_ms bigint
);

create type webhook_health as (
  endpoint_id text,
  consecutive_failures integer,
  failing_since timestamptz,
  failing_delivery_id bigint,
  has_failed_apart boolean,
  last_success_at timestamptz,
  warned_stage smallint
);

create type recovered_deliveries as (
  outcome text,
  count integer
);
