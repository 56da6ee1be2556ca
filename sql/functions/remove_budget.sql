-- Removes the budget of a grant, which may then spend everything that its user has.
create or replace function remove_budget(payer_id uuid, payer_grant text) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform lock_wallets(array[payer_id]);
  delete from budget b where b.user_id = payer_id and b.grant_id = payer_grant;
  update wallet w set has_budgets = exists (select from budget b where b.user_id = payer_id)
    where w.user_id = payer_id;
end $$;
grant execute on function remove_budget to :service_role;
