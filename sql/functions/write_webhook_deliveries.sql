-- Writes the deliveries of a settlement in its own transaction. The endpoints cannot change after
-- being read here, as the wallets of their users are locked. A disabled endpoint gets its row too,
-- so that it can be sent later. What went over the chain has event types of its own.
create or replace function write_webhook_deliveries(records record_draft[]) returns void
language plpgsql as $$
begin
  insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at, done_at)
    select e.id, r.id, t.event_type,
      case e.state when 'active' then 'pending'::webhook_delivery_state else 'skipped' end,
      case e.state when 'active' then now() end,
      case e.state when 'active' then null else now() end
    from unnest(records) with ordinality r
    cross join lateral (
      select case coalesce(r.rail, 'lightning')
        when 'lightning' then case r.direction
          when 'incoming' then 'invoice.incoming.settled'::webhook_event_type
          else 'invoice.outgoing.settled' end
        when 'chain' then case r.direction
          when 'incoming' then 'onchain.incoming.confirmed'::webhook_event_type
          else 'onchain.outgoing.confirmed' end
        end
    ) t (event_type)
    join webhook_endpoint e
      on e.user_id = r.user_id and e.state <> 'deleted' and t.event_type = any (e.filter_types)
    order by r.ordinality, e.id;
end $$;
