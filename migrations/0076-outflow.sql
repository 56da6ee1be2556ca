-- Limits on what leaves this service as a whole, over the node and on the chain. Payments between
-- its own users do not count. A row for what the settings say, and one for what operators have
-- chosen; of two limits, the lower one counts. Without limits nothing is counted.
create table outflow_limit (
  source text primary key check (source in ('settings', 'chosen')),
  -- The most that may leave in any hour and in any day, fees included.
  hour_msat bigint check (hour_msat > 0),
  day_msat bigint check (day_msat > 0),
  -- The most by which what leaves in a day may exceed what comes in.
  net_day_msat bigint check (net_day_msat > 0),
  single_msat bigint check (single_msat > 0),
  count_hour integer check (count_hour > 0),
  -- What happens at a limit, as the settings say; null for the usual.
  mode text check (
    mode is null or (mode in ('enforce', 'observe', 'off') and source = 'settings'))
);
grant select on outflow_limit to :service_role;

-- One row, from the first limit on, which is locked by whatever lets money leave.
create table outflow_gate (
  is_only boolean primary key default true check (is_only),
  newest_slice timestamptz not null default '-infinity',
  -- What may still leave beyond the limits, and until when.
  extra_msat bigint not null default 0 check (extra_msat >= 0),
  extra_until timestamptz,
  -- The newest time at which a limit was passed while limits were only observed.
  passed_at timestamptz,
  passed text
);
grant select on outflow_gate to :service_role;

-- What has left and what has come in, in slices of five minutes.
create table outflow_slice (
  slice timestamptz primary key,
  sent_msat bigint not null default 0 check (sent_msat >= 0),
  sent_count integer not null default 0 check (sent_count >= 0),
  -- What has left beyond the limits, because an operator allowed it.
  extra_msat bigint not null default 0,
  received_msat bigint not null default 0
) with (fillfactor = 50);
grant select on outflow_slice to :service_role;

-- The slice in which it is counted, so that what fails is given back there; null where nothing is.
alter table payment add column outflow_slice timestamptz;
alter table withdrawal add column outflow_slice timestamptz;
alter table fee_bump add column outflow_slice timestamptz;
alter type payment_event add attribute outflow_slice timestamptz;

-- What may still leave, as one statement that lets money leave goes through its list.
create type outflow_room as (
  -- Null where nothing is limited.
  mode text,
  is_latched boolean,
  slice timestamptz,
  hour_left_msat bigint,
  day_left_msat bigint,
  net_left_msat bigint,
  single_msat bigint,
  count_left integer,
  extra_left_msat bigint,
  sent_msat bigint,
  sent_count integer,
  extra_msat bigint,
  -- The slice that counts what was taken last; null if it was refused, or allowed as an extra.
  counted_in timestamptz,
  -- Which limit was passed; null for none.
  passed text
);

alter table outside_stop drop constraint outside_stop_reason_check;
alter table outside_stop add constraint outside_stop_reason_check
  check (reason in ('restored', 'database_changed', 'books', 'operator', 'outflow'));
