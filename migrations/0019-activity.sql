-- What people see of their payments, and what they note beside them.

-- Failed payments of a user, newest first. The predicate names the reason, which only an end
-- writes: with the state in it, no version of an open payment could stay in its page (HOT).
create index payment_failed on payment (user_id, created_at desc, id desc)
  where failure_reason is not null;

-- A user's own words beside a record or a payment. Only they see them.
create table record_note (
  user_id uuid not null references wallet_user,
  -- Of the record, or of the payment that has none.
  identifier text collate "C" not null,
  text text not null check (char_length(text) between 1 and 500),
  written_at timestamptz not null,
  primary key (user_id, identifier)
);
grant select, insert, delete, update (text, written_at) on record_note to :service_role;

-- Apps that a user has disconnected are named beside what they paid.
create index app_grant_by_user on app_grant (user_id);
