-- What settle_internally does, for processes of the release before: their records are in the JSON.
create or replace function settle_internal_payments(list json) returns setof money_answer
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  return query select * from settle_internally(list, (
    select string_agg(concat_ws(chr(10), e.payer_body, e.payee_body), chr(10))
    from json_populate_recordset(null::payment_event, list) e));
end $$;
grant execute on function settle_internal_payments to :service_role;
