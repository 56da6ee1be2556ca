-- When the alarm was last opened: raised while none of its kind and subject was open. Each opening is
-- sent once to the address that operators have set.
alter table alarm add column opened_at timestamptz;
grant insert (opened_at), update (opened_at) on alarm to :service_role;

-- While the secret key of the service is being replaced: the key that it replaces, under which rows
-- may still be sealed. Only the functions that begin and end a rotation write here.
alter table bound_secret_key add column old_fingerprint bytea
  check (octet_length(old_fingerprint) = 32 and old_fingerprint <> fingerprint);

-- Keys that once followed from a secret key and must stay as they are after it was replaced, such as
-- the one that signs zap receipts. They are sealed under the secret key in use.
create table kept_key (
  purpose text collate "C" primary key,
  sealed bytea not null
);
grant select, insert (purpose, sealed), update (sealed) on kept_key to :service_role;

-- The secret keys that a process can open, and the one under which it seals, as fingerprints in hex;
-- null as long as the process has not said so.
alter table process add column known_keys text[], add column sealing_key text;
grant update (known_keys, sealing_key) on process to :service_role;

-- What is sealed is sealed again under another key, and nothing else of it changes.
grant update (wallet_secret_sealed) on nwc_key to :service_role;
grant update (sealed) on outbox to :service_role;
grant update (sealed) on webhook_secret to :service_role;

-- Notices of alarms, for admins.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in (
  'received', 'ended', 'asked', 'approval', 'limit', 'budget', 'app', 'sign_in', 'webhook_off',
  'alarm'));
alter table notice_inbox
  alter column bell
    set default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off,alarm}',
  alter column push
    set default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off,alarm}';
update notice_inbox set bell = bell || '{alarm}'::text[], push = push || '{alarm}'::text[]
  where bell <> '{}';
