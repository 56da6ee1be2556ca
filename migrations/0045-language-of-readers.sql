-- The language that a user's browser asked for last. Mails are written in it where the user has
-- chosen none, and no browser is there to ask.
alter table wallet_user
  add column browser_language text,
  drop constraint wallet_user_closed_is_blank,
  add constraint wallet_user_closed_is_blank check (
    closed_at is null
    or disabled_at is not null and email = 'closed ' || id::text
      and num_nonnulls(
        name, avatar, nostr_pubkey, reset_asked_at, language, currency, time_zone, browser_language
      ) = 0
  );
grant update (browser_language) on wallet_user to :service_role;
