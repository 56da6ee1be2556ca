-- Months of statements follow the time zone that their user had chosen when they began.

alter table wallet_user
  -- When the time zone was chosen last; null: never.
  add column time_zone_since timestamptz;
grant update (time_zone_since) on wallet_user to :service_role;
