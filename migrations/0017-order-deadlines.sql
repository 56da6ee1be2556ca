-- An order of the operator that is unpaid by its deadline is never paid. Older processes do not
-- name the column.
alter table pay_order
  add column deadline timestamptz not null default clock_timestamp() + interval '10 minutes';
update pay_order set deadline = created_at + interval '10 minutes';
