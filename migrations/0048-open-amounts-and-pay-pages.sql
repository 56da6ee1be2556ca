-- Null where the payer chooses what to pay.
alter table invoice alter column amount_sat drop not null;

-- What the owner of an address says on its public page, and the amounts that are offered there.
create table pay_page (
  user_id uuid primary key references wallet_user (id),
  text text not null check (length(text) <= 200),
  amounts_sat bigint[] not null check (cardinality(amounts_sat) <= 4)
);
grant select, insert, update on pay_page to :service_role;
