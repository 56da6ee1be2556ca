-- What is set aside for money on its way out: one row for each payment until it ends. Sums of held
-- money, budgets, statements and the bound of open payments read it here, so that another way to
-- pay joins all of them with one `union all`. Each column keeps its exact type there: otherwise
-- conditions no longer reach the indexes of the tables.
create view open_hold with (security_invoker) as
  select user_id, grant_id, held_msat, created_at,
    -- When it counts in a budget.
    coalesce(counted_at, created_at) as counted_at,
    -- Whether the money may have left our channels.
    acknowledged_index is not null or state = 'dispatching' as is_in_flight
  from payment where ended_at is null;
grant select on open_hold to :service_role;
