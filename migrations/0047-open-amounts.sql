-- Null where the payer chooses what to pay.
alter table invoice alter column amount_sat drop not null;
