-- What bitcoin was sent for, in the words of the link that was paid.
alter table withdrawal add column purpose text;
alter type withdrawal_event add attribute purpose text;

-- An order of the operator may send bitcoin to an address.
alter table pay_order
  -- How soon a block shall have it; null for the usual speed.
  add column speed withdrawal_speed,
  add column withdrawal_id uuid references withdrawal,
  drop constraint pay_order_check,
  drop constraint pay_order_check1,
  add constraint pay_order_ends_in_one_way check (
    num_nonnulls(payment_id, withdrawal_id, refusal) = (ended_at is not null)::integer);
grant update (withdrawal_id) on pay_order to :service_role;
