-- What one bitcoin cost in the past, so that a payment can be shown with the price of its time.
create table exchange_rate_at (
  currency text not null,
  -- The beginning of the ten minutes in which the price was read.
  at timestamptz not null,
  cents_per_btc bigint not null check (cents_per_btc > 0),
  primary key (currency, at)
);
grant select, insert on exchange_rate_at to :service_role;
