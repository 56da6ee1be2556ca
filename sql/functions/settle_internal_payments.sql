-- Settles as settle_between_wallets does, from one list of JSON: for payments that were approved
-- (approve_payment), and for processes of an older release.
create or replace function settle_internal_payments(list json) returns setof money_answer
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  return query select answer.* from (
    select array_agg(e.payment_id), array_agg(e.identifier), array_agg(e.user_id),
      array_agg(e.grant_id), array_agg(e.kind), array_agg(e.payment_hash), array_agg(e.preimage),
      array_agg(e.amount_msat), array_agg(e.destination), array_agg(e.bolt11), array_agg(e.memo),
      array_agg(e.description_hash), array_agg(e.records), array_agg(e.batch_id),
      array_agg(e.batch_index), array_agg(e.sent_to), array_agg(e.created_at),
      array_agg(e.idempotency_key), array_agg(e.request_hash), array_agg(e.payee_user_id),
      array_agg(e.invoice_id), array_agg(e.receipt_id), array_agg(e.receipt_identifier),
      array_agg(e.receipt_records), array_agg(e.receipt_created_at), array_agg(e.settled_at),
      array_agg(e.has_boostagram), string_agg(e.payer_body || chr(10) || e.payee_body, chr(10))
    from json_populate_recordset(null::payment_event, list) e
  ) given (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb)
  cross join lateral settle_between_wallets(
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb) answer;
end $$;
grant execute on function settle_internal_payments to :service_role;
