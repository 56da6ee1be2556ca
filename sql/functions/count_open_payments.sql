-- Counts the open payments of each user, in the order of the list.
create or replace function count_open_payments(user_ids uuid[]) returns integer[]
language plpgsql
as $$
begin
  return array(
    select (
      select count(*)::integer from open_hold h where h.user_id = u.id)
    from unnest(user_ids) with ordinality u (id, place) order by u.place);
end $$;
