-- Records of a user by their numbers, each with what the books say that it brought or took: in
-- whole sats, the fee apart. Without security of its own, so that the planner can look into it.
create or replace function statement_lines(who uuid, after_seq bigint, up_to_seq bigint)
returns table (
  seq bigint,
  booked_at timestamptz,
  settled_at timestamptz,
  direction record_direction,
  amount_msat bigint,
  fee_msat bigint,
  grant_id text,
  body text
)
language sql stable as $$
  select record.seq, record.booked_at, record.settled_at, record.direction,
    case record.direction
      when 'incoming' then receipt.amount_msat / 1000 * 1000
      else (payment.amount_msat + 999) / 1000 * 1000
    end,
    case record.direction
      when 'incoming' then 0
      -- Every started sat of amount and fee, and never more than was held.
      else case payment.path
        when 'internal' then 0
        else least((payment.amount_msat + payment.fee_msat + 999) / 1000 * 1000, payment.held_msat)
          - (payment.amount_msat + 999) / 1000 * 1000
      end
    end,
    coalesce(payment.grant_id, invoice.grant_id),
    record.body
  from settled_record record
  left join payment on payment.id = record.id and record.direction = 'outgoing'
  left join receipt on receipt.id = record.id and record.direction = 'incoming'
  left join invoice on invoice.id = receipt.invoice_id
  where record.user_id = who and record.seq > after_seq and record.seq <= up_to_seq
  order by record.seq
$$;
grant execute on function statement_lines to :service_role;
