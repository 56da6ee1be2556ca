-- What people are about to send, between the pages that ask and the payment.

create table send_draft (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  created_at timestamptz not null,
  -- How its invoice is found; see lnurl/send-target.ts.
  source jsonb not null,
  payee text,
  description text,
  min_sat bigint not null,
  max_sat bigint not null,
  comment_length integer not null,
  -- As it was chosen.
  amount_sat bigint,
  comment text,
  -- The invoice that is shown, and that is paid: the first one stays.
  bolt11 text,
  -- Of an invoice without an amount.
  pay_sat bigint,
  sent_to jsonb,
  -- Whether the invoice commits to what the payee told.
  is_hash_confirmed boolean,
  -- Kept when the payment is known. Before that, the payment's idempotency key leads to it: the id
  -- of the draft, under the grant `web`.
  payment_id uuid references payment,
  check ((bolt11 is null) = (is_hash_confirmed is null))
);
create index send_draft_by_time on send_draft (created_at);
create index send_draft_unpaid on send_draft (user_id, created_at) where payment_id is null;
create index withdraw_draft_unasked on withdraw_draft (user_id, created_at)
  where invoice_id is null;
grant select, insert, delete,
  update (amount_sat, comment, bolt11, pay_sat, sent_to, is_hash_confirmed, payment_id)
  on send_draft to :service_role;
