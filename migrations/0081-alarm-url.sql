-- When the alarm was last opened: raised while none of its kind and subject was open. Each opening is
-- sent once to the address that operators have set.
alter table alarm add column opened_at timestamptz;
grant insert (opened_at), update (opened_at) on alarm to :service_role;
