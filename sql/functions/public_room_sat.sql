-- Computes the room of a wallet for callers who may not read its balance: publicRoomSat in
-- src/authorization/user-limits.ts says why.
create or replace function public_room_sat(room_sat bigint) returns bigint
language sql immutable as $$
  select case
    when room_sat < 1 then 0
    else (rpad(
      case
        when left(room_sat::text, 1) >= '5' then '5'
        when left(room_sat::text, 1) >= '2' then '2'
        else '1'
      end,
      length(room_sat::text), '0'))::bigint
  end
$$;
grant execute on function public_room_sat to :service_role;
