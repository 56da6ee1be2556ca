-- Where the whole installation stood, every five minutes, for the charts and measures of operators.

create table gauge_sample (
  -- Five minutes since 1970 each: a job that runs twice adds nothing.
  slot bigint primary key,
  taken_at timestamptz not null,
  -- What the node must be able to cover; of it held for payments that have not left, and unclaimed.
  owed_msat bigint not null,
  held_msat bigint not null,
  unclaimed_msat bigint not null,
  -- Held for payments that have left.
  in_flight_msat bigint not null,
  -- Of the node; null while it did not answer.
  owned_msat bigint,
  local_msat bigint,
  remote_msat bigint,
  open_payments integer not null,
  users integer not null,
  deliveries_waiting integer not null,
  constraint gauge_sample_node_is_whole
    check (num_nulls(owned_msat, local_msat, remote_msat) in (0, 3))
);
create index gauge_sample_by_time on gauge_sample (taken_at);
grant select, insert, delete on gauge_sample to :service_role;
