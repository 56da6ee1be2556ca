-- Writes how an attempt ended. `after_ms` is the pause before the next one; null when there is none.
-- An attempt that another process has taken over changes nothing, unless the relay has the receipt.
create or replace function record_zap_delivery(
  of_invoice uuid, at_place integer, attempt integer, accepted boolean, after_ms integer, error text
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update zap_delivery d set
      is_running = false,
      next_at = case when not accepted then now() + after_ms * interval '1 millisecond' end,
      ended_at = case when accepted or after_ms is null then now() end,
      is_accepted = case when accepted or after_ms is null then accepted end,
      last_error = coalesce(error, d.last_error)
    where d.invoice_id = of_invoice and d.place = at_place
      and d.ended_at is null and (accepted or d.attempts = attempt);
end $$;
grant execute on function record_zap_delivery to :service_role;
