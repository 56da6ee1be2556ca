-- What an invoice asks beyond its whole sats. Its user is credited whole sats, so `amount_sat` stays
-- what they get: payers over LNURL and apps over Nostr Wallet Connect count in millisatoshi.
alter table invoice add column rest_msat smallint not null default 0;
alter table invoice
  add constraint invoice_rest_msat_check check (rest_msat between 0 and 999) not valid;
grant insert (rest_msat) on invoice to :service_role;

alter type invoice_facts add attribute rest_msat smallint;
