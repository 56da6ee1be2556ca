-- Moves the cursor to the greatest completed index, but never past an incomplete event: if this
-- process died then, the node would not send that event again.
create or replace function move_cursor(events credit_event[], answers money_answer[]) returns void
language plpgsql as $$
begin
  update node_cursor c set settle_index = greatest(c.settle_index, done.settle_index)
    from (
      select e.node_pubkey, least(
          max(e.settle_index) filter (where a.outcome in ('credited', 'present')),
          min(e.settle_index) filter (where a.outcome in ('stale', 'payee_closed')) - 1) as settle_index
        from unnest(events) with ordinality e
        join unnest(answers) with ordinality a using (ordinality)
        group by e.node_pubkey
        having bool_or(a.outcome in ('credited', 'present'))
    ) done
    where c.pubkey = done.node_pubkey and c.settle_index < done.settle_index;
end $$;
