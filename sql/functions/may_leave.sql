-- Answers whether payments may leave over the node, as far as the database decides.
create or replace function may_leave() returns boolean
language plpgsql
as $$
begin
  return not exists (select from outside_stop) and is_database_known();
end $$;
grant execute on function may_leave to :service_role;
