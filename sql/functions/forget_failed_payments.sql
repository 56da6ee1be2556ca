-- Forgets the texts of payments that failed some time ago: invoice, memo and custom records. They
-- may be a hundred times as large as the rest, and nothing in the books needs them. What was to be
-- paid, to whom, when, and why it failed stays.
create or replace function forget_failed_payments(ended_before timestamptz, step integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  forgotten_count integer;
begin
  update payment set bolt11 = '', memo = null, records = '{}'
    where id in (
      select id from payment
        where failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}')
          and ended_at < ended_before
        order by ended_at
        limit step
        for no key update skip locked
    );
  get diagnostics forgotten_count = row_count;
  return forgotten_count;
end $$;
grant execute on function forget_failed_payments to :service_role;
