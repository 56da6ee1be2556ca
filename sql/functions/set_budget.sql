-- Sets the limit of a grant for processes of the last release, which know of no approval. What was
-- set of it stays.
create or replace function set_budget(
  payer_id uuid, payer_grant text, new_limit_msat bigint, new_interval budget_interval,
  new_expires_at timestamptz, at timestamptz
) returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform lock_wallets(array[payer_id]);
  perform put_budget(
    payer_id, payer_grant, new_limit_msat,
    (select b.ask_above_msat from budget b
      where b.user_id = payer_id and b.grant_id = payer_grant),
    new_interval, new_expires_at, at);
end $$;
grant execute on function set_budget to :service_role;
