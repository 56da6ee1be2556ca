-- How people want their pages, and what the money is worth elsewhere.

alter table wallet_user
  -- Null: what the browser asks for.
  add column language text,
  add column unit text not null default 'sat' check (unit in ('sat', 'bip177', 'btc')),
  -- ISO 4217; null: none is shown.
  add column currency text,
  -- Name of the IANA database; null: UTC.
  add column time_zone text,
  add column theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  add column hides_amounts boolean not null default false,
  add column confirm_above_sat bigint not null default 100000 check (confirm_above_sat >= 0);
grant update (language, unit, currency, time_zone, theme, hides_amounts, confirm_above_sat)
  on wallet_user to :service_role;

-- Newest price of one bitcoin, in hundredths of the currency. It is shown and decides nothing.
create table exchange_rate (
  currency text primary key,
  cents_per_btc bigint not null check (cents_per_btc > 0),
  read_at timestamptz not null
);
grant select, insert, update (cents_per_btc, read_at) on exchange_rate to :service_role;
