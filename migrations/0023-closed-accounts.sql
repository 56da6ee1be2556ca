-- Accounts that their owners have closed. Books and records stay; what was personal is blanked.

alter table wallet_user
  add column closed_at timestamptz,
  -- No one can have such an e-mail address, so the former one may sign up again.
  add constraint wallet_user_closed_is_blank check (
    closed_at is null
    or (disabled_at is not null and email = 'closed ' || id::text
      and num_nonnulls(name, avatar, nostr_pubkey, reset_asked_at, language, currency, time_zone)
        = 0)
  );

-- What arrives for a closed wallet is booked to `unclaimed`.
alter table wallet
  add column is_closed boolean not null default false,
  add constraint wallet_closed_is_empty
    check (not is_closed or (wallet_msat = 0 and held_msat = 0));

alter type locked_wallets add attribute closed_ids uuid[];

-- In the JSON form that the service sends to close_account.
create type closing_event as (
  user_id uuid,
  closed_at timestamptz,
  -- What the owner saw and gave up; zero for an empty wallet, and then the rest is not used.
  given_up_msat bigint,
  payment_id uuid,
  identifier text,
  receipt_id uuid,
  receipt_identifier text,
  payment_hash bytea,
  preimage bytea,
  destination text,
  memo text,
  body text
);
