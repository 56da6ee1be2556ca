-- Payments that wait for the approval of the wallet's owner, because they are above the amount from
-- which a spender has to ask. Nothing is held for them: each is only an order, under the ids that
-- its payment will have.
create type approval_state as enum (
  'waiting', 'approved', 'refused', 'expired', 'withdrawn', 'failed');

create table approval (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  grant_id text not null,
  -- The id that the payment gets once it is approved.
  payment_id uuid not null unique,
  -- The hash of the invoice to be paid, so that a spender does not ask twice for one that still
  -- waits or was refused.
  payment_hash bytea check (octet_length(payment_hash) = 32),
  idempotency_key text,
  request_hash bytea,
  planned text not null,
  amount_msat bigint not null check (amount_msat > 0),
  max_fee_msat bigint not null check (max_fee_msat >= 0),
  state approval_state not null default 'waiting',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The device on which its owner has decided.
  ended_on text,
  -- Why an approved payment could not be made after all.
  failure text,
  check ((state = 'waiting') = (ended_at is null)),
  check ((idempotency_key is null) = (request_hash is null))
);
create unique index approval_of_key on approval (user_id, grant_id, idempotency_key)
  where idempotency_key is not null;
create index approval_of_hash on approval (user_id, payment_hash) where payment_hash is not null;
create index approval_of_user on approval (user_id, created_at);
create index approval_of_grant on approval (grant_id, created_at);
create index approval_waiting on approval (expires_at) where state = 'waiting';
create index approval_waiting_of_user on approval (user_id, created_at) where state = 'waiting';
create index approval_ended on approval (ended_at) where ended_at is not null;
grant select, delete, update (state, ended_at, ended_on, failure) on approval to :service_role;

-- Set while its owner wants no notices of payments that ask.
alter table budget add column asks_muted_until timestamptz;
grant update (asks_muted_until) on budget to :service_role;

-- What claim_budget answers when nothing else refuses the payment.
alter type budget_claim add attribute asking money_answer;

-- Notices of payments that wait for an approval.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in (
  'received', 'ended', 'asked', 'approval', 'limit', 'budget', 'app', 'sign_in', 'webhook_off'));
alter table notice_inbox
  alter column bell set default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off}',
  alter column mail set default '{approval,app,sign_in,webhook_off}',
  alter column push set default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off}';
-- Not for those who want to hear of nothing, nor for closed accounts.
update notice_inbox set bell = bell || '{approval}'::text[], mail = mail || '{approval}'::text[],
    push = push || '{approval}'::text[]
  where bell <> '{}';
