-- Computes when a month (`2026-11`) of a time zone begins, or one that is so many months later.
create or replace function month_start(month text, months_later integer, zone text)
returns timestamptz
language sql immutable as $$
  select ((month || '-01')::timestamp + months_later * interval '1 month') at time zone zone
$$;
