-- The schema that migrations/ and sql/functions/ make, to be read, not to be run.
-- Written by "npm run generate" from the catalogue of a migrated database.

create type account_name as enum ('wallet', 'held', 'node', 'fees', 'rounding', 'losses', 'unclaimed', 'transit', 'chain');

create type approval_state as enum ('waiting', 'approved', 'refused', 'expired', 'withdrawn', 'failed');

create type batch_item_state as enum ('pending', 'cancelled', 'refused', 'started');

create type budget_interval as enum ('day', 'week', 'month', 'year', 'ever');

create type channel_order_state as enum ('open', 'completed', 'failed', 'refunded', 'expired');

create type channel_payment_way as enum ('lightning', 'chain');

create type deposit_state as enum ('seen', 'gone', 'credited', 'unclaimed');

create type idempotency_target as enum ('invoice', 'payment', 'batch', 'withdrawal');

create type link_kind as enum ('set_up', 'invitation', 'sign_up', 'password_reset', 'email_change', 'known_browser');

create type payment_kind as enum ('bolt11', 'keysend');

create type payment_path as enum ('internal', 'node');

create type payment_state as enum ('reserved', 'dispatching', 'in_flight', 'unknown', 'settled', 'failed');

create type receipt_source as enum ('internal', 'node', 'unclaimed');

create type record_direction as enum ('incoming', 'outgoing');

create type record_rail as enum ('lightning', 'chain');

create type transfer_kind as enum ('receive', 'reserve', 'post', 'void', 'internal', 'assign', 'deposit', 'bump');

create type webhook_delivery_state as enum ('pending', 'succeeded', 'exhausted', 'skipped', 'cancelled');

create type webhook_endpoint_state as enum ('active', 'disabled', 'deleted');

create type webhook_event_type as enum ('invoice.incoming.settled', 'invoice.outgoing.settled', 'onchain.incoming.confirmed', 'onchain.outgoing.confirmed');

create type webhook_trigger as enum ('auto', 'manual');

create type withdrawal_speed as enum ('slow', 'normal', 'fast');

create type withdrawal_state as enum ('reserved', 'unknown', 'signed', 'broadcast', 'settled', 'failed');

create type assignment_event as (
  receipt_id uuid,
  claimed_receipt_id uuid,
  user_id uuid,
  identifier text,
  assigned_at timestamp with time zone,
  has_boostagram boolean,
  body text
);

create type budget_claim as (
  place integer,
  budget budget,
  counted_at timestamp with time zone,
  refusal money_answer,
  user_place integer,
  user_budget budget,
  asking money_answer
);

create type closing_event as (
  user_id uuid,
  closed_at timestamp with time zone,
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

create type credit_event as (
  receipt_id uuid,
  identifier text,
  node_pubkey text,
  payment_hash bytea,
  set_id text,
  preimage bytea,
  amount_msat bigint,
  records jsonb,
  created_at timestamp with time zone,
  settled_at timestamp with time zone,
  settle_index bigint,
  fence bigint,
  user_id uuid,
  unclaimed_reason text,
  raw_event text,
  invoice_id uuid,
  is_first boolean,
  has_boostagram boolean,
  body text
);

create type credit_facts as (
  is_known boolean,
  baseline bigint,
  invoice_user_id uuid,
  invoice_hash bytea,
  invoice_identifier text,
  invoice_created_at timestamp with time zone,
  invoice_is_settled boolean,
  invoice_grant_id text
);

create type deposit_event as (
  deposit_id uuid,
  fence bigint,
  ended_at timestamp with time zone,
  block_height integer,
  block_hash bytea,
  body text
);

create type grant_spending as (
  spent_msat bigint,
  newest_at timestamp with time zone
);

create type internal_decisions as (
  answers money_answer[],
  accepted integer[],
  events payment_event[],
  budgets locked_budgets
);

create type invoice_facts as (
  user_id uuid,
  payment_hash bytea,
  amount_sat bigint,
  identifier text,
  created_at timestamp with time zone,
  expires_at timestamp with time zone,
  is_settled boolean,
  rest_msat smallint
);

create type locked_budgets as (
  keys text[],
  budgets budget[]
);

create type locked_wallets as (
  user_ids uuid[],
  balances_msat bigint[],
  has_budgets boolean,
  closed_ids uuid[]
);

create type money_answer as (
  outcome text,
  detail text,
  target_id uuid
);

create type outflow_room as (
  mode text,
  is_latched boolean,
  slice timestamp with time zone,
  hour_left_msat bigint,
  day_left_msat bigint,
  net_left_msat bigint,
  single_msat bigint,
  count_left integer,
  extra_left_msat bigint,
  sent_msat bigint,
  sent_count integer,
  extra_msat bigint,
  counted_in timestamp with time zone,
  passed text
);

create type payment_event as (
  payment_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  kind payment_kind,
  payment_hash bytea,
  preimage bytea,
  amount_msat bigint,
  destination text,
  bolt11 text,
  memo text,
  description_hash bytea,
  records jsonb,
  batch_id uuid,
  batch_index integer,
  created_at timestamp with time zone,
  idempotency_key text,
  request_hash bytea,
  held_msat bigint,
  node_pubkey text,
  owner_process_id text,
  open_payments_max integer,
  payee_user_id uuid,
  invoice_id uuid,
  receipt_id uuid,
  receipt_identifier text,
  receipt_created_at timestamp with time zone,
  receipt_records jsonb,
  settled_at timestamp with time zone,
  payer_body text,
  payee_body text,
  has_boostagram boolean,
  counted_at timestamp with time zone,
  sent_to jsonb,
  outflow_slice timestamp with time zone,
  is_token_in_force boolean
);

create type payment_facts as (
  stored_state payment_state,
  key idempotency_key,
  own_payment_id uuid,
  hash_is_taken boolean,
  batch_item_state batch_item_state,
  invoice invoice_facts
);

create type posting_draft as (
  transfer_id uuid,
  account account_name,
  user_id uuid,
  amount_msat bigint
);

create type record_draft as (
  id uuid,
  user_id uuid,
  direction record_direction,
  identifier text,
  payment_hash bytea,
  created_at timestamp with time zone,
  settled_at timestamp with time zone,
  has_boostagram boolean,
  body text,
  rail record_rail,
  kind payment_kind,
  amount_msat bigint,
  fee_msat bigint,
  grant_id text
);

create type recovered_deliveries as (
  outcome text,
  count integer
);

create type resolve_event as (
  payment_id uuid,
  transfer_id uuid,
  ended_at timestamp with time zone,
  is_settled boolean,
  preimage bytea,
  amount_msat bigint,
  fee_msat bigint,
  body text,
  failure_reason text,
  failure_message text,
  only_from_reserved boolean,
  is_presumed boolean
);

create type transfer_draft as (
  id uuid,
  kind transfer_kind,
  subject_id uuid,
  created_at timestamp with time zone
);

create type webhook_health as (
  endpoint_id text,
  consecutive_failures integer,
  failing_since timestamp with time zone,
  failing_delivery_id bigint,
  has_failed_apart boolean,
  last_success_at timestamp with time zone,
  warned_stage smallint
);

create type webhook_result as (
  endpoint_id text,
  delivery_id bigint,
  number integer,
  attempts_before integer,
  started_at timestamp with time zone,
  duration_ms integer,
  status smallint,
  error_class text,
  response_excerpt text,
  new_state webhook_delivery_state,
  after_ms bigint
);

create type withdrawal_event as (
  withdrawal_id uuid,
  identifier text,
  user_id uuid,
  grant_id text,
  address text,
  amount_msat bigint,
  speed withdrawal_speed,
  held_msat bigint,
  from_height integer,
  created_at timestamp with time zone,
  open_payments_max integer,
  idempotency_key text,
  request_hash bytea,
  payee_user_id uuid,
  payee_identifier text,
  deposit_id uuid,
  payer_body text,
  payee_body text,
  purpose text
);

create table access_token (
  token_hash bytea not null,
  app_grant_id uuid not null,
  generation integer not null,
  scopes text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  family_id uuid not null,
  resource text not null default 'wallet_api'::text,
  constraint access_token_pkey PRIMARY KEY (token_hash),
  constraint access_token_app_grant_id_fkey FOREIGN KEY (app_grant_id) REFERENCES app_grant(id),
  constraint access_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_family(id),
  constraint access_token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX access_token_by_end ON public.access_token USING btree (expires_at);
CREATE INDEX access_token_by_family ON public.access_token USING btree (family_id);
CREATE TRIGGER refuse_change BEFORE UPDATE ON public.access_token FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant delete, insert, select on access_token to satchel;

create table address_invoice (
  invoice_id uuid not null,
  user_id uuid not null,
  network text collate "C" not null,
  verify_id text collate "C" not null,
  expires_at timestamp with time zone not null,
  is_open boolean not null default true,
  zap_relays text[],
  constraint address_invoice_pkey PRIMARY KEY (invoice_id),
  constraint address_invoice_verify_id_key UNIQUE (verify_id),
  constraint address_invoice_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint address_invoice_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE INDEX address_invoice_open_by_end ON public.address_invoice USING btree (expires_at, invoice_id) WHERE is_open;
CREATE INDEX address_invoice_open_by_network ON public.address_invoice USING btree (network, expires_at) WHERE is_open;
CREATE INDEX address_invoice_open_by_user ON public.address_invoice USING btree (user_id, expires_at) WHERE is_open;
grant select on address_invoice to satchel;

create table address_name (
  name text collate "C" not null,
  user_id uuid not null,
  is_current boolean not null,
  claimed_at timestamp with time zone not null,
  constraint address_name_pkey PRIMARY KEY (name),
  constraint address_name_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint address_name_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)))
);
CREATE UNIQUE INDEX address_name_of_user ON public.address_name USING btree (user_id) WHERE is_current;
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT OR DELETE OR UPDATE ON public.address_name FOR EACH ROW EXECUTE FUNCTION refuse_change_in_lockdown();
grant insert, select, update (is_current, claimed_at) on address_name to satchel;

create table address_name_change (
  user_id uuid not null,
  changed_at timestamp with time zone not null,
  constraint address_name_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE INDEX address_name_change_by_user ON public.address_name_change USING btree (user_id, changed_at);
grant insert, select on address_name_change to satchel;

create table address_name_release (
  name text collate "C" not null,
  user_id uuid not null,
  released_at timestamp with time zone not null,
  constraint address_name_release_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
grant insert, select on address_name_release to satchel;

create table alarm (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  day date not null,
  detail text not null,
  count bigint not null default 1,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  note text,
  mail_wanted_at timestamp with time zone,
  opened_at timestamp with time zone,
  constraint alarm_pkey PRIMARY KEY (id),
  constraint alarm_kind_subject_day_key UNIQUE (kind, subject, day),
  constraint alarm_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES wallet_user(id)
);
CREATE INDEX alarm_acknowledged ON public.alarm USING btree (last_at DESC, id DESC) WHERE (acknowledged_at IS NOT NULL);
CREATE INDEX alarm_by_time ON public.alarm USING btree (last_at DESC);
CREATE INDEX alarm_mail_wanted ON public.alarm USING btree (mail_wanted_at, id) WHERE (mail_wanted_at IS NOT NULL);
CREATE INDEX alarm_of_kind ON public.alarm USING btree (kind, ((acknowledged_at IS NULL)), last_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX alarm_open ON public.alarm USING btree (last_at DESC, id DESC) WHERE (acknowledged_at IS NULL);
CREATE INDEX alarm_open_by_subject ON public.alarm USING btree (kind, subject) WHERE (acknowledged_at IS NULL);
CREATE TRIGGER tell_of_alarm AFTER INSERT ON public.alarm FOR EACH ROW WHEN ((new.opened_at IS NOT NULL)) EXECUTE FUNCTION tell_of_alarm();
CREATE TRIGGER tell_of_reopened_alarm AFTER UPDATE OF opened_at ON public.alarm FOR EACH ROW WHEN ((new.opened_at IS DISTINCT FROM old.opened_at)) EXECUTE FUNCTION tell_of_alarm();
grant insert (kind, subject, day, detail, first_at, last_at, mail_wanted_at, opened_at), select, update (detail, count, last_at, acknowledged_at, acknowledged_by, note, mail_wanted_at, opened_at) on alarm to satchel;

create table alarm_mail (
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint alarm_mail_pkey PRIMARY KEY (sent_at)
);
grant delete, insert (sent_at), select on alarm_mail to satchel;

create table app_grant (
  id uuid not null,
  user_id uuid not null,
  client_id text collate "C",
  scopes text not null,
  token_generation integer not null default 1,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  kind text not null default 'app'::text,
  name text,
  expires_at timestamp with time zone,
  refused_at timestamp with time zone,
  refusal text,
  constraint app_grant_pkey PRIMARY KEY (id),
  constraint app_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint app_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint app_grant_end CHECK (((kind <> 'app'::text) OR (expires_at IS NULL))),
  constraint app_grant_has_name CHECK (((kind = 'app'::text) = (name IS NULL))),
  constraint app_grant_kind_check CHECK ((kind = ANY (ARRAY['app'::text, 'nwc'::text, 'lndhub'::text]))),
  constraint app_grant_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint app_grant_of_client CHECK (((kind = 'app'::text) = (client_id IS NOT NULL))),
  constraint app_grant_refusal CHECK (((refused_at IS NULL) = (refusal IS NULL)))
);
CREATE INDEX app_grant_by_client ON public.app_grant USING btree (client_id);
CREATE INDEX app_grant_by_user ON public.app_grant USING btree (user_id);
CREATE UNIQUE INDEX app_grant_live ON public.app_grant USING btree (user_id, client_id) WHERE (revoked_at IS NULL);
CREATE TRIGGER disable_endpoints_of_revoked AFTER UPDATE ON public.app_grant REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION disable_endpoints_of_revoked();
CREATE TRIGGER end_approvals_of_revoked AFTER UPDATE OF revoked_at ON public.app_grant FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION end_approvals_of_revoked();
CREATE TRIGGER note_outside_change AFTER UPDATE OF revoked_at, scopes ON public.app_grant FOR EACH ROW WHEN (((new.kind = 'nwc'::text) AND ((old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.scopes IS DISTINCT FROM new.scopes)))) EXECUTE FUNCTION note_outside_change();
CREATE TRIGGER refuse_change BEFORE UPDATE OF id, user_id, client_id ON public.app_grant FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.app_grant FOR EACH ROW EXECUTE FUNCTION refuse_access_in_lockdown();
CREATE TRIGGER tell_of_new_app AFTER INSERT ON public.app_grant FOR EACH ROW EXECUTE FUNCTION tell_of_new_app();
grant insert, select, update (scopes, token_generation, last_used_at, revoked_at, refused_at, refusal) on app_grant to satchel;

create table approval (
  id uuid not null,
  user_id uuid not null,
  grant_id text not null,
  payment_id uuid not null,
  payment_hash bytea,
  idempotency_key text,
  request_hash bytea,
  planned text not null,
  amount_msat bigint not null,
  max_fee_msat bigint not null,
  state approval_state not null default 'waiting'::approval_state,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_on text,
  failure text,
  constraint approval_pkey PRIMARY KEY (id),
  constraint approval_payment_id_key UNIQUE (payment_id),
  constraint approval_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint approval_amount_msat_check CHECK ((amount_msat > 0)),
  constraint approval_check CHECK (((state = 'waiting'::approval_state) = (ended_at IS NULL))),
  constraint approval_check1 CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
  constraint approval_max_fee_msat_check CHECK ((max_fee_msat >= 0)),
  constraint approval_payment_hash_check CHECK ((octet_length(payment_hash) = 32))
);
CREATE INDEX approval_ended ON public.approval USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX approval_of_grant ON public.approval USING btree (grant_id, created_at);
CREATE INDEX approval_of_hash ON public.approval USING btree (user_id, payment_hash) WHERE (payment_hash IS NOT NULL);
CREATE UNIQUE INDEX approval_of_key ON public.approval USING btree (user_id, grant_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX approval_of_user ON public.approval USING btree (user_id, created_at);
CREATE INDEX approval_waiting ON public.approval USING btree (expires_at) WHERE (state = 'waiting'::approval_state);
CREATE INDEX approval_waiting_of_user ON public.approval USING btree (user_id, created_at) WHERE (state = 'waiting'::approval_state);
grant delete, select, update (state, ended_at, ended_on, failure) on approval to satchel;

create table attempt (
  key bytea not null,
  forgotten_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (key),
  constraint attempt_key_check CHECK ((octet_length(key) = 32))
);
CREATE INDEX attempt_by_age ON public.attempt USING btree (forgotten_at);
grant delete, insert, select, update on attempt to satchel;

create table authenticator (
  user_id uuid not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint authenticator_pkey PRIMARY KEY (user_id),
  constraint authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE TRIGGER note_second_factor_removed AFTER DELETE ON public.authenticator FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION note_second_factor_removed();
CREATE TRIGGER refuse_change_in_lockdown BEFORE UPDATE ON public.authenticator FOR EACH ROW WHEN (((old.created_at <> new.created_at) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at))) EXECUTE FUNCTION refuse_change_in_lockdown();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT OR DELETE ON public.authenticator FOR EACH ROW EXECUTE FUNCTION refuse_change_in_lockdown();
grant delete, insert, select, update (sealed_secret, confirmed_at, last_step, created_at) on authenticator to satchel;

create table authorization_code (
  code_hash bytea not null,
  app_grant_id uuid not null,
  generation integer not null,
  redirect_uri text not null,
  scopes text not null,
  code_challenge text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  resource text not null default 'wallet_api'::text,
  constraint authorization_code_pkey PRIMARY KEY (code_hash),
  constraint authorization_code_app_grant_id_fkey FOREIGN KEY (app_grant_id) REFERENCES app_grant(id),
  constraint authorization_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE INDEX authorization_code_by_app_grant ON public.authorization_code USING btree (app_grant_id);
CREATE INDEX authorization_code_by_end ON public.authorization_code USING btree (expires_at);
grant delete, insert, select, update (consumed_at) on authorization_code to satchel;

create table authorization_request (
  id_hash bytea not null,
  client_id text collate "C" not null,
  payload text not null,
  expires_at timestamp with time zone not null,
  constraint authorization_request_pkey PRIMARY KEY (id_hash),
  constraint authorization_request_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint authorization_request_id_hash_check CHECK ((octet_length(id_hash) = 32))
);
CREATE INDEX authorization_request_by_client ON public.authorization_request USING btree (client_id);
CREATE INDEX authorization_request_by_end ON public.authorization_request USING btree (expires_at);
grant delete, insert, select, update (payload, expires_at) on authorization_request to satchel;

create table backup_code (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint backup_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint backup_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint backup_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.backup_code FOR EACH ROW EXECUTE FUNCTION refuse_change_in_lockdown();
grant delete, insert, select, update (used_at) on backup_code to satchel;

create table backup_run (
  id uuid not null default gen_random_uuid(),
  ended_at timestamp with time zone not null default clock_timestamp(),
  taken_at timestamp with time zone,
  file text,
  bytes bigint,
  sha256 text,
  is_sealed boolean,
  verified text,
  error text,
  constraint backup_run_pkey PRIMARY KEY (id),
  constraint backup_run_bytes_check CHECK ((bytes > 0)),
  constraint backup_run_check CHECK ((num_nonnulls(taken_at, file, bytes, sha256, is_sealed, verified) = ANY (ARRAY[0, 6]))),
  constraint backup_run_check1 CHECK (((error IS NULL) = (verified IS NOT NULL))),
  constraint backup_run_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint backup_run_verified_check CHECK ((verified = ANY (ARRAY['restored'::text, 'restored_with_findings'::text, 'checksums'::text])))
);
CREATE INDEX backup_run_by_time ON public.backup_run USING btree (ended_at DESC);
CREATE INDEX backup_run_verified ON public.backup_run USING btree (taken_at DESC) WHERE (verified IS NOT NULL);
grant delete, insert (taken_at, file, bytes, sha256, is_sealed, verified, error), select on backup_run to satchel;

create table backup_schedule (
  only_one boolean not null default true,
  every_sec integer,
  at_sec integer not null,
  keep integer not null,
  constraint backup_schedule_pkey PRIMARY KEY (only_one),
  constraint backup_schedule_at_sec_check CHECK (((at_sec >= 0) AND (at_sec < 86400))),
  constraint backup_schedule_every_sec_check CHECK ((every_sec > 0)),
  constraint backup_schedule_keep_check CHECK ((keep > 0)),
  constraint backup_schedule_only_one_check CHECK (only_one)
);
grant insert, select, update (every_sec, at_sec, keep) on backup_schedule to satchel;

create table books_check (
  is_only boolean not null default true,
  checked_at timestamp with time zone not null,
  transfers_count bigint not null,
  findings_count integer not null,
  findings json not null default '[]'::json,
  place text,
  constraint books_check_pkey PRIMARY KEY (is_only),
  constraint books_check_is_only_check CHECK (is_only)
);
grant insert (checked_at, transfers_count, findings_count, findings, place), select, update (checked_at, transfers_count, findings_count, findings, place) on books_check to satchel;

create table books_proven (
  user_id uuid not null,
  wallet_seq bigint not null,
  held_seq bigint not null,
  record_seq bigint not null,
  constraint books_proven_pkey PRIMARY KEY (user_id),
  constraint books_proven_held_seq_check CHECK ((held_seq >= 0)),
  constraint books_proven_record_seq_check CHECK ((record_seq >= 0)),
  constraint books_proven_wallet_seq_check CHECK ((wallet_seq >= 0))
) with (fillfactor=50);
grant insert, select, update on books_proven to satchel;

create table books_sweep (
  is_only boolean not null default true,
  part text not null,
  next_id uuid not null,
  transfers_count bigint not null default 0,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint books_sweep_pkey PRIMARY KEY (is_only),
  constraint books_sweep_is_only_check CHECK (is_only),
  constraint books_sweep_part_check CHECK ((part = ANY (ARRAY['users'::text, 'transfers'::text])))
);
grant insert, select, update on books_sweep to satchel;

create table bound_node (
  is_only boolean not null default true,
  network text not null,
  pubkey text not null,
  constraint bound_node_pkey PRIMARY KEY (is_only),
  constraint bound_node_is_only_check CHECK (is_only)
);
grant insert (network, pubkey), select on bound_node to satchel;

create table bound_secret_key (
  is_only boolean not null default true,
  fingerprint bytea not null,
  old_fingerprint bytea,
  constraint bound_secret_key_pkey PRIMARY KEY (is_only),
  constraint bound_secret_key_check CHECK (((octet_length(old_fingerprint) = 32) AND (old_fingerprint <> fingerprint))),
  constraint bound_secret_key_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint bound_secret_key_is_only_check CHECK (is_only)
);
grant insert (fingerprint), select on bound_secret_key to satchel;

create table budget (
  user_id uuid not null,
  grant_id text collate "C" not null,
  limit_msat bigint,
  interval budget_interval not null,
  expires_at timestamp with time zone,
  window_start timestamp with time zone not null,
  used_msat bigint not null,
  ask_above_msat bigint,
  asks_muted_until timestamp with time zone,
  constraint budget_pkey PRIMARY KEY (user_id, grant_id),
  constraint budget_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint budget_ask_above_msat_check CHECK (((ask_above_msat >= 0) AND ((ask_above_msat % (1000)::bigint) = 0))),
  constraint budget_limit_msat_check CHECK (((limit_msat > 0) AND ((limit_msat % (1000)::bigint) = 0))),
  constraint budget_limits_or_asks CHECK ((num_nonnulls(limit_msat, ask_above_msat) > 0)),
  constraint budget_of_user_only_limits CHECK (((grant_id <> '*'::text) OR (ask_above_msat IS NULL))),
  constraint budget_used_msat_check CHECK (((used_msat >= 0) AND ((used_msat % (1000)::bigint) = 0)))
) with (fillfactor=50);
CREATE TRIGGER note_raised_budget AFTER UPDATE OF limit_msat, ask_above_msat, "interval", expires_at ON public.budget FOR EACH ROW WHEN (((old.grant_id <> '*'::text) AND ((old.limit_msat < COALESCE(new.limit_msat, '9223372036854775807'::bigint)) OR (old.ask_above_msat < COALESCE(new.ask_above_msat, '9223372036854775807'::bigint)) OR (old.expires_at < COALESCE(new.expires_at, 'infinity'::timestamp with time zone)) OR ((old.limit_msat IS NOT NULL) AND (new."interval" < old."interval"))))) EXECUTE FUNCTION note_raised_budget();
CREATE TRIGGER note_removed_budget AFTER DELETE ON public.budget FOR EACH ROW WHEN ((old.grant_id <> '*'::text)) EXECUTE FUNCTION note_raised_budget();
grant select, update (asks_muted_until) on budget to satchel;

create table budget_told (
  user_id uuid not null,
  grant_id text collate "C" not null,
  window_start timestamp with time zone not null,
  limit_msat bigint not null,
  percent integer not null,
  constraint budget_told_pkey PRIMARY KEY (user_id, grant_id),
  constraint budget_told_user_id_fkey FOREIGN KEY (user_id) REFERENCES notice_inbox(user_id),
  constraint budget_told_percent_check CHECK ((percent = ANY (ARRAY[80, 100])))
);
grant delete, select on budget_told to satchel;

create table chain_cursor (
  pubkey text not null,
  first_height integer not null,
  height integer not null,
  coins_sat bigint not null,
  looked_at timestamp with time zone,
  opening_local_msat bigint not null default 0,
  constraint chain_cursor_pkey PRIMARY KEY (pubkey)
);
grant insert, select, update on chain_cursor to satchel;

create table channel_order (
  id uuid not null,
  provider_url text not null,
  provider_node text not null,
  provider_order text not null,
  size_sat bigint not null,
  expiry_blocks integer not null,
  refund_address text not null,
  created_at timestamp with time zone not null,
  bolt11 text,
  payment_hash bytea,
  lightning_sat bigint,
  lightning_until timestamp with time zone,
  address text,
  chain_sat bigint,
  chain_until timestamp with time zone,
  paid_by channel_payment_way,
  pay_began_at timestamp with time zone,
  transaction bytea,
  txid bytea,
  sent_at timestamp with time zone,
  pay_problem text,
  told_state text not null default 'created'::text,
  told_payment text not null default 'expected'::text,
  channel_txid bytea,
  channel_output integer,
  channel_until timestamp with time zone,
  looked_at timestamp with time zone,
  trouble text,
  state channel_order_state not null default 'open'::channel_order_state,
  ended_at timestamp with time zone,
  constraint channel_order_pkey PRIMARY KEY (id),
  constraint channel_order_address_key UNIQUE (address),
  constraint channel_order_payment_hash_key UNIQUE (payment_hash),
  constraint channel_order_provider_url_provider_order_key UNIQUE (provider_url, provider_order),
  constraint channel_order_chain_sat_check CHECK ((chain_sat > 0)),
  constraint channel_order_channel_txid_check CHECK ((octet_length(channel_txid) = 32)),
  constraint channel_order_check CHECK ((num_nulls(bolt11, payment_hash, lightning_sat, lightning_until) = ANY (ARRAY[0, 4]))),
  constraint channel_order_check1 CHECK ((num_nulls(address, chain_sat, chain_until) = ANY (ARRAY[0, 3]))),
  constraint channel_order_check2 CHECK (((bolt11 IS NOT NULL) OR (address IS NOT NULL))),
  constraint channel_order_check3 CHECK (((paid_by IS NULL) = (pay_began_at IS NULL))),
  constraint channel_order_check4 CHECK (((transaction IS NULL) = (txid IS NULL))),
  constraint channel_order_check5 CHECK (((transaction IS NULL) OR (paid_by = 'chain'::channel_payment_way))),
  constraint channel_order_check6 CHECK (((sent_at IS NULL) OR (paid_by IS NOT NULL))),
  constraint channel_order_check7 CHECK (((channel_txid IS NULL) = (channel_output IS NULL))),
  constraint channel_order_check8 CHECK (((state = 'open'::channel_order_state) = (ended_at IS NULL))),
  constraint channel_order_expiry_blocks_check CHECK ((expiry_blocks > 0)),
  constraint channel_order_lightning_sat_check CHECK ((lightning_sat > 0)),
  constraint channel_order_payment_hash_check CHECK ((octet_length(payment_hash) = 32)),
  constraint channel_order_size_sat_check CHECK ((size_sat > 0)),
  constraint channel_order_txid_check CHECK ((octet_length(txid) = 32))
);
CREATE INDEX channel_order_newest ON public.channel_order USING btree (created_at, id);
CREATE INDEX channel_order_open ON public.channel_order USING btree (created_at) WHERE (state = 'open'::channel_order_state);
grant insert, select, update on channel_order to satchel;

create table client (
  id text collate "C" not null,
  owner_user_id uuid,
  name text not null,
  url text,
  callback text,
  secret_hash bytea,
  created_at timestamp with time zone not null,
  s256_only boolean not null default false,
  removed_at timestamp with time zone,
  sends_issuer boolean not null default true,
  kind text not null default 'registered'::text,
  redirect_uris text[],
  fetched_at timestamp with time zone,
  constraint client_pkey PRIMARY KEY (id),
  constraint client_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES wallet_user(id),
  constraint client_document CHECK ((num_nonnulls(redirect_uris, fetched_at) =
CASE kind
    WHEN 'document'::text THEN 2
    ELSE 0
END)),
  constraint client_document_id CHECK (((kind = 'registered'::text) OR (id ~~ 'https://%'::text))),
  constraint client_document_secret CHECK (((kind = 'registered'::text) OR (secret_hash IS NULL))),
  constraint client_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'document'::text]))),
  constraint client_redirect_uris_check CHECK ((cardinality(redirect_uris) > 0)),
  constraint client_registered CHECK ((num_nonnulls(owner_user_id, url, callback) =
CASE kind
    WHEN 'registered'::text THEN 3
    ELSE 0
END)),
  constraint client_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX client_by_owner ON public.client USING btree (owner_user_id, created_at);
CREATE TRIGGER refuse_change_in_lockdown BEFORE UPDATE ON public.client FOR EACH ROW WHEN ((((old.callback IS DISTINCT FROM new.callback) OR (old.secret_hash IS DISTINCT FROM new.secret_hash)) OR (old.redirect_uris IS DISTINCT FROM new.redirect_uris))) EXECUTE FUNCTION refuse_access_in_lockdown();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.client FOR EACH ROW EXECUTE FUNCTION refuse_access_in_lockdown();
grant insert, select, update (name, url, callback, secret_hash, s256_only, removed_at, sends_issuer) on client to satchel;

create table client_challenge (
  client_id text collate "C" not null,
  method text not null,
  last_at timestamp with time zone not null,
  constraint client_challenge_pkey PRIMARY KEY (client_id, method),
  constraint client_challenge_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint client_challenge_method_check CHECK ((method = ANY (ARRAY['S256'::text, 'plain'::text, 'none'::text])))
);
grant insert, select, update (last_at) on client_challenge to satchel;

create table contact (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  name_key text not null,
  target text not null,
  created_at timestamp with time zone not null,
  last_paid_at timestamp with time zone,
  constraint contact_pkey PRIMARY KEY (id),
  constraint contact_user_id_name_key_key UNIQUE (user_id, name_key),
  constraint contact_user_id_target_key UNIQUE (user_id, target),
  constraint contact_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint contact_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint contact_target_check CHECK (((char_length(target) >= 1) AND (char_length(target) <= 1000)))
);
grant delete, insert, select, update (name, name_key, last_paid_at) on contact to satchel;

create table database_mark (
  is_only boolean not null default true,
  system_identifier bigint not null,
  timeline bigint not null,
  looked_in text,
  saw_difference boolean not null default false,
  went_back_at timestamp with time zone,
  constraint database_mark_pkey PRIMARY KEY (is_only),
  constraint database_mark_is_only_check CHECK (is_only)
);
grant insert (system_identifier, timeline), select, update (system_identifier, timeline, looked_in, saw_difference, went_back_at) on database_mark to satchel;

create table deposit (
  id uuid not null,
  identifier text not null,
  txid bytea,
  output_index integer,
  address text not null,
  user_id uuid not null,
  amount_msat bigint not null,
  raw bytea,
  state deposit_state not null default 'seen'::deposit_state,
  seen_at timestamp with time zone not null,
  block_height integer,
  block_hash bytea,
  ended_at timestamp with time zone,
  orphaned_at timestamp with time zone,
  withdrawal_id uuid,
  claim_id uuid,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  replaced_by bytea,
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_claim_id_key UNIQUE (claim_id),
  constraint deposit_identifier_key UNIQUE (identifier),
  constraint deposit_txid_output_index_key UNIQUE (txid, output_index),
  constraint deposit_withdrawal_id_key UNIQUE (withdrawal_id),
  constraint deposit_address_fkey FOREIGN KEY (address) REFERENCES onchain_address(address),
  constraint deposit_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES wallet_user(id),
  constraint deposit_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint deposit_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint deposit_amount_msat_check CHECK (((amount_msat > 0) AND ((amount_msat % (1000)::bigint) = 0))),
  constraint deposit_block_hash_check CHECK ((octet_length(block_hash) = 32)),
  constraint deposit_check CHECK (((block_height IS NULL) = (block_hash IS NULL))),
  constraint deposit_check1 CHECK (((state = ANY (ARRAY['seen'::deposit_state, 'gone'::deposit_state])) = (ended_at IS NULL))),
  constraint deposit_check2 CHECK ((num_nulls(claim_id, claimed_by, claimed_at) = ANY (ARRAY[0, 3]))),
  constraint deposit_check3 CHECK (((claim_id IS NULL) OR (state = 'unclaimed'::deposit_state))),
  constraint deposit_check4 CHECK (((replaced_by IS NULL) OR ((state = 'gone'::deposit_state) AND (block_height IS NULL)))),
  constraint deposit_has_one_origin CHECK (
CASE
    WHEN (withdrawal_id IS NULL) THEN (num_nulls(txid, output_index, raw) = 0)
    ELSE ((num_nonnulls(txid, output_index, raw, block_height) = 0) AND (state = 'credited'::deposit_state))
END),
  constraint deposit_output_index_check CHECK ((output_index >= 0)),
  constraint deposit_replaced_by_check CHECK ((octet_length(replaced_by) = 32)),
  constraint deposit_txid_check CHECK ((octet_length(txid) = 32))
);
CREATE INDEX deposit_by_height ON public.deposit USING btree (block_height) WHERE (block_height IS NOT NULL);
CREATE INDEX deposit_of_user ON public.deposit USING btree (user_id, seen_at, id);
CREATE INDEX deposit_open ON public.deposit USING btree (address) WHERE (state = 'seen'::deposit_state);
CREATE INDEX deposit_unclaimed ON public.deposit USING btree (ended_at, id) WHERE ((state = 'unclaimed'::deposit_state) AND (claim_id IS NULL));
grant select on deposit to satchel;

create table exchange_rate (
  currency text not null,
  cents_per_btc bigint not null,
  read_at timestamp with time zone not null,
  constraint exchange_rate_pkey PRIMARY KEY (currency),
  constraint exchange_rate_cents_per_btc_check CHECK ((cents_per_btc > 0))
);
grant insert, select, update (cents_per_btc, read_at) on exchange_rate to satchel;

create table exchange_rate_at (
  currency text not null,
  at timestamp with time zone not null,
  cents_per_btc bigint not null,
  constraint exchange_rate_at_pkey PRIMARY KEY (currency, at),
  constraint exchange_rate_at_cents_per_btc_check CHECK ((cents_per_btc > 0))
);
grant insert, select on exchange_rate_at to satchel;

create table fee_bump (
  id uuid not null,
  withdrawal_id uuid not null,
  coin_txid bytea not null,
  coin_index integer not null,
  coin_msat bigint not null,
  txid bytea not null,
  raw bytea not null,
  fee_msat bigint not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  is_paid boolean,
  outflow_slice timestamp with time zone,
  constraint fee_bump_pkey PRIMARY KEY (id),
  constraint fee_bump_txid_key UNIQUE (txid),
  constraint fee_bump_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint fee_bump_check CHECK (((fee_msat > 0) AND ((fee_msat % (1000)::bigint) = 0) AND (fee_msat < coin_msat))),
  constraint fee_bump_check1 CHECK (((ended_at IS NULL) = (is_paid IS NULL))),
  constraint fee_bump_coin_index_check CHECK ((coin_index >= 0)),
  constraint fee_bump_coin_msat_check CHECK (((coin_msat % (1000)::bigint) = 0)),
  constraint fee_bump_coin_txid_check CHECK ((octet_length(coin_txid) = 32)),
  constraint fee_bump_txid_check CHECK ((octet_length(txid) = 32))
);
CREATE UNIQUE INDEX fee_bump_coin_once ON public.fee_bump USING btree (coin_txid, coin_index) WHERE (is_paid IS NOT FALSE);
CREATE INDEX fee_bump_of_withdrawal ON public.fee_bump USING btree (withdrawal_id);
CREATE INDEX fee_bump_open ON public.fee_bump USING btree (created_at) WHERE (ended_at IS NULL);
grant select on fee_bump to satchel;

create table gauge_sample (
  slot bigint not null,
  taken_at timestamp with time zone not null,
  owed_msat bigint not null,
  held_msat bigint not null,
  unclaimed_msat bigint not null,
  in_flight_msat bigint not null,
  owned_msat bigint,
  local_msat bigint,
  remote_msat bigint,
  open_payments integer not null,
  users integer not null,
  deliveries_waiting integer not null,
  constraint gauge_sample_pkey PRIMARY KEY (slot),
  constraint gauge_sample_node_is_whole CHECK ((num_nulls(owned_msat, local_msat, remote_msat) = ANY (ARRAY[0, 3])))
);
CREATE INDEX gauge_sample_by_time ON public.gauge_sample USING btree (taken_at);
grant delete, insert, select on gauge_sample to satchel;

create table grant_device (
  id uuid not null,
  app_grant_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint grant_device_pkey PRIMARY KEY (id),
  constraint grant_device_app_grant_id_fkey FOREIGN KEY (app_grant_id) REFERENCES app_grant(id),
  constraint grant_device_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
CREATE INDEX grant_device_by_app_grant ON public.grant_device USING btree (app_grant_id);
CREATE TRIGGER note_outside_change AFTER UPDATE OF ended_at ON public.grant_device FOR EACH ROW WHEN ((old.ended_at IS DISTINCT FROM new.ended_at)) EXECUTE FUNCTION note_outside_change();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.grant_device FOR EACH ROW EXECUTE FUNCTION refuse_access_in_lockdown();
CREATE TRIGGER tell_of_new_device AFTER INSERT ON public.grant_device FOR EACH ROW EXECUTE FUNCTION tell_of_new_device();
grant insert, select, update (last_used_at, ended_at) on grant_device to satchel;

create table hidden_checklist (
  only_one boolean not null default true,
  constraint hidden_checklist_pkey PRIMARY KEY (only_one),
  constraint hidden_checklist_only_one_check CHECK (only_one)
);
grant delete, insert, select on hidden_checklist to satchel;

create table idempotency_key (
  user_id uuid not null,
  grant_id text collate "C" not null,
  key text collate "C" not null,
  request_hash bytea not null,
  target_kind idempotency_target not null,
  target_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (user_id, grant_id, key)
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at);
grant delete, insert, select on idempotency_key to satchel;

create table invitation (
  token_hash bytea not null,
  email text,
  makes_admin boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  user_id uuid,
  withdrawn_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (token_hash),
  constraint invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint invitation_check CHECK (((used_at IS NULL) = (user_id IS NULL))),
  constraint invitation_check1 CHECK (((used_at IS NULL) OR ((email IS NULL) AND (withdrawn_at IS NULL)))),
  constraint invitation_email_check CHECK ((email = lower(email))),
  constraint invitation_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX invitation_by_end ON public.invitation USING btree (expires_at DESC, token_hash);
CREATE INDEX invitation_of_user ON public.invitation USING btree (user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update (email, used_at, user_id, withdrawn_at) on invitation to satchel;

create table invoice (
  id uuid not null,
  identifier text collate "C" not null,
  user_id uuid not null,
  grant_id text collate "C" not null,
  node_pubkey text collate "C" not null,
  payment_hash bytea not null,
  preimage bytea not null,
  amount_sat bigint,
  memo text,
  description_hash bytea,
  comment text,
  metadata_json text,
  payer_name text,
  payer_email text,
  payer_pubkey text,
  bolt11 text,
  expiry_sec integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  receipts_count integer not null default 0,
  rest_msat smallint not null default 0,
  hidden_at timestamp with time zone,
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_identifier_key UNIQUE (identifier),
  constraint invoice_payment_hash_key UNIQUE (payment_hash),
  constraint invoice_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint invoice_amount_sat_check CHECK ((amount_sat > 0)),
  constraint invoice_check CHECK ((sha256(preimage) = payment_hash)),
  constraint invoice_check1 CHECK (((settled_at IS NOT NULL) = (receipts_count > 0))),
  constraint invoice_description_hash_check CHECK ((octet_length(description_hash) = 32)),
  constraint invoice_receipts_count_check CHECK ((receipts_count >= 0)),
  constraint invoice_rest_msat_check CHECK (((rest_msat >= 0) AND (rest_msat <= 999))) NOT VALID
) with (fillfactor=50, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX invoice_by_creation ON public.invoice USING btree (user_id, created_at DESC, id DESC) WHERE (grant_id <> 'address'::text);
CREATE INDEX invoice_by_user ON public.invoice USING btree (user_id, expires_at);
CREATE TRIGGER close_paid_address_invoice AFTER UPDATE OF settled_at ON public.invoice FOR EACH ROW WHEN (((old.settled_at IS NULL) AND (new.settled_at IS NOT NULL) AND (new.grant_id = 'address'::text))) EXECUTE FUNCTION close_paid_address_invoice();
CREATE TRIGGER refuse_paid_removal BEFORE DELETE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_paid_removal();
grant insert (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat, memo, description_hash, comment, metadata_json, payer_name, payer_email, payer_pubkey, bolt11, expiry_sec, created_at, expires_at, rest_msat), select, update (bolt11, hidden_at) on invoice to satchel;

create table job (
  id bigint not null generated always as identity,
  kind text collate "C" not null,
  payload json not null,
  dedupe_key text collate "C",
  run_at timestamp with time zone not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  lease_until timestamp with time zone,
  last_error text,
  parked_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint job_pkey PRIMARY KEY (id),
  constraint job_attempts_check CHECK ((attempts >= 0)),
  constraint job_check CHECK (((lease_until IS NULL) OR (parked_at IS NULL))),
  constraint job_max_attempts_check CHECK ((max_attempts > 0))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX job_due ON public.job USING btree (run_at) WHERE (parked_at IS NULL);
CREATE INDEX job_leased ON public.job USING btree (kind, dedupe_key) WHERE (lease_until IS NOT NULL);
CREATE UNIQUE INDEX job_parked ON public.job USING btree (kind, dedupe_key) WHERE (parked_at IS NOT NULL);
CREATE INDEX job_parked_by_age ON public.job USING btree (id) WHERE (parked_at IS NOT NULL);
CREATE UNIQUE INDEX job_waiting ON public.job USING btree (kind, dedupe_key) WHERE ((lease_until IS NULL) AND (parked_at IS NULL));
grant delete, insert (kind, payload, dedupe_key, run_at, max_attempts), select, update (payload, run_at, attempts, lease_until, last_error, parked_at) on job to satchel;

create table job_schedule (
  kind text collate "C" not null,
  every_sec integer not null,
  last_slot bigint not null default 0,
  offset_sec integer not null default 0,
  constraint job_schedule_pkey PRIMARY KEY (kind),
  constraint job_schedule_every_sec_check CHECK ((every_sec > 0)),
  constraint job_schedule_offset_sec_check CHECK ((offset_sec >= 0))
) with (fillfactor=50);
grant delete, insert (kind, every_sec, offset_sec), select, update (every_sec, last_slot, offset_sec) on job_schedule to satchel;

create table kept_key (
  purpose text collate "C" not null,
  sealed bytea not null,
  constraint kept_key_pkey PRIMARY KEY (purpose)
);
grant insert (purpose, sealed), select, update (sealed) on kept_key to satchel;

create table lease (
  name text collate "C" not null,
  holder_process_id text,
  expires_at timestamp with time zone not null,
  fence bigint not null,
  constraint lease_pkey PRIMARY KEY (name)
);
CREATE TRIGGER refuse_fence_back BEFORE UPDATE ON public.lease FOR EACH ROW EXECUTE FUNCTION refuse_fence_back();
grant insert (name, holder_process_id, expires_at, fence), select, update (holder_process_id, expires_at, fence) on lease to satchel;

create table lndhub_device (
  device_id uuid not null,
  login text not null,
  secret_hash bytea not null,
  constraint lndhub_device_pkey PRIMARY KEY (device_id),
  constraint lndhub_device_secret_hash_key UNIQUE (secret_hash),
  constraint lndhub_device_device_id_fkey FOREIGN KEY (device_id) REFERENCES grant_device(id),
  constraint lndhub_device_login_check CHECK ((login = ANY (ARRAY['wallet'::text, 'invoice'::text]))),
  constraint lndhub_device_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
grant insert, select on lndhub_device to satchel;

create table lndhub_token (
  token_hash bytea not null,
  device_id uuid not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  constraint lndhub_token_pkey PRIMARY KEY (token_hash),
  constraint lndhub_token_device_id_fkey FOREIGN KEY (device_id) REFERENCES lndhub_device(device_id),
  constraint lndhub_token_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint lndhub_token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX lndhub_token_by_device ON public.lndhub_token USING btree (device_id, kind, expires_at DESC);
CREATE INDEX lndhub_token_by_end ON public.lndhub_token USING btree (expires_at);
grant delete, insert, select on lndhub_token to satchel;

create table lockdown (
  is_only boolean not null default true,
  number integer not null default 1,
  since timestamp with time zone not null default clock_timestamp(),
  admin_id uuid,
  reason text not null,
  holds_apps boolean not null default true,
  holds_changes boolean not null default true,
  constraint lockdown_pkey PRIMARY KEY (is_only),
  constraint lockdown_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES wallet_user(id),
  constraint lockdown_is_only_check CHECK (is_only)
);
grant select on lockdown to satchel;

create table mail_health (
  only_one boolean not null default true,
  failing_since timestamp with time zone,
  told_at timestamp with time zone,
  constraint mail_health_pkey PRIMARY KEY (only_one),
  constraint mail_health_only_one_check CHECK (only_one)
);
grant insert, select, update (failing_since, told_at) on mail_health to satchel;

create table money_request (
  id uuid not null,
  invoice_id uuid not null,
  asker_id uuid not null,
  asked_name text not null,
  payer_id uuid,
  created_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  constraint money_request_pkey PRIMARY KEY (id),
  constraint money_request_invoice_id_key UNIQUE (invoice_id),
  constraint money_request_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES wallet_user(id),
  constraint money_request_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id) ON DELETE CASCADE,
  constraint money_request_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES wallet_user(id)
);
CREATE INDEX money_request_by_age ON public.money_request USING btree (created_at);
CREATE INDEX money_request_of_asker ON public.money_request USING btree (asker_id, created_at DESC, id DESC);
CREATE INDEX money_request_of_payer ON public.money_request USING btree (payer_id, created_at DESC, id DESC) WHERE (payer_id IS NOT NULL);
CREATE TRIGGER tell_of_request AFTER INSERT ON public.money_request FOR EACH ROW WHEN ((new.payer_id IS NOT NULL)) EXECUTE FUNCTION tell_of_request();
grant delete, insert, select, update (payer_id, declined_at) on money_request to satchel;

create table node_cursor (
  pubkey text collate "C" not null,
  settle_index bigint not null default 0,
  baseline bigint,
  passed_add_index bigint,
  passed_hash bytea,
  checked_settle_index bigint,
  checked_hash bytea,
  swept_until timestamp with time zone,
  constraint node_cursor_pkey PRIMARY KEY (pubkey),
  constraint node_cursor_baseline_check CHECK ((baseline >= 0)),
  constraint node_cursor_checked_is_whole CHECK (((checked_settle_index IS NULL) = (checked_hash IS NULL))),
  constraint node_cursor_checked_settle_index_check CHECK ((checked_settle_index > 0)),
  constraint node_cursor_passed_add_index_check CHECK ((passed_add_index > 0)),
  constraint node_cursor_passed_is_whole CHECK (((passed_add_index IS NULL) = (passed_hash IS NULL))),
  constraint node_cursor_settle_index_check CHECK ((settle_index >= 0))
);
CREATE TRIGGER refuse_cursor_back BEFORE UPDATE ON public.node_cursor FOR EACH ROW EXECUTE FUNCTION refuse_cursor_back();
grant insert (pubkey, settle_index, baseline), select, update (settle_index, baseline, passed_add_index, passed_hash, checked_settle_index, checked_hash, swept_until) on node_cursor to satchel;

create table node_difference (
  kind text not null,
  node_index bigint not null,
  payment_hash bytea not null,
  state text not null,
  amount_msat bigint not null,
  happened_at timestamp with time zone not null,
  constraint node_difference_pkey PRIMARY KEY (kind, node_index, payment_hash),
  constraint node_difference_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'invoice'::text]))),
  constraint node_difference_payment_hash_check CHECK ((octet_length(payment_hash) = 32))
);
grant delete, insert, select on node_difference to satchel;

create table node_invoice_to_cancel (
  invoice_id uuid not null,
  constraint node_invoice_to_cancel_pkey PRIMARY KEY (invoice_id)
);
grant delete, select on node_invoice_to_cancel to satchel;

create table node_ledger_cursor (
  pubkey text not null,
  height integer not null,
  constraint node_ledger_cursor_pkey PRIMARY KEY (pubkey),
  constraint node_ledger_cursor_height_check CHECK ((height >= 0))
);
grant delete, insert, select, update (height) on node_ledger_cursor to satchel;

create table node_ledger_entry (
  kind text not null,
  subject text not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint node_ledger_entry_pkey PRIMARY KEY (kind, subject),
  constraint node_ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['transaction'::text, 'close'::text])))
);
grant insert (kind, subject), select on node_ledger_entry to satchel;

create table node_mark (
  pubkey text collate "C" not null,
  payment_index bigint not null default 0,
  settle_index bigint,
  compared_index bigint,
  compared_at timestamp with time zone,
  constraint node_mark_pkey PRIMARY KEY (pubkey),
  constraint node_mark_payment_index_check CHECK ((payment_index >= 0))
);
grant insert (pubkey, payment_index), select, update (payment_index, settle_index, compared_index, compared_at) on node_mark to satchel;

create table node_root_key (
  id text not null,
  constraint node_root_key_pkey PRIMARY KEY (id),
  constraint node_root_key_id_check CHECK ((id ~ '^[1-9][0-9]{0,19}$'::text))
);
grant delete, insert, select on node_root_key to satchel;

create table notice (
  user_id uuid not null,
  number bigint not null,
  seq bigint not null,
  kind text not null,
  subject text collate "C" not null,
  detail jsonb not null,
  count bigint not null,
  is_more boolean not null,
  amount_msat bigint,
  told_at timestamp with time zone not null,
  mail_wanted_at timestamp with time zone,
  mailed_at timestamp with time zone,
  constraint notice_pkey PRIMARY KEY (user_id, number),
  constraint notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES notice_inbox(user_id),
  constraint notice_count_check CHECK ((count > 0)),
  constraint notice_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'ended'::text, 'asked'::text, 'approval'::text, 'limit'::text, 'budget'::text, 'app'::text, 'sign_in'::text, 'webhook_off'::text, 'alarm'::text])))
) with (fillfactor=80);
CREATE UNIQUE INDEX notice_by_seq ON public.notice USING btree (user_id, seq);
CREATE INDEX notice_by_time ON public.notice USING btree (told_at);
grant delete, select, update (mailed_at) on notice to satchel;

create table notice_inbox (
  user_id uuid not null,
  record_seq bigint not null default 0,
  wallet_seq bigint not null default 0,
  held_seq bigint not null default 0,
  last_seq bigint not null default 0,
  seen_seq bigint not null default 0,
  bell text[] not null default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off,alarm}'::text[],
  mail text[] not null default '{approval,app,sign_in,webhook_off}'::text[],
  told_above_limit boolean not null default false,
  push text[] not null default '{received,ended,asked,approval,limit,budget,app,sign_in,webhook_off,alarm}'::text[],
  constraint notice_inbox_pkey PRIMARY KEY (user_id),
  constraint notice_inbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint notice_inbox_check CHECK ((seen_seq <= last_seq)),
  constraint notice_inbox_check1 CHECK ((mail <@ bell))
) with (fillfactor=50);
CREATE INDEX notice_inbox_watched ON public.notice_inbox USING btree (user_id) WHERE (mail && '{received,ended,limit,budget}'::text[]);
grant select, update (seen_seq, bell, mail, push) on notice_inbox to satchel;

create table nwc_key (
  device_id uuid not null,
  client_pubkey bytea not null,
  wallet_pubkey bytea not null,
  wallet_secret_sealed bytea not null,
  created_at timestamp with time zone not null,
  notified_seq bigint not null,
  constraint nwc_key_pkey PRIMARY KEY (device_id),
  constraint nwc_key_client_pubkey_key UNIQUE (client_pubkey),
  constraint nwc_key_wallet_pubkey_key UNIQUE (wallet_pubkey),
  constraint nwc_key_device_id_fkey FOREIGN KEY (device_id) REFERENCES grant_device(id),
  constraint nwc_key_client_pubkey_check CHECK ((octet_length(client_pubkey) = 32)),
  constraint nwc_key_wallet_pubkey_check CHECK ((octet_length(wallet_pubkey) = 32))
);
CREATE TRIGGER note_outside_change AFTER INSERT ON public.nwc_key FOR EACH ROW EXECUTE FUNCTION note_outside_change();
grant insert, select, update (wallet_secret_sealed, notified_seq) on nwc_key to satchel;

create table nwc_outside_change (
  id bigint not null generated always as identity,
  device_id uuid not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint nwc_outside_change_pkey PRIMARY KEY (id),
  constraint nwc_outside_change_device_id_fkey FOREIGN KEY (device_id) REFERENCES nwc_key(device_id)
);
grant delete, insert, select on nwc_outside_change to satchel;

create table nwc_outside_key (
  device_id uuid not null,
  info_at bigint not null,
  told_scopes text,
  told_at timestamp with time zone not null,
  live_until timestamp with time zone,
  published_seq bigint not null,
  constraint nwc_outside_key_pkey PRIMARY KEY (device_id),
  constraint nwc_outside_key_device_id_fkey FOREIGN KEY (device_id) REFERENCES nwc_key(device_id)
);
CREATE INDEX nwc_outside_key_ending ON public.nwc_outside_key USING btree (live_until) WHERE (told_scopes IS NOT NULL);
CREATE INDEX nwc_outside_key_over ON public.nwc_outside_key USING btree (live_until) WHERE (told_scopes IS NULL);
grant insert, select, update on nwc_outside_key to satchel;

create table nwc_publication (
  id bigint not null generated always as identity,
  relay text not null,
  device_id uuid not null,
  kind integer not null,
  event text not null,
  request_id bytea,
  attempts integer not null default 0,
  next_at timestamp with time zone not null,
  drop_at timestamp with time zone not null,
  constraint nwc_publication_pkey PRIMARY KEY (id),
  constraint nwc_publication_device_id_fkey FOREIGN KEY (device_id) REFERENCES nwc_key(device_id)
);
CREATE INDEX nwc_publication_dropped ON public.nwc_publication USING btree (drop_at);
CREATE INDEX nwc_publication_due ON public.nwc_publication USING btree (relay, ((kind = 13194)), next_at, id);
CREATE INDEX nwc_publication_of_device ON public.nwc_publication USING btree (device_id);
CREATE UNIQUE INDEX nwc_publication_of_request ON public.nwc_publication USING btree (relay, request_id) WHERE (request_id IS NOT NULL);
grant delete, insert, select, update on nwc_publication to satchel;

create table nwc_request (
  event_id bytea not null,
  device_id uuid not null,
  event text not null,
  arrived_at timestamp with time zone not null,
  arrival_id uuid not null default gen_random_uuid(),
  attempts integer not null default 1,
  lease_until timestamp with time zone,
  payment_id uuid,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  came_over text[] not null default '{}'::text[],
  constraint nwc_request_pkey PRIMARY KEY (event_id),
  constraint nwc_request_device_id_fkey FOREIGN KEY (device_id) REFERENCES nwc_key(device_id),
  constraint nwc_request_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint nwc_request_check1 CHECK (((answer IS NULL) OR (lease_until IS NULL))),
  constraint nwc_request_check2 CHECK (((answer IS NOT NULL) OR (lease_until IS NOT NULL) OR (payment_id IS NOT NULL))),
  constraint nwc_request_event_id_check CHECK ((octet_length(event_id) = 32))
);
CREATE INDEX nwc_request_answered ON public.nwc_request USING btree (answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX nwc_request_due ON public.nwc_request USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX nwc_request_of_device ON public.nwc_request USING btree (device_id, answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX nwc_request_waiting ON public.nwc_request USING btree (payment_id) WHERE ((lease_until IS NULL) AND (answer IS NULL));
grant delete, insert, select, update on nwc_request to satchel;

create table onchain_address (
  address text not null,
  user_id uuid not null,
  grant_id text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint onchain_address_pkey PRIMARY KEY (address),
  constraint onchain_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE INDEX onchain_address_of_user ON public.onchain_address USING btree (user_id, address);
CREATE UNIQUE INDEX onchain_address_unused ON public.onchain_address USING btree (user_id) WHERE (used_at IS NULL);
grant insert, select, update on onchain_address to satchel;

create table one_time_link (
  token_hash bytea not null,
  kind link_kind not null,
  user_id uuid,
  session_epoch integer,
  email text,
  makes_admin boolean not null default false,
  removes_second_factor boolean not null default false,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint one_time_link_pkey PRIMARY KEY (token_hash),
  constraint one_time_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint one_time_link_check CHECK (((user_id IS NULL) = (session_epoch IS NULL))),
  constraint one_time_link_check1 CHECK (((kind = ANY (ARRAY['password_reset'::link_kind, 'email_change'::link_kind, 'known_browser'::link_kind])) = (user_id IS NOT NULL))),
  constraint one_time_link_check2 CHECK (((kind <> ALL (ARRAY['sign_up'::link_kind, 'email_change'::link_kind])) OR (email IS NOT NULL))),
  constraint one_time_link_check4 CHECK (((NOT makes_admin) OR (kind = ANY (ARRAY['set_up'::link_kind, 'invitation'::link_kind])))),
  constraint one_time_link_check5 CHECK (((NOT removes_second_factor) OR (kind = 'password_reset'::link_kind))),
  constraint one_time_link_email_check CHECK ((email = lower(email))),
  constraint one_time_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX one_time_link_by_end ON public.one_time_link USING btree (expires_at);
CREATE INDEX one_time_link_by_user ON public.one_time_link USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX one_time_link_invitation ON public.one_time_link USING btree (expires_at DESC, token_hash) WHERE (kind = 'invitation'::link_kind);
CREATE UNIQUE INDEX one_time_link_sign_up ON public.one_time_link USING btree (email) WHERE (kind = 'sign_up'::link_kind);
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.one_time_link FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['set_up'::link_kind, 'known_browser'::link_kind]))) EXECUTE FUNCTION refuse_change_in_lockdown();
grant delete, insert, select, update (token_hash, created_at, expires_at) on one_time_link to satchel;

create table operator_action (
  id uuid not null,
  began_at timestamp with time zone not null default clock_timestamp(),
  admin_id uuid,
  kind text not null,
  subject text not null,
  detail json not null,
  result text,
  outcome json,
  ended_at timestamp with time zone,
  constraint operator_action_pkey PRIMARY KEY (id),
  constraint operator_action_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES wallet_user(id),
  constraint operator_action_check CHECK ((num_nonnulls(result, outcome, ended_at) = ANY (ARRAY[0, 3]))),
  constraint operator_action_result_check CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX operator_action_by_admin ON public.operator_action USING btree (admin_id, began_at DESC, id DESC);
CREATE INDEX operator_action_by_kind ON public.operator_action USING btree (kind, began_at DESC, id DESC);
CREATE INDEX operator_action_by_time ON public.operator_action USING btree (began_at DESC, id DESC);
CREATE INDEX operator_action_open ON public.operator_action USING btree (kind, id) WHERE (ended_at IS NULL);
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON public.operator_action FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_second_end BEFORE UPDATE ON public.operator_action FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
grant insert (id, admin_id, kind, subject, detail, result, outcome, ended_at), select, update (result, outcome, ended_at) on operator_action to satchel;

create table outbox (
  id uuid not null,
  matter text collate "C" not null,
  sealed bytea not null,
  link_hash bytea,
  user_id uuid,
  created_at timestamp with time zone not null,
  dies_at timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint outbox_sealed_check CHECK ((octet_length(sealed) <= 65536))
);
CREATE INDEX outbox_by_end ON public.outbox USING btree (dies_at);
grant delete, insert, select, update (sealed) on outbox to satchel;

create table outflow_gate (
  is_only boolean not null default true,
  newest_slice timestamp with time zone not null default '-infinity'::timestamp with time zone,
  extra_msat bigint not null default 0,
  extra_until timestamp with time zone,
  passed_at timestamp with time zone,
  passed text,
  constraint outflow_gate_pkey PRIMARY KEY (is_only),
  constraint outflow_gate_extra_msat_check CHECK ((extra_msat >= 0)),
  constraint outflow_gate_is_only_check CHECK (is_only)
);
grant select on outflow_gate to satchel;

create table outflow_limit (
  source text not null,
  hour_msat bigint,
  day_msat bigint,
  net_day_msat bigint,
  single_msat bigint,
  count_hour integer,
  mode text,
  constraint outflow_limit_pkey PRIMARY KEY (source),
  constraint outflow_limit_check CHECK (((mode IS NULL) OR ((mode = ANY (ARRAY['enforce'::text, 'observe'::text, 'off'::text])) AND (source = 'settings'::text)))),
  constraint outflow_limit_count_hour_check CHECK ((count_hour > 0)),
  constraint outflow_limit_day_msat_check CHECK ((day_msat > 0)),
  constraint outflow_limit_hour_msat_check CHECK ((hour_msat > 0)),
  constraint outflow_limit_net_day_msat_check CHECK ((net_day_msat > 0)),
  constraint outflow_limit_single_msat_check CHECK ((single_msat > 0)),
  constraint outflow_limit_source_check CHECK ((source = ANY (ARRAY['settings'::text, 'chosen'::text])))
);
grant select on outflow_limit to satchel;

create table outflow_slice (
  slice timestamp with time zone not null,
  sent_msat bigint not null default 0,
  sent_count integer not null default 0,
  extra_msat bigint not null default 0,
  received_msat bigint not null default 0,
  constraint outflow_slice_pkey PRIMARY KEY (slice),
  constraint outflow_slice_sent_count_check CHECK ((sent_count >= 0)),
  constraint outflow_slice_sent_msat_check CHECK ((sent_msat >= 0))
) with (fillfactor=50);
grant select on outflow_slice to satchel;

create table outside_stop (
  reason text collate "C" not null,
  detail text not null,
  since timestamp with time zone not null default clock_timestamp(),
  system_identifier bigint,
  timeline bigint,
  constraint outside_stop_pkey PRIMARY KEY (reason),
  constraint outside_stop_reason_check CHECK ((reason = ANY (ARRAY['restored'::text, 'database_changed'::text, 'books'::text, 'operator'::text, 'outflow'::text, 'lockdown'::text])))
);
grant delete, insert (reason, detail, system_identifier, timeline), select, update (detail, since, system_identifier, timeline) on outside_stop to satchel;

create table passkey (
  id text collate "C" not null,
  user_id uuid not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint passkey_sign_count_check CHECK ((sign_count >= 0))
);
CREATE INDEX passkey_by_user ON public.passkey USING btree (user_id, created_at);
CREATE TRIGGER note_second_factor_removed AFTER DELETE ON public.passkey FOR EACH ROW EXECUTE FUNCTION note_second_factor_removed();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT OR DELETE ON public.passkey FOR EACH ROW EXECUTE FUNCTION refuse_change_in_lockdown();
grant delete, insert, select, update (sign_count, last_used_at) on passkey to satchel;

create table pay_order (
  id uuid not null,
  user_id uuid not null,
  text text not null,
  amount_sat bigint,
  comment text,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  bolt11 text,
  pay_sat bigint,
  sent_to jsonb,
  is_hash_confirmed boolean,
  ended_at timestamp with time zone,
  payment_id uuid,
  refusal text,
  deadline timestamp with time zone not null default (clock_timestamp() + '00:10:00'::interval),
  speed withdrawal_speed,
  withdrawal_id uuid,
  constraint pay_order_pkey PRIMARY KEY (id),
  constraint pay_order_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint pay_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint pay_order_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint pay_order_ends_in_one_way CHECK ((num_nonnulls(payment_id, withdrawal_id, refusal) = ((ended_at IS NOT NULL))::integer))
);
CREATE INDEX pay_order_by_time ON public.pay_order USING btree (created_at);
grant delete, insert, select, update (begun_at, bolt11, pay_sat, sent_to, is_hash_confirmed, ended_at, payment_id, refusal, withdrawal_id) on pay_order to satchel;

create table pay_page (
  user_id uuid not null,
  text text not null,
  amounts_sat bigint[] not null,
  constraint pay_page_pkey PRIMARY KEY (user_id),
  constraint pay_page_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint pay_page_amounts_sat_check CHECK ((cardinality(amounts_sat) <= 4)),
  constraint pay_page_text_check CHECK ((length(text) <= 200))
);
grant insert, select, update on pay_page to satchel;

create table payment (
  id uuid not null,
  identifier text collate "C" not null,
  user_id uuid not null,
  grant_id text not null,
  kind payment_kind not null,
  path payment_path not null,
  state payment_state not null,
  payment_hash bytea not null,
  preimage bytea,
  amount_msat bigint not null,
  held_msat bigint not null,
  fee_msat bigint,
  destination text not null,
  bolt11 text not null,
  memo text,
  description_hash bytea,
  records jsonb not null,
  invoice_id uuid,
  batch_id uuid,
  batch_index integer,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  failure_reason text,
  failure_message text,
  node_pubkey text collate "C",
  owner_process_id text,
  sender_process_id text,
  index_before bigint,
  acknowledged_index bigint,
  request_ended_at timestamp with time zone,
  first_not_found_at timestamp with time zone,
  counted_at timestamp with time zone,
  sent_to jsonb,
  outflow_slice timestamp with time zone,
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_amount_msat_check CHECK ((amount_msat > 0)),
  constraint payment_check CHECK (((state = ANY (ARRAY['settled'::payment_state, 'failed'::payment_state])) = (ended_at IS NOT NULL))),
  constraint payment_check1 CHECK (((state = 'settled'::payment_state) = (fee_msat IS NOT NULL))),
  constraint payment_check3 CHECK (((path = 'node'::payment_path) OR ((state = 'settled'::payment_state) AND (held_msat = 0)))),
  constraint payment_check4 CHECK (((batch_id IS NULL) = (batch_index IS NULL))),
  constraint payment_check5 CHECK ((counted_at > created_at)),
  constraint payment_failed_with_reason CHECK ((((state = 'failed'::payment_state) = (failure_reason IS NOT NULL)) AND ((failure_reason IS NULL) = (failure_message IS NULL)))),
  constraint payment_fee_msat_check CHECK ((fee_msat >= 0)),
  constraint payment_held_msat_check CHECK (((held_msat >= 0) AND ((held_msat % (1000)::bigint) = 0))),
  constraint payment_over_a_node CHECK (((path = 'node'::payment_path) = (node_pubkey IS NOT NULL))),
  constraint payment_payment_hash_check CHECK ((octet_length(payment_hash) = 32)),
  constraint payment_settled_with_proof CHECK (((state <> 'settled'::payment_state) OR ((preimage IS NOT NULL) AND (sha256(preimage) = payment_hash))))
) with (autovacuum_vacuum_insert_scale_factor=0.02, fillfactor=85);
CREATE INDEX payment_counted_later ON public.payment USING btree (user_id, counted_at) WHERE (counted_at IS NOT NULL);
CREATE INDEX payment_failed ON public.payment USING btree (user_id, created_at DESC, id DESC) WHERE (failure_reason IS NOT NULL);
CREATE UNIQUE INDEX payment_one_internal_per_hash ON public.payment USING btree (payment_hash) WHERE (path = 'internal'::payment_path);
CREATE UNIQUE INDEX payment_one_live_per_hash ON public.payment USING btree (payment_hash) WHERE ((path = 'node'::payment_path) AND (failure_reason IS NULL));
CREATE INDEX payment_open ON public.payment USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX payment_to_forget ON public.payment USING btree (ended_at) WHERE ((failure_reason IS NOT NULL) AND ((bolt11 <> ''::text) OR (memo IS NOT NULL) OR (records <> '{}'::jsonb)));
CREATE INDEX payment_unsettled_by_identifier ON public.payment USING btree (identifier) WHERE (fee_msat IS NULL);
CREATE TRIGGER guard_payment_state BEFORE UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION guard_payment_state();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON public.payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select, update (state, owner_process_id, sender_process_id, index_before, acknowledged_index, request_ended_at, first_not_found_at) on payment to satchel;

create table payment_batch (
  id uuid not null,
  user_id uuid not null,
  grant_id text not null,
  owner_process_id text not null,
  created_at timestamp with time zone not null,
  constraint payment_batch_pkey PRIMARY KEY (id),
  constraint payment_batch_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
grant insert, select on payment_batch to satchel;

create table payment_batch_item (
  batch_id uuid not null,
  index integer not null,
  state batch_item_state not null,
  payment_id uuid not null,
  identifier text collate "C" not null,
  preimage bytea not null,
  destination text not null,
  amount_msat bigint not null,
  memo text,
  records jsonb not null,
  records_text text,
  refusal_kind text,
  refusal_detail text,
  constraint payment_batch_item_pkey PRIMARY KEY (batch_id, index),
  constraint payment_batch_item_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint payment_batch_item_check CHECK (((state = 'refused'::batch_item_state) = ((refusal_kind IS NOT NULL) AND (refusal_detail IS NOT NULL)))),
  constraint payment_batch_item_preimage_check CHECK ((octet_length(preimage) = 32))
);
CREATE INDEX payment_batch_item_pending ON public.payment_batch_item USING btree (batch_id) WHERE (state = 'pending'::batch_item_state);
CREATE INDEX payment_batch_item_to_forget ON public.payment_batch_item USING btree (batch_id) WHERE ((destination <> ''::text) OR (memo IS NOT NULL) OR (records <> '{}'::jsonb) OR (records_text IS NOT NULL));
grant insert, select, update (state, refusal_kind, refusal_detail) on payment_batch_item to satchel;

create table personal_token (
  id text collate "C" not null,
  user_id uuid not null,
  token_hash bytea not null,
  name text not null,
  scopes text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint personal_token_pkey PRIMARY KEY (id),
  constraint personal_token_token_hash_key UNIQUE (token_hash),
  constraint personal_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint personal_token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX personal_token_by_user ON public.personal_token USING btree (user_id, created_at);
CREATE TRIGGER disable_endpoints_of_revoked_tokens AFTER UPDATE ON public.personal_token REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION disable_endpoints_of_revoked_tokens();
CREATE TRIGGER end_approvals_of_revoked AFTER UPDATE OF revoked_at ON public.personal_token FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION end_approvals_of_revoked();
CREATE TRIGGER refuse_change BEFORE UPDATE OF id, user_id, token_hash, scopes, expires_at ON public.personal_token FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.personal_token FOR EACH ROW EXECUTE FUNCTION refuse_access_in_lockdown();
grant insert, select, update (revoked_at) on personal_token to satchel;

create table posting (
  transfer_id uuid not null,
  line integer not null,
  account account_name not null,
  user_id uuid,
  balance_after_msat bigint,
  seq bigint,
  amount_msat bigint not null,
  constraint posting_pkey PRIMARY KEY (transfer_id, line),
  constraint posting_amount_msat_check CHECK ((amount_msat <> 0)),
  constraint posting_check CHECK (
CASE
    WHEN (account = ANY (ARRAY['wallet'::account_name, 'held'::account_name])) THEN ((user_id IS NOT NULL) AND ((amount_msat % (1000)::bigint) = 0) AND ((balance_after_msat >= 0) IS TRUE) AND ((seq > 0) IS TRUE))
    ELSE ((user_id IS NULL) AND (balance_after_msat IS NULL) AND (seq IS NULL))
END)
) with (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE UNIQUE INDEX posting_statement ON public.posting USING btree (user_id, account, seq) WHERE (user_id IS NOT NULL);
CREATE INDEX posting_unclaimed ON public.posting USING btree (transfer_id) INCLUDE (amount_msat) WHERE (account = 'unclaimed'::account_name);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_unbalanced AFTER INSERT ON public.posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();
grant select on posting to satchel;

create table process (
  id text collate "C" not null,
  role text not null,
  started_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone not null default now(),
  is_gone boolean not null default false,
  root_key_ids text[],
  known_keys text[],
  sealing_key text,
  constraint process_pkey PRIMARY KEY (id)
);
grant delete, insert (id, role, root_key_ids), select, update (heartbeat_at, is_gone, root_key_ids, known_keys, sealing_key) on process to satchel;

create table proof_binding (
  key bytea not null,
  node_pubkey text not null,
  signature text not null,
  bound_at timestamp with time zone not null default clock_timestamp(),
  constraint proof_binding_pkey PRIMARY KEY (key, node_pubkey),
  constraint proof_binding_key_check CHECK ((octet_length(key) = 32))
);
grant insert, select on proof_binding to satchel;

create table proof_checkpoint (
  epoch bigint not null,
  made_at timestamp with time zone not null,
  node_pubkey text not null,
  depth integer not null,
  users_root bytea not null,
  users_msat bigint not null,
  unclaimed_msat bigint not null,
  in_flight_msat bigint not null,
  previous bytea not null,
  key bytea not null,
  signature bytea not null,
  key_signature bytea,
  run_id uuid,
  seed bytea,
  constraint proof_checkpoint_pkey PRIMARY KEY (epoch),
  constraint proof_checkpoint_run_id_key UNIQUE (run_id),
  constraint proof_checkpoint_check CHECK (((run_id IS NULL) = (seed IS NULL))),
  constraint proof_checkpoint_depth_check CHECK ((depth > 0)),
  constraint proof_checkpoint_epoch_check CHECK ((epoch > 0)),
  constraint proof_checkpoint_in_flight_msat_check CHECK ((in_flight_msat >= 0)),
  constraint proof_checkpoint_key_check CHECK ((octet_length(key) = 32)),
  constraint proof_checkpoint_key_signature_check CHECK ((octet_length(key_signature) = 64)),
  constraint proof_checkpoint_previous_check CHECK ((octet_length(previous) = 32)),
  constraint proof_checkpoint_seed_check CHECK ((octet_length(seed) = 32)),
  constraint proof_checkpoint_signature_check CHECK ((octet_length(signature) = 64)),
  constraint proof_checkpoint_unclaimed_msat_check CHECK ((unclaimed_msat >= 0)),
  constraint proof_checkpoint_users_msat_check CHECK ((users_msat >= 0)),
  constraint proof_checkpoint_users_root_check CHECK ((octet_length(users_root) = 32))
);
CREATE INDEX proof_checkpoint_with_tree ON public.proof_checkpoint USING btree (epoch) WHERE (run_id IS NOT NULL);
grant insert, select, update (run_id, seed) on proof_checkpoint to satchel;

create table proof_chunk (
  run_id uuid not null,
  kind text not null,
  number integer not null,
  first_id uuid,
  written_at timestamp with time zone not null default clock_timestamp(),
  body bytea not null,
  constraint proof_chunk_pkey PRIMARY KEY (run_id, kind, number),
  constraint proof_chunk_check CHECK (((kind = 'users'::text) = (first_id IS NOT NULL))),
  constraint proof_chunk_kind_check CHECK ((kind = ANY (ARRAY['leaves'::text, 'tops'::text, 'users'::text]))),
  constraint proof_chunk_number_check CHECK ((number >= 0))
);
CREATE INDEX proof_chunk_of_users ON public.proof_chunk USING btree (run_id, first_id) WHERE (kind = 'users'::text);
grant delete, insert, select on proof_chunk to satchel;

create table push_device (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  session_epoch integer not null,
  endpoint text not null,
  public_key bytea not null,
  auth bytea not null,
  sender_key bytea not null,
  device text not null,
  shows_details boolean not null default false,
  created_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  pushed_seq bigint not null,
  tries integer not null default 0,
  retry_at timestamp with time zone,
  problem text,
  lockdown_number integer not null default 0,
  constraint push_device_pkey PRIMARY KEY (id),
  constraint push_device_endpoint_key UNIQUE (endpoint),
  constraint push_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint push_device_auth_check CHECK ((octet_length(auth) = 16)),
  constraint push_device_endpoint_check CHECK ((octet_length(endpoint) <= 2000)),
  constraint push_device_public_key_check CHECK ((octet_length(public_key) = 65)),
  constraint push_device_sender_key_check CHECK ((octet_length(sender_key) = 65))
);
CREATE INDEX push_device_of_session ON public.push_device USING btree (session_id);
CREATE INDEX push_device_of_user ON public.push_device USING btree (user_id);
grant delete, insert, insert (lockdown_number), select, update (user_id, session_id, session_epoch, endpoint, public_key, auth, sender_key, device, shows_details, created_at, taken_at, pushed_seq, tries, retry_at, problem, lockdown_number) on push_device to satchel;

create table receipt (
  id uuid not null,
  identifier text collate "C" not null,
  source receipt_source not null,
  user_id uuid,
  invoice_id uuid,
  payment_id uuid,
  node_pubkey text collate "C",
  set_id text collate "C" not null default ''::text,
  settle_index bigint,
  payment_hash bytea not null,
  preimage bytea,
  amount_msat bigint not null,
  records jsonb not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone not null,
  unclaimed_reason text,
  raw_event text,
  claimed_receipt_id uuid,
  constraint receipt_pkey PRIMARY KEY (id),
  constraint receipt_claimed_receipt_id_fkey FOREIGN KEY (claimed_receipt_id) REFERENCES receipt(id),
  constraint receipt_amount_msat_check CHECK ((amount_msat >= 0)),
  constraint receipt_check CHECK (((user_id IS NULL) = (unclaimed_reason IS NOT NULL))),
  constraint receipt_check1 CHECK (((user_id IS NULL) OR (preimage IS NULL) OR (sha256(preimage) = payment_hash))),
  constraint receipt_check2 CHECK (((source = 'internal'::receipt_source) = (payment_id IS NOT NULL))),
  constraint receipt_check3 CHECK (((source = 'node'::receipt_source) = ((node_pubkey IS NOT NULL) AND (settle_index IS NOT NULL)))),
  constraint receipt_check4 CHECK (((source = ANY (ARRAY['internal'::receipt_source, 'node'::receipt_source])) = (claimed_receipt_id IS NULL))),
  constraint receipt_check5 CHECK (((claimed_receipt_id IS NULL) OR (user_id IS NOT NULL)))
) with (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE UNIQUE INDEX receipt_claimed_once ON public.receipt USING btree (claimed_receipt_id) WHERE (claimed_receipt_id IS NOT NULL);
CREATE UNIQUE INDEX receipt_credited_once ON public.receipt USING btree (payment_hash, set_id, node_pubkey) WHERE (source = 'node'::receipt_source);
CREATE INDEX receipt_of_payment ON public.receipt USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX receipt_one_internal_per_invoice ON public.receipt USING btree (invoice_id, (
CASE
    WHEN (source <> 'internal'::receipt_source) THEN id
    ELSE NULL::uuid
END)) NULLS NOT DISTINCT WHERE (invoice_id IS NOT NULL);
CREATE INDEX receipt_unclaimed ON public.receipt USING btree (settled_at, id) WHERE (user_id IS NULL);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on receipt to satchel;

create table record_filling (
  is_only boolean not null default true,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  begun_at timestamp with time zone not null default now(),
  constraint record_filling_pkey PRIMARY KEY (is_only),
  constraint record_filling_is_only_check CHECK (is_only)
);
grant select on record_filling to satchel;

create table record_note (
  user_id uuid not null,
  identifier text collate "C" not null,
  text text not null,
  written_at timestamp with time zone not null,
  constraint record_note_pkey PRIMARY KEY (user_id, identifier),
  constraint record_note_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint record_note_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500)))
);
grant delete, insert, select, update (text, written_at) on record_note to satchel;

create table refresh_token (
  token_hash bytea not null,
  app_grant_id uuid not null,
  generation integer not null,
  scopes text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  family_id uuid not null,
  constraint refresh_token_pkey PRIMARY KEY (token_hash),
  constraint refresh_token_app_grant_id_fkey FOREIGN KEY (app_grant_id) REFERENCES app_grant(id),
  constraint refresh_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_family(id),
  constraint refresh_token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX refresh_token_by_end ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_by_family ON public.refresh_token USING btree (family_id);
grant delete, insert, select, update (consumed_at) on refresh_token to satchel;

create table request_block (
  user_id uuid not null,
  blocked_user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint request_block_pkey PRIMARY KEY (user_id, blocked_user_id),
  constraint request_block_blocked_user_id_fkey FOREIGN KEY (blocked_user_id) REFERENCES wallet_user(id),
  constraint request_block_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE INDEX request_block_of_blocked ON public.request_block USING btree (blocked_user_id);
grant delete, insert, select on request_block to satchel;

create table schema_function (
  name text not null,
  checksum text not null,
  revision integer not null,
  constraint schema_function_pkey PRIMARY KEY (name)
);
grant select on schema_function to satchel;

create table schema_migration (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (version)
);
grant select on schema_migration to satchel;

create table send_draft (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  source jsonb not null,
  payee text,
  description text,
  min_sat bigint not null,
  max_sat bigint not null,
  comment_length integer not null,
  amount_sat bigint,
  comment text,
  bolt11 text,
  pay_sat bigint,
  sent_to jsonb,
  is_hash_confirmed boolean,
  payment_id uuid,
  ordered_at timestamp with time zone,
  ordered_sat bigint,
  is_proved boolean,
  constraint send_draft_pkey PRIMARY KEY (id),
  constraint send_draft_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint send_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint send_draft_check CHECK (((bolt11 IS NULL) = (is_hash_confirmed IS NULL))),
  constraint send_draft_check1 CHECK (((ordered_at IS NULL) = (ordered_sat IS NULL))),
  constraint send_draft_check2 CHECK (((ordered_at IS NULL) = (is_proved IS NULL))),
  constraint send_draft_ordered_sat_check CHECK ((ordered_sat >= 0))
);
CREATE INDEX send_draft_by_order ON public.send_draft USING btree (user_id, ordered_at) WHERE (ordered_at IS NOT NULL);
CREATE INDEX send_draft_by_time ON public.send_draft USING btree (created_at);
CREATE INDEX send_draft_unpaid ON public.send_draft USING btree (user_id, created_at) WHERE (payment_id IS NULL);
grant delete, insert, select, update (amount_sat, comment, bolt11, pay_sat, sent_to, is_hash_confirmed, payment_id, ordered_at, ordered_sat, is_proved) on send_draft to satchel;

create table session (
  id uuid not null,
  secret_hash bytea not null,
  user_id uuid,
  session_epoch integer,
  signed_in_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  challenge text,
  challenge_expires_at timestamp with time zone,
  return_to text,
  notice_kind text,
  notice text,
  device text not null,
  address text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  signed_in_for text,
  lockdown_number integer not null default 0,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_secret_hash_key UNIQUE (secret_hash),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint session_check CHECK (((user_id IS NULL) = (session_epoch IS NULL))),
  constraint session_check1 CHECK (((user_id IS NOT NULL) OR ((signed_in_at IS NULL) AND (confirmed_at IS NULL)))),
  constraint session_check2 CHECK (((challenge IS NULL) = (challenge_expires_at IS NULL))),
  constraint session_check3 CHECK (((notice IS NULL) = (notice_kind IS NULL))),
  constraint session_notice_kind_check CHECK ((notice_kind = ANY (ARRAY['done'::text, 'problem'::text]))),
  constraint session_return_to_check CHECK ((return_to ~~ '/%'::text)),
  constraint session_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint session_signed_in_for_check CHECK ((signed_in_for ~~ '/%'::text))
);
CREATE INDEX session_by_end ON public.session USING btree (expires_at);
CREATE INDEX session_by_user ON public.session USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER tell_of_new_sign_in AFTER INSERT ON public.session FOR EACH ROW WHEN ((new.signed_in_at IS NOT NULL)) EXECUTE FUNCTION tell_of_new_sign_in();
grant delete, insert, insert (lockdown_number), select, update (confirmed_at, challenge, challenge_expires_at, return_to, notice_kind, notice, last_seen_at, expires_at, signed_in_for) on session to satchel;

create table settled_record (
  id uuid not null,
  user_id uuid not null,
  direction record_direction not null,
  identifier text collate "C" not null,
  payment_hash bytea,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone not null,
  booked_at timestamp with time zone not null,
  seq bigint not null,
  has_boostagram boolean not null,
  body text not null,
  rail record_rail not null default 'lightning'::record_rail,
  kind payment_kind,
  amount_msat bigint,
  fee_msat bigint,
  grant_id text,
  constraint settled_record_pkey PRIMARY KEY (id),
  constraint settled_record_identifier_key UNIQUE (identifier),
  constraint settled_record_has_hash CHECK (((rail <> 'lightning'::record_rail) OR (payment_hash IS NOT NULL))) NOT VALID,
  constraint settled_record_is_filled CHECK (
CASE
    WHEN (amount_msat IS NULL) THEN ((fee_msat IS NULL) AND (kind IS NULL) AND (grant_id IS NULL) AND (rail = 'lightning'::record_rail))
    ELSE ((fee_msat IS NOT NULL) AND ((rail <> 'lightning'::record_rail) OR (kind IS NOT NULL)))
END) NOT VALID
) with (toast_tuple_target=8160, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX settled_record_by_booking ON public.settled_record USING btree (booked_at);
CREATE INDEX settled_record_by_creation ON public.settled_record USING btree (user_id, direction, created_at DESC, id DESC);
CREATE UNIQUE INDEX settled_record_by_settlement ON public.settled_record USING btree (user_id, seq);
CREATE TRIGGER refuse_change BEFORE UPDATE ON public.settled_record FOR EACH ROW EXECUTE FUNCTION refuse_record_change();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON public.settled_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on settled_record to satchel;

create table sign_in_place (
  user_id uuid not null,
  device text not null,
  address text not null,
  last_at timestamp with time zone not null,
  first_at timestamp with time zone default clock_timestamp(),
  constraint sign_in_place_pkey PRIMARY KEY (user_id, device, address),
  constraint sign_in_place_user_id_fkey FOREIGN KEY (user_id) REFERENCES notice_inbox(user_id)
);
CREATE INDEX sign_in_place_by_time ON public.sign_in_place USING btree (last_at);
grant delete, select on sign_in_place to satchel;

create table statement_close (
  user_id uuid not null,
  month text collate "C" not null,
  time_zone text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  after_seq bigint not null,
  last_seq bigint not null,
  opening_msat bigint not null,
  incoming_msat bigint not null,
  outgoing_msat bigint not null,
  fees_msat bigint not null,
  closing_msat bigint not null,
  held_msat bigint not null,
  previous_link bytea not null,
  head bytea not null,
  closed_at timestamp with time zone not null,
  constraint statement_close_pkey PRIMARY KEY (user_id, month),
  constraint statement_close_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint statement_adds_up CHECK (((((opening_msat + incoming_msat) - outgoing_msat) - fees_msat) = closing_msat)),
  constraint statement_close_after_seq_check CHECK ((after_seq >= 0)),
  constraint statement_close_check CHECK ((ends_at > begins_at)),
  constraint statement_close_check1 CHECK ((last_seq >= after_seq)),
  constraint statement_close_check2 CHECK (((held_msat >= 0) AND (held_msat <= closing_msat))),
  constraint statement_close_closing_msat_check CHECK ((closing_msat >= 0)),
  constraint statement_close_fees_msat_check CHECK ((fees_msat >= 0)),
  constraint statement_close_head_check CHECK ((octet_length(head) = 32)),
  constraint statement_close_incoming_msat_check CHECK ((incoming_msat >= 0)),
  constraint statement_close_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint statement_close_opening_msat_check CHECK ((opening_msat >= 0)),
  constraint statement_close_outgoing_msat_check CHECK ((outgoing_msat >= 0)),
  constraint statement_close_previous_link_check CHECK ((octet_length(previous_link) = 32))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on statement_close to satchel;

create table statement_open (
  user_id uuid not null,
  month text collate "C" not null,
  time_zone text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  after_seq bigint not null,
  last_seq bigint not null,
  opening_msat bigint not null,
  incoming_msat bigint not null,
  outgoing_msat bigint not null,
  fees_msat bigint not null,
  previous_link bytea not null,
  head bytea not null,
  constraint statement_open_pkey PRIMARY KEY (user_id),
  constraint statement_open_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id)
) with (fillfactor=50);
CREATE INDEX statement_open_by_end ON public.statement_open USING btree (ends_at, user_id);
grant select on statement_open to satchel;

create table stranded_payment (
  payment_id uuid not null,
  seen_at timestamp with time zone not null,
  away_sec bigint not null,
  told_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint stranded_payment_pkey PRIMARY KEY (payment_id),
  constraint stranded_payment_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint stranded_payment_away_sec_check CHECK ((away_sec >= 0))
);
CREATE INDEX stranded_payment_not_closed ON public.stranded_payment USING btree (payment_id) WHERE (closed_at IS NULL);
grant delete, insert, select, update on stranded_payment to satchel;

create table token_family (
  id uuid not null,
  app_grant_id uuid not null,
  generation integer not null,
  begun_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  marked_at timestamp with time zone,
  ended_at timestamp with time zone,
  resource text not null default 'wallet_api'::text,
  constraint token_family_pkey PRIMARY KEY (id),
  constraint token_family_app_grant_id_fkey FOREIGN KEY (app_grant_id) REFERENCES app_grant(id)
);
CREATE INDEX token_family_by_app_grant ON public.token_family USING btree (app_grant_id, generation);
CREATE INDEX token_family_by_end ON public.token_family USING btree (expires_at);
grant delete, insert, select, update (last_used_at, expires_at, marked_at, ended_at) on token_family to satchel;

create table transfer (
  id uuid not null,
  kind transfer_kind not null,
  subject_id uuid not null,
  created_at timestamp with time zone not null,
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_check CHECK (((kind = ANY (ARRAY['post'::transfer_kind, 'void'::transfer_kind])) = (id <> subject_id)))
) with (autovacuum_vacuum_insert_scale_factor=0.02);
CREATE UNIQUE INDEX transfer_payment_ends_once ON public.transfer USING btree (subject_id) WHERE (kind = ANY (ARRAY['post'::transfer_kind, 'void'::transfer_kind]));
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on transfer to satchel;

create table user_change (
  user_id uuid not null,
  kind text not null,
  subject text collate "C" not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint user_change_pkey PRIMARY KEY (user_id, kind, subject),
  constraint user_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint user_change_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'email'::text, 'second_factor_removed'::text, 'limit_raised'::text, 'budget_raised'::text])))
);
grant select on user_change to satchel;

create table user_limit (
  user_id uuid not null,
  max_balance_sat bigint,
  max_send_day_sat bigint,
  constraint user_limit_pkey PRIMARY KEY (user_id),
  constraint user_limit_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint user_limit_max_balance_sat_check CHECK ((max_balance_sat >= 0)),
  constraint user_limit_max_send_day_sat_check CHECK ((max_send_day_sat >= 0))
);
grant select on user_limit to satchel;

create table wallet (
  user_id uuid not null,
  wallet_msat bigint not null default 0,
  held_msat bigint not null default 0,
  wallet_seq bigint not null default 0,
  held_seq bigint not null default 0,
  record_seq bigint not null default 0,
  invoices_count bigint not null default 0,
  transactions_count bigint not null default 0,
  boostagrams_count bigint not null default 0,
  last_invoice_at timestamp with time zone,
  last_booked_at timestamp with time zone,
  has_budgets boolean not null default false,
  has_webhooks boolean not null default false,
  is_closed boolean not null default false,
  constraint wallet_pkey PRIMARY KEY (user_id),
  constraint wallet_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id),
  constraint wallet_closed_is_empty CHECK (((NOT is_closed) OR ((wallet_msat = 0) AND (held_msat = 0)))),
  constraint wallet_held_msat_check CHECK (((held_msat >= 0) AND ((held_msat % (1000)::bigint) = 0))),
  constraint wallet_wallet_msat_check CHECK (((wallet_msat >= 0) AND ((wallet_msat % (1000)::bigint) = 0)))
) with (fillfactor=50);
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON public.wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on wallet to satchel;

create table wallet_user (
  id uuid not null,
  identifier text collate "C" not null,
  email text,
  name text,
  avatar text,
  nostr_pubkey text,
  password_hash text not null,
  is_admin boolean not null default false,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  session_epoch integer not null default 1,
  reset_asked_at timestamp with time zone,
  takes_zaps boolean not null default true,
  language text,
  unit text not null default 'sat'::text,
  currency text,
  time_zone text,
  theme text not null default 'system'::text,
  hides_amounts boolean not null default false,
  confirm_above_sat bigint not null default 100000,
  time_zone_since timestamp with time zone,
  closed_at timestamp with time zone,
  browser_language text,
  shows_name_since timestamp with time zone,
  constraint wallet_user_pkey PRIMARY KEY (id),
  constraint wallet_user_email_key UNIQUE (email),
  constraint wallet_user_identifier_key UNIQUE (identifier),
  constraint wallet_user_closed_is_blank CHECK (((closed_at IS NULL) OR ((disabled_at IS NOT NULL) AND (email = ('closed '::text || (id)::text)) AND (num_nonnulls(name, avatar, nostr_pubkey, reset_asked_at, language, currency, time_zone, browser_language, shows_name_since) = 0)))),
  constraint wallet_user_confirm_above_sat_check CHECK ((confirm_above_sat >= 0)),
  constraint wallet_user_email_check CHECK ((email = lower(email))),
  constraint wallet_user_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint wallet_user_unit_check CHECK ((unit = ANY (ARRAY['sat'::text, 'bip177'::text, 'btc'::text])))
);
CREATE INDEX wallet_user_admin ON public.wallet_user USING btree (id) WHERE is_admin;
CREATE INDEX wallet_user_by_age ON public.wallet_user USING btree (created_at DESC, id DESC);
CREATE INDEX wallet_user_reset_asked ON public.wallet_user USING btree (reset_asked_at, id) WHERE (reset_asked_at IS NOT NULL);
CREATE TRIGGER begin_health_of_enabled AFTER UPDATE OF disabled_at ON public.wallet_user FOR EACH ROW WHEN (((old.disabled_at IS NOT NULL) AND (new.disabled_at IS NULL))) EXECUTE FUNCTION begin_health_of_enabled();
CREATE TRIGGER end_tokens_of_apps AFTER UPDATE OF password_hash, disabled_at ON public.wallet_user FOR EACH ROW EXECUTE FUNCTION end_tokens_of_apps();
CREATE TRIGGER note_changed_account AFTER UPDATE OF password_hash, email, confirm_above_sat ON public.wallet_user FOR EACH ROW WHEN ((new.closed_at IS NULL)) EXECUTE FUNCTION note_changed_account();
CREATE TRIGGER note_outside_change AFTER UPDATE OF disabled_at ON public.wallet_user FOR EACH ROW WHEN (((old.disabled_at IS NULL) <> (new.disabled_at IS NULL))) EXECUTE FUNCTION note_outside_change();
CREATE TRIGGER open_wallet AFTER INSERT ON public.wallet_user FOR EACH ROW EXECUTE FUNCTION open_wallet();
CREATE TRIGGER refuse_change_in_lockdown BEFORE UPDATE ON public.wallet_user FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (new.is_admin AND (NOT old.is_admin)) OR ((old.password_hash <> new.password_hash) AND (old.session_epoch <> new.session_epoch)))) EXECUTE FUNCTION refuse_change_in_lockdown();
CREATE TRIGGER refuse_in_lockdown BEFORE INSERT ON public.wallet_user FOR EACH ROW EXECUTE FUNCTION refuse_change_in_lockdown();
grant insert, select, update (email, name, avatar, nostr_pubkey, password_hash, disabled_at, session_epoch, reset_asked_at, takes_zaps, language, unit, currency, time_zone, theme, hides_amounts, confirm_above_sat, time_zone_since, browser_language, shows_name_since) on wallet_user to satchel;

create table webhook_attempt (
  endpoint_id text collate "C" not null,
  delivery_id bigint not null,
  number integer not null,
  trigger webhook_trigger not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status smallint,
  error_class text,
  response_excerpt text,
  constraint webhook_attempt_pkey PRIMARY KEY (endpoint_id, delivery_id, number),
  constraint webhook_attempt_check CHECK (((status IS NOT NULL) OR (error_class IS NOT NULL)))
);
CREATE INDEX webhook_attempt_by_start ON public.webhook_attempt USING btree (started_at);
grant select on webhook_attempt to satchel;

create table webhook_delivery (
  id bigint not null generated always as identity,
  endpoint_id text collate "C" not null,
  message_id uuid not null,
  event_type webhook_event_type not null,
  body text,
  state webhook_delivery_state not null,
  next_at timestamp with time zone,
  attempts integer not null default 0,
  attempts_before integer not null default 0,
  trigger webhook_trigger not null default 'auto'::webhook_trigger,
  last_status smallint,
  last_error text,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  claimed_until timestamp with time zone,
  is_test boolean not null default false,
  constraint webhook_delivery_pkey PRIMARY KEY (endpoint_id, id),
  constraint webhook_delivery_check CHECK (((state = 'pending'::webhook_delivery_state) = (next_at IS NOT NULL))),
  constraint webhook_delivery_check1 CHECK (((state = 'pending'::webhook_delivery_state) = (done_at IS NULL))),
  constraint webhook_delivery_claimed_is_pending CHECK (((claimed_until IS NULL) OR (state = 'pending'::webhook_delivery_state))),
  constraint webhook_delivery_test_has_body CHECK (((body IS NOT NULL) OR (NOT is_test))) NOT VALID
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.1, autovacuum_analyze_scale_factor=0.02, fillfactor=50);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint_id, next_at) WITH (deduplicate_items=off) WHERE (state = 'pending'::webhook_delivery_state);
CREATE INDEX webhook_delivery_ended_test ON public.webhook_delivery USING btree (done_at) WHERE is_test;
CREATE UNIQUE INDEX webhook_delivery_of_message ON public.webhook_delivery USING btree (message_id, endpoint_id COLLATE "POSIX");
CREATE INDEX webhook_delivery_undelivered ON public.webhook_delivery USING btree (endpoint_id, id) WHERE (state = ANY (ARRAY['exhausted'::webhook_delivery_state, 'skipped'::webhook_delivery_state]));
grant select on webhook_delivery to satchel;

create table webhook_endpoint (
  id text collate "C" not null,
  user_id uuid not null,
  client_id text collate "C",
  url text not null,
  description text not null,
  filter_types webhook_event_type[] not null,
  state webhook_endpoint_state not null default 'active'::webhook_endpoint_state,
  disabled_reason text,
  disabled_at timestamp with time zone,
  failing_since timestamp with time zone,
  consecutive_failures integer not null default 0,
  last_success_at timestamp with time zone,
  warned_stage smallint not null default 0,
  told_after_seq bigint not null,
  told_to_seq bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  failing_delivery_id bigint,
  has_failed_apart boolean not null default false,
  token_id text collate "C",
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint webhook_endpoint_token_id_fkey FOREIGN KEY (token_id) REFERENCES personal_token(id),
  constraint webhook_endpoint_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint webhook_endpoint_check CHECK (((state = 'deleted'::webhook_endpoint_state) = (deleted_at IS NOT NULL))),
  constraint webhook_endpoint_check1 CHECK (((state = 'deleted'::webhook_endpoint_state) = (told_to_seq IS NOT NULL))),
  constraint webhook_endpoint_check2 CHECK (((disabled_reason IS NULL) = (disabled_at IS NULL))),
  constraint webhook_endpoint_check3 CHECK (((state = 'deleted'::webhook_endpoint_state) OR ((state = 'disabled'::webhook_endpoint_state) = (disabled_at IS NOT NULL)))),
  constraint webhook_endpoint_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['switched_off'::text, 'app_revoked'::text, 'token_ended'::text, 'failing'::text, 'gone'::text, 'refused'::text]))),
  constraint webhook_endpoint_filter_types_check CHECK ((cardinality(filter_types) >= 1)),
  constraint webhook_endpoint_one_maker CHECK (((client_id IS NULL) OR (token_id IS NULL)))
) with (fillfactor=50);
CREATE INDEX webhook_endpoint_deleted ON public.webhook_endpoint USING btree (deleted_at) WHERE (state = 'deleted'::webhook_endpoint_state);
CREATE INDEX webhook_endpoint_failing ON public.webhook_endpoint USING btree (failing_since, id) WHERE ((failing_since IS NOT NULL) AND (state = 'active'::webhook_endpoint_state));
CREATE INDEX webhook_endpoint_of_app ON public.webhook_endpoint USING btree (client_id, user_id) WHERE (state <> 'deleted'::webhook_endpoint_state);
CREATE INDEX webhook_endpoint_of_token ON public.webhook_endpoint USING btree (token_id) WHERE ((token_id IS NOT NULL) AND (state <> 'deleted'::webhook_endpoint_state));
CREATE INDEX webhook_endpoint_of_user ON public.webhook_endpoint USING btree (user_id) WHERE (state <> 'deleted'::webhook_endpoint_state);
CREATE TRIGGER tell_of_webhook_off AFTER UPDATE ON public.webhook_endpoint FOR EACH ROW WHEN (((old.state = 'active'::webhook_endpoint_state) AND (new.state = 'disabled'::webhook_endpoint_state) AND (new.disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text, 'refused'::text])))) EXECUTE FUNCTION tell_of_webhook_off();
grant select on webhook_endpoint to satchel;

create table webhook_secret (
  endpoint_id text collate "C" not null,
  number integer not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  valid_until timestamp with time zone,
  constraint webhook_secret_pkey PRIMARY KEY (endpoint_id, number),
  constraint webhook_secret_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id)
);
CREATE UNIQUE INDEX webhook_secret_current ON public.webhook_secret USING btree (endpoint_id) WHERE (valid_until IS NULL);
grant select, update (sealed) on webhook_secret to satchel;

create table withdraw_draft (
  id uuid not null,
  user_id uuid not null,
  domain text not null,
  callback text not null,
  k1 text not null,
  description text not null,
  min_msat bigint not null,
  max_msat bigint not null,
  created_at timestamp with time zone not null,
  invoice_id uuid,
  accepted_at timestamp with time zone,
  constraint withdraw_draft_pkey PRIMARY KEY (id),
  constraint withdraw_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet_user(id)
);
CREATE INDEX withdraw_draft_by_time ON public.withdraw_draft USING btree (created_at);
CREATE INDEX withdraw_draft_unasked ON public.withdraw_draft USING btree (user_id, created_at) WHERE (invoice_id IS NULL);
grant delete, insert, select, update (invoice_id, accepted_at) on withdraw_draft to satchel;

create table withdrawal (
  id uuid not null,
  identifier text collate "C" not null,
  user_id uuid not null,
  grant_id text not null,
  address text not null,
  amount_msat bigint not null,
  speed withdrawal_speed not null,
  held_msat bigint not null,
  from_height integer not null,
  is_internal boolean not null,
  state withdrawal_state not null,
  created_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  txid bytea,
  raw bytea,
  fee_msat bigint,
  change_index integer,
  signed_at timestamp with time zone,
  broadcast_at timestamp with time zone,
  block_height integer,
  block_hash bytea,
  ended_at timestamp with time zone,
  failure_reason text,
  failure_message text,
  purpose text,
  outflow_slice timestamp with time zone,
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint withdrawal_identifier_key UNIQUE (identifier),
  constraint withdrawal_txid_key UNIQUE (txid),
  constraint withdrawal_user_id_fkey FOREIGN KEY (user_id) REFERENCES wallet(user_id),
  constraint withdrawal_amount_msat_check CHECK (((amount_msat > 0) AND ((amount_msat % (1000)::bigint) = 0))),
  constraint withdrawal_block_hash_check CHECK ((octet_length(block_hash) = 32)),
  constraint withdrawal_block_is_whole CHECK ((((block_height IS NULL) = (block_hash IS NULL)) AND ((block_height IS NULL) OR ((state = 'settled'::withdrawal_state) AND (NOT is_internal))))),
  constraint withdrawal_broadcast_has_time CHECK (((state <> 'broadcast'::withdrawal_state) OR (broadcast_at IS NOT NULL))),
  constraint withdrawal_change_index_check CHECK ((change_index >= 0)),
  constraint withdrawal_check CHECK ((counted_at > created_at)),
  constraint withdrawal_ends_with_time CHECK (((state = ANY (ARRAY['settled'::withdrawal_state, 'failed'::withdrawal_state])) = (ended_at IS NOT NULL))),
  constraint withdrawal_failed_with_reason CHECK ((((state = 'failed'::withdrawal_state) = (failure_reason IS NOT NULL)) AND ((failure_reason IS NULL) = (failure_message IS NULL)))),
  constraint withdrawal_fee_msat_check CHECK (((fee_msat >= 0) AND ((fee_msat % (1000)::bigint) = 0))),
  constraint withdrawal_from_height_check CHECK ((from_height >= 0)),
  constraint withdrawal_held_msat_check CHECK (((held_msat >= 0) AND ((held_msat % (1000)::bigint) = 0))),
  constraint withdrawal_holds_amount_and_fee CHECK (
CASE
    WHEN is_internal THEN (held_msat = 0)
    ELSE ((held_msat > amount_msat) AND ((amount_msat + COALESCE(fee_msat, (0)::bigint)) <= held_msat))
END),
  constraint withdrawal_leaves_with_transaction CHECK (
CASE
    WHEN ((state = ANY (ARRAY['reserved'::withdrawal_state, 'unknown'::withdrawal_state])) OR is_internal) THEN (raw IS NULL)
    ELSE ((raw IS NOT NULL) OR (state = 'failed'::withdrawal_state))
END),
  constraint withdrawal_transaction_is_whole CHECK (((num_nulls(txid, raw, fee_msat, signed_at) = ANY (ARRAY[0, 4])) AND ((raw IS NOT NULL) OR (num_nonnulls(change_index, broadcast_at) = 0)))),
  constraint withdrawal_txid_check CHECK ((octet_length(txid) = 32)),
  constraint withdrawal_within_service_is_settled CHECK (((NOT is_internal) OR (state = 'settled'::withdrawal_state)))
);
CREATE INDEX withdrawal_by_height ON public.withdrawal USING btree (block_height) WHERE (block_height IS NOT NULL);
CREATE INDEX withdrawal_counted_later ON public.withdrawal USING btree (user_id, counted_at) WHERE (counted_at IS NOT NULL);
CREATE INDEX withdrawal_failed ON public.withdrawal USING btree (ended_at) WHERE (failure_reason IS NOT NULL);
CREATE INDEX withdrawal_of_user ON public.withdrawal USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX withdrawal_without_block ON public.withdrawal USING btree (created_at) WHERE ((block_height IS NULL) AND (state = 'settled'::withdrawal_state) AND (NOT is_internal));
CREATE TRIGGER guard_withdrawal_state BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION guard_withdrawal_state();
grant select, update (state, broadcast_at) on withdrawal to satchel;

create table withdrawal_input (
  withdrawal_id uuid not null,
  place integer not null,
  txid bytea not null,
  output_index integer not null,
  amount_msat bigint not null,
  is_free boolean not null default false,
  constraint withdrawal_input_pkey PRIMARY KEY (withdrawal_id, place),
  constraint withdrawal_input_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_input_amount_msat_check CHECK (((amount_msat > 0) AND ((amount_msat % (1000)::bigint) = 0))),
  constraint withdrawal_input_output_index_check CHECK ((output_index >= 0)),
  constraint withdrawal_input_place_check CHECK ((place >= 0)),
  constraint withdrawal_input_txid_check CHECK ((octet_length(txid) = 32))
);
CREATE UNIQUE INDEX withdrawal_input_once ON public.withdrawal_input USING btree (txid, output_index) WHERE (NOT is_free);
grant select on withdrawal_input to satchel;

create table zap_delivery (
  invoice_id uuid not null,
  place smallint not null,
  user_id uuid not null,
  relay text not null,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  is_running boolean not null default false,
  ended_at timestamp with time zone,
  is_accepted boolean,
  last_error text,
  constraint zap_delivery_pkey PRIMARY KEY (invoice_id, place),
  constraint zap_delivery_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint zap_delivery_check CHECK (((next_at IS NULL) = (ended_at IS NOT NULL))),
  constraint zap_delivery_check1 CHECK (((ended_at IS NULL) = (is_accepted IS NULL)))
);
CREATE INDEX zap_delivery_by_end ON public.zap_delivery USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX zap_delivery_due ON public.zap_delivery USING btree (user_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX zap_delivery_running ON public.zap_delivery USING btree (user_id) WHERE is_running;
grant select on zap_delivery to satchel;

create view filled_record with (security_invoker=true) as
 SELECT id,
    user_id,
    direction,
    identifier,
    payment_hash,
    created_at,
    settled_at,
    booked_at,
    seq,
    has_boostagram,
    body,
    rail,
        CASE
            WHEN amount_msat IS NOT NULL THEN kind
            WHEN direction = 'outgoing'::record_direction THEN ( SELECT p.kind
               FROM payment p
              WHERE p.id = record.id)
            ELSE ( SELECT
                    CASE
                        WHEN r.invoice_id IS NULL THEN 'keysend'::text
                        ELSE 'bolt11'::text
                    END::payment_kind AS payment_kind
               FROM receipt r
              WHERE r.id = record.id)
        END AS kind,
    COALESCE(amount_msat,
        CASE direction
            WHEN 'outgoing'::record_direction THEN ( SELECT (p.amount_msat + 999) / 1000 * 1000
               FROM payment p
              WHERE p.id = record.id)
            ELSE ( SELECT r.amount_msat / 1000 * 1000
               FROM receipt r
              WHERE r.id = record.id)
        END) AS amount_msat,
    COALESCE(fee_msat,
        CASE direction
            WHEN 'outgoing'::record_direction THEN ( SELECT
                    CASE p.path
                        WHEN 'internal'::payment_path THEN 0::bigint
                        ELSE LEAST((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat) - (p.amount_msat + 999) / 1000 * 1000
                    END AS "case"
               FROM payment p
              WHERE p.id = record.id)
            ELSE 0::bigint
        END) AS fee_msat,
        CASE
            WHEN amount_msat IS NOT NULL THEN grant_id
            WHEN direction = 'outgoing'::record_direction THEN ( SELECT p.grant_id
               FROM payment p
              WHERE p.id = record.id)
            ELSE ( SELECT v.grant_id
               FROM receipt r
                 JOIN invoice v ON v.id = r.invoice_id
              WHERE r.id = record.id)
        END AS grant_id
   FROM settled_record record;
grant select on filled_record to satchel;

create view open_hold with (security_invoker=true) as
 SELECT payment.user_id,
    payment.grant_id,
    payment.held_msat,
    payment.created_at,
    COALESCE(payment.counted_at, payment.created_at) AS counted_at,
    payment.acknowledged_index IS NOT NULL OR payment.state = 'dispatching'::payment_state AS is_in_flight
   FROM payment
  WHERE payment.ended_at IS NULL
UNION ALL
 SELECT withdrawal.user_id,
    withdrawal.grant_id,
    withdrawal.held_msat,
    withdrawal.created_at,
    COALESCE(withdrawal.counted_at, withdrawal.created_at) AS counted_at,
    false AS is_in_flight
   FROM withdrawal
  WHERE withdrawal.ended_at IS NULL;
grant select on open_hold to satchel;

create view outgoing_order with (security_invoker=true) as
 SELECT payment.id,
    payment.user_id,
    payment.grant_id,
    payment.identifier,
    payment.amount_msat,
    payment.held_msat,
    payment.created_at,
    payment.counted_at,
    payment.ended_at,
    payment.fee_msat IS NOT NULL AS is_settled,
    payment.failure_reason IS NOT NULL AS is_failed,
    payment.failure_reason IS NOT NULL AND (payment.bolt11 <> ''::text OR payment.memo IS NOT NULL OR payment.records <> '{}'::jsonb) AS is_failed_and_kept,
    payment.state::text AS state
   FROM payment
UNION ALL
 SELECT withdrawal.id,
    withdrawal.user_id,
    withdrawal.grant_id,
    withdrawal.identifier,
    withdrawal.amount_msat,
    withdrawal.held_msat,
    withdrawal.created_at,
    withdrawal.counted_at,
    withdrawal.ended_at,
    withdrawal.state = 'settled'::withdrawal_state AS is_settled,
    withdrawal.failure_reason IS NOT NULL AS is_failed,
    withdrawal.failure_reason IS NOT NULL AS is_failed_and_kept,
    withdrawal.state::text AS state
   FROM withdrawal;
grant select on outgoing_order to satchel;

CREATE OR REPLACE FUNCTION public.add_notice(who uuid, notice_kind text, about text, texts jsonb, how_many bigint DEFAULT 1, more boolean DEFAULT false, sum_msat bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  inbox notice_inbox;
  is_mailed boolean;
  is_pushed boolean;
begin
  update notice_inbox i set last_seq = i.last_seq + 1
    where i.user_id = who and notice_kind = any (i.bell)
    returning * into inbox;
  if not found then
    return;
  end if;
  is_pushed := notice_kind = any (inbox.push)
    and exists (select from push_device d where d.user_id = who);
  update notice n
    set seq = inbox.last_seq, detail = texts, count = n.count + how_many,
      is_more = n.is_more or more, amount_msat = n.amount_msat + sum_msat,
      told_at = clock_timestamp()
    where n.user_id = who and n.kind = notice_kind and n.subject = about
      and n.seq > inbox.seen_seq;
  if found then
    if is_pushed then
      perform enqueue_job(
        'push-notices', json_build_object('userId', who), who::text,
        clock_timestamp() + case when notice_kind = 'approval'
          then interval '5 minutes' else interval '1 minute' end);
    end if;
    return;
  end if;
  if is_pushed then
    perform enqueue_job('push-notices', json_build_object('userId', who), who::text);
  end if;
  -- Webhooks and alarms have mails of their own.
  is_mailed := notice_kind = any (inbox.mail) and notice_kind not in ('webhook_off', 'alarm')
    and not (notice_kind = 'approval' and exists (
      select from notice n
        where n.user_id = who and n.kind = 'approval'
          and n.mail_wanted_at > clock_timestamp() - interval '1 hour'));
  insert into notice (
      user_id, number, seq, kind, subject, detail, count, is_more, amount_msat, told_at,
      mail_wanted_at)
    values (
      who, inbox.last_seq, inbox.last_seq, notice_kind, about, texts, how_many, more, sum_msat,
      clock_timestamp(), case when is_mailed then clock_timestamp() end);
  if is_mailed then
    perform enqueue_job(
      'mail-notices', json_build_object('userId', who), who::text,
      clock_timestamp() + case when notice_kind in ('app', 'sign_in', 'approval')
        then interval '0' else interval '30 seconds' end);
  end if;
  delete from notice n where n.user_id = who and n.number in (
    select old.number from notice old where old.user_id = who order by old.seq desc offset 100);
end $function$;

CREATE OR REPLACE FUNCTION public.add_twin_facts(facts payment_facts, event payment_event, events payment_event[], accepted integer[], accepted_state payment_state)
 RETURNS payment_facts
 LANGUAGE plpgsql
AS $function$
declare
  place integer;
  twin payment_event;
begin
  foreach place in array accepted loop
    twin := events[place];
    if twin.payment_id = event.payment_id then
      facts.stored_state := accepted_state;
    end if;
    if (twin.user_id, twin.grant_id, twin.idempotency_key)
      = (event.user_id, event.grant_id, event.idempotency_key)
    then
      facts.key := row(twin.user_id, twin.grant_id, twin.idempotency_key, twin.request_hash,
        'payment', twin.payment_id, null)::idempotency_key;
    end if;
    if twin.payment_hash = event.payment_hash and twin.user_id = event.user_id then
      facts.own_payment_id := twin.payment_id;
    elsif twin.payment_hash = event.payment_hash then
      facts.hash_is_taken := true;
    end if;
    if twin.invoice_id = event.invoice_id then
      facts.invoice.is_settled := true;
    end if;
    if (twin.batch_id, twin.batch_index) = (event.batch_id, event.batch_index) then
      facts.batch_item_state := 'started';
    end if;
  end loop;
  return facts;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_send_limit(payer_id uuid, default_sat bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wanted_sat bigint;
  present_msat bigint;
  changed boolean := false;
begin
  loop
    wanted_sat := limit_in_force(
      (select l.max_send_day_sat from user_limit l where l.user_id = payer_id), default_sat);
    present_msat := (
      select b.limit_msat from budget b where b.user_id = payer_id and b.grant_id = '*');
    if present_msat is not distinct from wanted_sat * 1000 then
      return changed;
    elsif wanted_sat is null then
      perform remove_budget(payer_id, '*');
    else
      perform put_budget(payer_id, '*', wanted_sat * 1000, null, 'day', null, at);
    end if;
    -- Either has waited for the wallet, and meanwhile another limit may have been set. From here on
    -- this transaction has the wallet, so what it reads now stays.
    changed := true;
  end loop;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.approve_keysends(approved_id uuid, at timestamp with time zone, device text, raises boolean, process_id text, written_at timestamp with time zone, items json)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked approval;
begin
  select a.* into asked from approval a where a.id = approved_id for no key update;
  assert asked.id is not null and asked.amount_msat = (
      select sum((item.amount_msat + 999) / 1000 * 1000)
      from json_populate_recordset(null::payment_batch_item, items) item
      where item.batch_id = asked.payment_id and item.state = 'pending'),
    'what is approved is what has asked';
  if asked.state <> 'waiting' or asked.expires_at <= at then
    return 'approval_over';
  end if;
  if asked.idempotency_key is not null then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      values (
        asked.user_id, asked.grant_id, asked.idempotency_key, asked.request_hash, 'batch',
        asked.payment_id)
      on conflict do nothing;
    if not found then
      update approval a set state = 'withdrawn', ended_at = at, ended_on = device, failure = 'repeated'
        where a.id = approved_id;
      return 'repeated';
    end if;
  end if;
  update approval a set state = 'approved', ended_at = at, ended_on = device
    where a.id = approved_id;
  insert into payment_batch (id, user_id, grant_id, owner_process_id, created_at)
    values (asked.payment_id, asked.user_id, asked.grant_id, process_id, written_at);
  insert into payment_batch_item (
      batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
      records, records_text, refusal_kind, refusal_detail)
    select
      batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
      records, records_text, refusal_kind, refusal_detail
    from json_populate_recordset(null::payment_batch_item, items);
  if raises then
    update budget b set ask_above_msat = asked.amount_msat
      where b.user_id = asked.user_id and b.grant_id = asked.grant_id
        and b.ask_above_msat < asked.amount_msat;
  end if;
  return 'inserted';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.approve_payment(approved_id uuid, at timestamp with time zone, device text, raises boolean, path text, list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  event constant json := list -> 0;
  asked approval;
  answer money_answer;
begin
  select a.* into asked from approval a where a.id = approved_id for no key update;
  -- An approved one was paid by this very function, whose answer was lost. One that is missing was
  -- lost when the database went back to an earlier state.
  if not found
    or asked.state <> 'approved' and (asked.state <> 'waiting' or asked.expires_at <= at)
  then
    return next row('refused', 'approval_over', null)::money_answer;
    return;
  end if;
  assert asked.payment_id = coalesce(event ->> 'payment_id', event ->> 'withdrawal_id')::uuid
      and asked.user_id = (event ->> 'user_id')::uuid and asked.grant_id = event ->> 'grant_id'
      and asked.amount_msat = (event ->> 'amount_msat')::bigint,
    'what is approved is what has asked';
  update approval a set state = 'approved', ended_at = at, ended_on = device
    where a.id = approved_id and a.state = 'waiting';
  if path = 'internal' then
    select * into answer from settle_internal_payments(list);
  elsif path = 'node' then
    select * into answer from reserve_payments(list);
  else
    answer := reserve_withdrawal(event);
  end if;
  if answer.outcome in ('settled', 'reserved', 'ordered', 'present') then
    if raises then
      update budget b set ask_above_msat = (asked.amount_msat + 999) / 1000 * 1000
        where b.user_id = asked.user_id and b.grant_id = asked.grant_id
          and b.ask_above_msat < asked.amount_msat;
    end if;
  else
    update approval a set
        state = case when answer.outcome in ('joined', 'repeated')
          then 'withdrawn'::approval_state else 'failed' end,
        failure = case when answer.outcome = 'refused' then answer.detail else answer.outcome end
      where a.id = approved_id;
  end if;
  return next answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.ask_approval(asked json, spender_max integer, user_max integer)
 RETURNS TABLE(approval_id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wanted constant approval := json_populate_record(null::approval, asked);
  earlier approval;
  first_waiting approval;
  is_quiet boolean;
begin
  perform lock_wallets(array[wanted.user_id]);
  select a.* into earlier from approval a
    where a.payment_id = wanted.payment_id
      or (a.user_id, a.grant_id, a.idempotency_key)
        = (wanted.user_id, wanted.grant_id, wanted.idempotency_key)
    limit 1;
  if not found then
    select a.* into earlier from approval a
      where a.user_id = wanted.user_id and a.payment_hash = wanted.payment_hash
        and a.grant_id = wanted.grant_id
        and (a.state = 'refused' or a.state = 'waiting' and a.expires_at > wanted.created_at
          or a.state = 'approved' and exists (
            select from payment p where p.id = a.payment_id and p.failure_reason is null))
      order by a.created_at desc limit 1;
  end if;
  if found then
    return query select earlier.id, case
      when earlier.idempotency_key = wanted.idempotency_key
          and earlier.request_hash <> wanted.request_hash then 'idempotency_mismatch'
      else 'present' end;
    return;
  end if;
  if (
    select count(*) >= user_max or count(*) filter (where a.grant_id = wanted.grant_id) >= spender_max
      from approval a
      where a.user_id = wanted.user_id and a.state = 'waiting' and a.expires_at > wanted.created_at)
  then
    return query select null::uuid, 'too_many';
    return;
  end if;
  insert into approval (
      id, user_id, grant_id, payment_id, payment_hash, idempotency_key, request_hash, planned,
      amount_msat, max_fee_msat, created_at, expires_at)
    values (
      wanted.id, wanted.user_id, wanted.grant_id, wanted.payment_id, wanted.payment_hash,
      wanted.idempotency_key, wanted.request_hash, wanted.planned, wanted.amount_msat,
      wanted.max_fee_msat, wanted.created_at, wanted.expires_at);
  delete from approval a where a.id in (
    select old.id from approval old
      where old.grant_id = wanted.grant_id and old.user_id = wanted.user_id
        and old.state <> 'waiting'
      order by old.created_at desc offset 1000);
  select count(*) = 3 and bool_and(ended.state in ('refused', 'expired')) into is_quiet
    from (
      select a.state from approval a
        where a.grant_id = wanted.grant_id and a.user_id = wanted.user_id and a.state <> 'waiting'
        order by a.created_at desc limit 3
    ) ended;
  is_quiet := is_quiet or exists (
    select from budget b
      where b.user_id = wanted.user_id and b.grant_id = wanted.grant_id
        and b.asks_muted_until > wanted.created_at);
  if not is_quiet then
    select a.* into first_waiting from approval a
      where a.user_id = wanted.user_id and a.grant_id = wanted.grant_id
        and a.state = 'waiting' and a.expires_at > wanted.created_at
      order by a.created_at, a.id limit 1;
    perform add_notice(
      wanted.user_id, 'approval', first_waiting.id::text,
      jsonb_build_object(
        'grantId', wanted.grant_id, 'approvalId', wanted.id,
        'since', first_waiting.created_at, 'until', wanted.created_at,
        'name', coalesce(
          (select t.name from personal_token t where t.id = wanted.grant_id),
          (select coalesce(g.name, c.name) from app_grant g
            left join client c on c.id = g.client_id
            where g.id::text = wanted.grant_id and g.user_id = wanted.user_id))),
      sum_msat => wanted.amount_msat);
  end if;
  return query select wanted.id, 'asked';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.assign_deposit(event assignment_event)
 RETURNS money_answer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  claimed deposit;
  wallets locked_wallets;
  postings posting_draft[] := '{}';
begin
  select * into claimed from deposit d where d.id = event.claimed_receipt_id for no key update;
  if claimed.id is null or claimed.state <> 'unclaimed' then
    return row('unknown', null, null)::money_answer;
  elsif claimed.claim_id = event.receipt_id then
    return row('present', null, null)::money_answer;
  elsif claimed.claim_id is not null then
    return row('taken', null, claimed.claimed_by)::money_answer;
  end if;
  wallets := lock_wallets(array[event.user_id]);
  assert cardinality(wallets.user_ids) = 1, 'every user has a wallet';
  if wallets.closed_ids is not null then
    return row('payee_closed', null, null)::money_answer;
  end if;

  update deposit d set
      claim_id = event.receipt_id, claimed_by = event.user_id, claimed_at = event.assigned_at
    where d.id = claimed.id;
  postings := draft_posting(
    postings, event.receipt_id, 'unclaimed', null, -claimed.amount_msat);
  postings := draft_posting(
    postings, event.receipt_id, 'wallet', event.user_id, claimed.amount_msat);
  perform write_ledger(
    array[row(
      event.receipt_id, 'assign', event.receipt_id, event.assigned_at)::transfer_draft],
    postings,
    array[row(
      event.receipt_id, event.user_id, 'incoming', event.identifier, null, event.assigned_at,
      event.assigned_at, false, event.body, 'chain', null, claimed.amount_msat, 0, null
      )::record_draft]);
  return row('assigned', null, null)::money_answer;
end $function$;

CREATE OR REPLACE FUNCTION public.assign_unclaimed(assignment json)
 RETURNS money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '5s'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  event assignment_event := json_populate_record(null::assignment_event, assignment);
  claimed receipt;
  earlier receipt;
  wallets locked_wallets;
  credit_msat bigint;
  postings posting_draft[] := '{}';
begin
  select * into claimed from receipt r where r.id = event.claimed_receipt_id for no key update;
  if claimed.id is null then
    return assign_deposit(event);
  elsif claimed.user_id is not null then
    return row('unknown', null, null)::money_answer;
  end if;
  select * into earlier from receipt r where r.claimed_receipt_id = claimed.id;
  if earlier.id = event.receipt_id then
    return row('present', null, null)::money_answer;
  elsif earlier.id is not null then
    return row('taken', null, earlier.user_id)::money_answer;
  end if;
  wallets := lock_wallets(array[event.user_id]);
  assert cardinality(wallets.user_ids) = 1, 'every user has a wallet';
  if wallets.closed_ids is not null then
    return row('payee_closed', null, null)::money_answer;
  end if;

  insert into receipt (
      id, identifier, source, user_id, claimed_receipt_id, payment_hash, preimage, amount_msat,
      records, created_at, settled_at)
    values (
      event.receipt_id, event.identifier, 'unclaimed', event.user_id, claimed.id,
      claimed.payment_hash,
      case when sha256(claimed.preimage) = claimed.payment_hash then claimed.preimage end,
      claimed.amount_msat, claimed.records, event.assigned_at, event.assigned_at);

  -- As for all receipts, a credit is rounded down to whole sats: the rest goes to rounding.
  credit_msat := claimed.amount_msat / 1000 * 1000;
  postings := draft_posting(
    postings, event.receipt_id, 'unclaimed', null, -claimed.amount_msat);
  postings := draft_posting(postings, event.receipt_id, 'wallet', event.user_id, credit_msat);
  postings := draft_posting(
    postings, event.receipt_id, 'rounding', null, claimed.amount_msat - credit_msat);
  perform write_ledger(
    array[row(
      event.receipt_id, 'assign', event.receipt_id, event.assigned_at)::transfer_draft],
    postings,
    array[row(
      event.receipt_id, event.user_id, 'incoming', event.identifier, claimed.payment_hash,
      event.assigned_at, event.assigned_at, event.has_boostagram, event.body, 'lightning',
      'keysend', credit_msat, 0, null)::record_draft]);
  return row('assigned', null, null)::money_answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.begin_health_of_enabled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.user_id = new.id and o.state = 'active' and o.failing_since is not null
        order by o.id for no key update));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_key_rotation(old_key bytea, new_key bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update bound_secret_key set fingerprint = new_key, old_fingerprint = old_key
    where fingerprint = old_key and old_fingerprint is null;
  return found;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.begin_lockdown(by_admin uuid, why text, kept_session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest integer;
begin
  insert into lockdown as l (admin_id, reason) values (by_admin, why)
    on conflict (is_only) do update set number = l.number + 1, since = clock_timestamp(),
      admin_id = excluded.admin_id, reason = excluded.reason, holds_apps = true,
      holds_changes = true
    returning number into newest;
  insert into outside_stop (reason, detail) values ('lockdown', 'the service is locked down: ' || why)
    on conflict (reason) do update set detail = excluded.detail, since = clock_timestamp();
  update session set lockdown_number = newest where id = kept_session;
  update push_device set lockdown_number = newest where session_id = kept_session;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.begin_slots(known_kinds text[])
 RETURNS TABLE(kind text)
 LANGUAGE sql
AS $function$
  update job_schedule s
    set last_slot = floor((extract(epoch from clock_timestamp()) - s.offset_sec) / s.every_sec)
    where s.kind = any (known_kinds)
      and s.last_slot < floor((extract(epoch from clock_timestamp()) - s.offset_sec) / s.every_sec)
    returning s.kind
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.blank_account(owner wallet_user, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Locks the inbox before its notices: those who are adding one end first, and then add no more.
  update notice_inbox set bell = '{}', mail = '{}', push = '{}' where user_id = owner.id;
  delete from push_device where user_id = owner.id;
  delete from session where user_id = owner.id;
  delete from authenticator where user_id = owner.id;
  delete from backup_code where user_id = owner.id;
  delete from passkey where user_id = owner.id;
  delete from one_time_link where user_id = owner.id or email = owner.email;
  delete from invitation where email = owner.email;
  delete from record_note where user_id = owner.id;
  delete from contact where user_id = owner.id;
  delete from money_request where asker_id = owner.id;
  update money_request set payer_id = null where payer_id = owner.id;
  delete from request_block where user_id = owner.id or blocked_user_id = owner.id;
  delete from pay_page where user_id = owner.id;
  delete from send_draft where user_id = owner.id;
  delete from withdraw_draft where user_id = owner.id;
  delete from approval where user_id = owner.id;
  delete from notice where user_id = owner.id;
  delete from budget_told where user_id = owner.id;
  delete from sign_in_place where user_id = owner.id;
  delete from user_limit where user_id = owner.id;
  delete from user_change where user_id = owner.id;
  if exists (select from budget b where b.user_id = owner.id and b.grant_id = '*') then
    perform remove_budget(owner.id, '*');
  end if;
  -- Grants and devices need names. Names of clients stay, as they are not the user's.
  update app_grant set name = 'app' where user_id = owner.id and name is not null;
  update grant_device d set name = 'device'
    from app_grant g where g.id = d.app_grant_id and g.user_id = owner.id;
  -- In the order in which their answers are written; with the marks of payments that were refused,
  -- which stand for nothing. Keys stay: they name no one.
  with asked as (
    select r.event_id, g.id::text as grant_id from nwc_request r
    join grant_device d on d.id = r.device_id
    join app_grant g on g.id = d.app_grant_id
    where g.user_id = owner.id
    order by r.event_id for update of r
  ), marks as (
    delete from idempotency_key i using asked
    where i.user_id = owner.id and i.grant_id = asked.grant_id
      and i.key = 'nwc:' || encode(asked.event_id, 'hex') and i.target_kind = 'payment'
      and not exists (select from payment p where p.id = i.target_id)
  )
  delete from nwc_request r using asked where r.event_id = asked.event_id;
  -- Relays are told of the end of each key later.
  with waiting as (
    select p.id from nwc_publication p
    join grant_device d on d.id = p.device_id
    join app_grant g on g.id = d.app_grant_id
    where g.user_id = owner.id
    order by p.id for update of p
  )
  delete from nwc_publication p using waiting where p.id = waiting.id;
  update address_name set is_current = false where user_id = owner.id and is_current;
  insert into node_invoice_to_cancel (invoice_id)
    -- In the order in which a sweep locks them; what it has removed is passed by.
    select v.id from invoice v
    where v.user_id = owner.id and v.expires_at > at and v.settled_at is null
    order by v.id for key share
    on conflict do nothing;
  update wallet_user u set
      email = 'closed ' || u.id::text, name = null, avatar = null, nostr_pubkey = null,
      password_hash = '', disabled_at = at, closed_at = at, session_epoch = session_epoch + 1,
      reset_asked_at = null, language = null, browser_language = null, unit = 'sat',
      currency = null, time_zone = null, time_zone_since = at, theme = 'system',
      hides_amounts = false, confirm_above_sat = 100000, shows_name_since = null
    where u.id = owner.id;
end $function$;

CREATE OR REPLACE FUNCTION public.budget_key(payer_id uuid, payer_grant text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select payer_id::text || ' ' || payer_grant
$function$;

CREATE OR REPLACE FUNCTION public.budget_window_start(kind budget_interval, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case kind
    when 'day' then date_trunc('day', at at time zone 'UTC') at time zone 'UTC'
    when 'week' then date_trunc('week', at at time zone 'UTC') at time zone 'UTC'
    when 'month' then date_trunc('month', at at time zone 'UTC') at time zone 'UTC'
    when 'year' then date_trunc('year', at at time zone 'UTC') at time zone 'UTC'
    when 'ever' then to_timestamp(0)
  end
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.claim_address_name(owner_id uuid, wanted text, at timestamp with time zone, changes_max integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  holder uuid;
  had_one boolean;
begin
  -- One change of a user at a time.
  perform from wallet_user where id = owner_id for no key update;
  had_one := exists (select from address_name where user_id = owner_id);
  if wanted is null then
    update address_name set is_current = false where user_id = owner_id and is_current;
    return 'claimed';
  end if;
  if exists (
    select from address_name where user_id = owner_id and name = wanted and is_current
  ) then
    return 'claimed';
  end if;
  if had_one and changes_max is not null and changes_max <= (
    select count(*) from address_name_change
    where user_id = owner_id and changed_at > at - interval '1 year'
  ) then
    return 'too_many_changes';
  end if;
  insert into address_name (name, user_id, is_current, claimed_at)
    values (wanted, owner_id, false, at)
    on conflict do nothing;
  select user_id into holder from address_name where name = wanted;
  -- Null when the operator released it between the two statements: to try again finds it free.
  if holder is distinct from owner_id then
    return 'taken';
  end if;
  update address_name set is_current = false where user_id = owner_id and is_current;
  update address_name set is_current = true, claimed_at = at where name = wanted;
  if had_one then
    insert into address_name_change (user_id, changed_at) values (owner_id, at);
  end if;
  return 'claimed';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.claim_budget(locked locked_budgets, event payment_event, needed_msat bigint)
 RETURNS budget_claim
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  claim budget_claim;
  own budget;
  whole budget;
  counts_at timestamptz;
begin
  claim.place := array_position(locked.keys, budget_key(event.user_id, event.grant_id));
  claim.user_place := array_position(locked.keys, budget_key(event.user_id, '*'));
  if claim.place is null and claim.user_place is null then
    return claim;
  end if;
  own := locked.budgets[claim.place];
  whole := locked.budgets[claim.user_place];
  -- Windows open in sequence: a late event counts in the one that is open. With two budgets it
  -- counts at one time in both, so that one time is stored.
  counts_at := greatest(event.created_at, own.window_start, whole.window_start);
  if counts_at > event.created_at then
    claim.counted_at := counts_at;
  end if;
  if claim.place is not null then
    own := open_budget_window(own, counts_at);
    if own.expires_at <= event.created_at then
      claim.refusal := row('budget_expired', json_build_object('expires_at', own.expires_at), null);
    elsif needed_msat > own.limit_msat - own.used_msat then
      claim.refusal := row('budget_exceeded', json_build_object(
        'limit_msat', own.limit_msat::text, 'interval', own.interval,
        'left_msat', greatest(own.limit_msat - own.used_msat, 0)::text,
        'needed_msat', needed_msat::text, 'window_start', own.window_start), null);
    else
      own.used_msat := own.used_msat + needed_msat;
      claim.budget := own;
    end if;
    if event.amount_msat > own.ask_above_msat and not exists (
      select from approval a
        where a.payment_id in (event.payment_id, event.batch_id) and a.state = 'approved')
    then
      claim.asking := row('approval_needed', json_build_object(
        'max_fee_msat', (needed_msat - (event.amount_msat + 999) / 1000 * 1000)::text), null);
    end if;
  end if;
  if claim.user_place is not null then
    whole := open_budget_window(whole, counts_at);
    if needed_msat <= whole.limit_msat - whole.used_msat then
      whole.used_msat := whole.used_msat + needed_msat;
      claim.user_budget := whole;
    elsif (claim.refusal).outcome is null then
      claim.refusal := row('send_limit_exceeded', json_build_object(
        'window_start', whole.window_start), null);
    end if;
  end if;
  return claim;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_webhook_deliveries(endpoints text[], counts integer[], lease_ms integer)
 RETURNS TABLE(endpoint_id text, id bigint, attempts integer, attempts_before integer, user_id uuid, url text, consecutive_failures integer, message_id uuid, event_type webhook_event_type, body text, sealed_secrets text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
    with due as materialized (
      -- Locked here, so the row stays in its place until it is updated.
      select d.place
        from unnest(endpoints, counts) share (endpoint_id, deliveries_max)
        cross join lateral (
          select d.ctid as place from webhook_delivery d
            where d.endpoint_id = share.endpoint_id and d.state = 'pending' and d.next_at <= now()
              and (d.claimed_until is null or d.claimed_until <= now())
            order by d.next_at limit share.deliveries_max
            for no key update skip locked
        ) d
    ), claimed as (
      update webhook_delivery d
        set claimed_until = now() + lease_ms * interval '1 millisecond', attempts = d.attempts + 1
        from due where d.ctid = due.place
        returning d.*
    )
    select c.endpoint_id, c.id, c.attempts, c.attempts_before, e.user_id, e.url,
        e.consecutive_failures, c.message_id, c.event_type, coalesce(c.body, r.body),
        -- In hex: a list of bytea costs the driver more than all other columns together.
        (select string_agg(encode(s.sealed, 'hex'), ',' order by s.number desc)
          from webhook_secret s
          where s.endpoint_id = c.endpoint_id
            and (s.valid_until is null or s.valid_until > now()))
      from claimed c
      cross join lateral (
        select * from webhook_endpoint o where o.id = c.endpoint_id and o.state = 'active' offset 0
      ) e
      left join settled_record r on r.id = c.message_id;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.claim_zap_deliveries(deliveries_max integer, per_user integer, attempts_max integer, lease_ms integer)
 RETURNS TABLE(invoice_id uuid, place smallint, user_id uuid, relay text, attempts integer, bolt11 text, preimage text, settled_at timestamp with time zone, metadata_json text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
    with recursive waiting (user_id) as (
      -- Uses the index to skip from payee to payee, however many receipts wait at each.
      (select d.user_id from zap_delivery d where d.next_at is not null
        order by d.user_id limit 1)
      union all
      select (select d.user_id from zap_delivery d
          where d.next_at is not null and d.user_id > w.user_id
          order by d.user_id limit 1)
        from waiting w where w.user_id is not null
    ), ready as (
      select one.spot, one.next_at,
          busy.running + row_number() over (partition by w.user_id order by one.next_at) as turn
        from waiting w
        -- Written so that only the index of running ones fits: the other one would lead through all
        -- that wait for their next attempt.
        cross join lateral (
          select count(*) as running from zap_delivery r
            where r.user_id = w.user_id and r.is_running and coalesce(r.next_at > now(), false)
        ) busy
        cross join lateral (
          select d.ctid as spot, d.next_at from zap_delivery d
            where d.user_id = w.user_id and d.next_at <= now()
            order by d.next_at
            limit greatest(0, per_user - busy.running)
            for no key update skip locked
        ) one
        where w.user_id is not null
    ), due as materialized (
      select r.spot from ready r order by r.turn, r.next_at limit deliveries_max
    ), begun as (
      update zap_delivery d set
          attempts = least(d.attempts + 1, attempts_max),
          is_running = d.attempts < attempts_max,
          next_at = case when d.attempts < attempts_max
            then now() + lease_ms * interval '1 millisecond' end,
          ended_at = case when d.attempts < attempts_max then null else now() end,
          is_accepted = case when d.attempts < attempts_max then null else false end
        from due where d.ctid = due.spot
        returning d.*
    )
    select b.invoice_id, b.place, b.user_id, b.relay, b.attempts, i.bolt11,
        encode(i.preimage, 'hex'), i.settled_at, i.metadata_json
      from begun b
      cross join lateral (select * from invoice o where o.id = b.invoice_id offset 0) i
      where b.is_running;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.close_account(closing json)
 RETURNS money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
declare
  event closing_event := json_populate_record(null::closing_event, closing);
  owner wallet_user;
  balance_msat bigint;
begin
  -- Two admins who leave at the same time wait for each other here, so that one of them stays.
  -- For update, as the e-mail address is a key: a writer of the owner's rows waits here, and not
  -- while this holds what they want next.
  if exists (select from wallet_user u where u.id = event.user_id and u.is_admin) then
    perform from wallet_user u where u.is_admin order by u.id for update;
  else
    perform from wallet_user u where u.id = event.user_id for update;
  end if;
  select * into owner from wallet_user u where u.id = event.user_id;
  if owner.id is null then
    return row('unknown', null, null)::money_answer;
  elsif owner.closed_at is not null then
    return row('present', null, null)::money_answer;
  elsif owner.is_admin and not exists (
    select from wallet_user u where u.is_admin and u.id <> owner.id and u.disabled_at is null
  ) then
    return row('last_admin', null, null)::money_answer;
  end if;
  perform from webhook_endpoint e where e.user_id = owner.id and e.state <> 'deleted'
    order by e.id for no key update;
  perform lock_wallets(array[owner.id]);
  if exists (select from open_hold h where h.user_id = owner.id)
    or exists (select from pay_order o where o.user_id = owner.id and o.ended_at is null)
  then
    return row('open_payments', null, null)::money_answer;
  end if;
  select w.wallet_msat into balance_msat from wallet w where w.user_id = owner.id;
  if balance_msat <> event.given_up_msat then
    return row('balance', balance_msat::text, null)::money_answer;
  end if;

  perform end_endpoints(owner.id, event.closed_at);
  if balance_msat > 0 then
    perform give_up_balance(event, owner.identifier);
  end if;
  perform end_spenders(owner.id, event.closed_at);
  perform blank_account(owner, event.closed_at);
  update wallet set is_closed = true where user_id = owner.id;
  return row('closed', null, null)::money_answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.close_month(statement statement_open)
 RETURNS statement_open
 LANGUAGE plpgsql
AS $function$
declare
  closing_msat bigint := statement.opening_msat + statement.incoming_msat
    - statement.outgoing_msat - statement.fees_msat;
  after_it statement_open := statement;
begin
  insert into statement_close (
      user_id, month, time_zone, begins_at, ends_at, after_seq, last_seq, opening_msat,
      incoming_msat, outgoing_msat, fees_msat, closing_msat, held_msat, previous_link, head,
      closed_at)
    values (
      statement.user_id, statement.month, statement.time_zone, statement.begins_at,
      statement.ends_at, statement.after_seq, statement.last_seq, statement.opening_msat,
      statement.incoming_msat, statement.outgoing_msat, statement.fees_msat, closing_msat,
      least(held_at_end(statement), closing_msat), statement.previous_link, statement.head,
      clock_timestamp());
  after_it.month := to_char(
    (statement.month || '-01')::timestamp + interval '1 month', 'YYYY-MM');
  after_it.begins_at := statement.ends_at;
  after_it.time_zone := statement_zone(
    statement.user_id, after_it.begins_at, statement.time_zone);
  after_it.ends_at := month_start(after_it.month, 1, after_it.time_zone);
  after_it.after_seq := statement.last_seq;
  after_it.opening_msat := closing_msat;
  after_it.incoming_msat := 0;
  after_it.outgoing_msat := 0;
  after_it.fees_msat := 0;
  after_it.previous_link := statement.head;
  return after_it;
end $function$;

CREATE OR REPLACE FUNCTION public.close_paid_address_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update address_invoice set is_open = false where invoice_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_open_payments(user_ids uuid[])
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
begin
  return array(
    select (
      select count(*)::integer from open_hold h where h.user_id = u.id)
    from unnest(user_ids) with ordinality u (id, place) order by u.place);
end $function$;

CREATE OR REPLACE FUNCTION public.create_webhook_endpoint(owner_id uuid, app text, token text, endpoint text, new_url text, new_description text, new_types webhook_event_type[], sealed_secret bytea, endpoints_max integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not hold_app_grant(owner_id, coalesce(app, token)) then
    return 'revoked';
  end if;
  perform lock_wallets(array[owner_id]);
  if (select count(*) from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    >= endpoints_max
  then
    return 'too_many';
  end if;
  insert into webhook_endpoint (
      id, user_id, client_id, token_id, url, description, filter_types, told_after_seq, created_at)
    select endpoint, owner_id, app, token, new_url, new_description, new_types, w.record_seq, at
    from wallet w where w.user_id = owner_id;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, 1, sealed_secret, at);
  update wallet w set has_webhooks = true where w.user_id = owner_id and not w.has_webhooks;
  return 'created';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.credit_deposits(list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  events deposit_event[];
  ids uuid[];
  owner_ids uuid[];
  wallets locked_wallets;
  event deposit_event;
  found_one deposit;
  newest_fence bigint;
  is_closed boolean;
  seen_ids uuid[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::deposit_event, list) e);
  select array_agg(e.deposit_id) into ids from unnest(events) e;
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  perform from deposit d where d.id = any (ids) order by d.id for no key update;
  select array_agg(d.user_id) into owner_ids from deposit d where d.id = any (ids);
  wallets := lock_wallets(owner_ids);

  for place in 1 .. cardinality(events) loop
    event := events[place];
    select * into found_one from deposit d where d.id = event.deposit_id;
    assert found_one.id is not null, 'a deposit is known before it is credited';
    if event.fence < newest_fence then
      return next row('fenced', null, null)::money_answer;
      continue;
    elsif found_one.ended_at is not null or event.deposit_id = any (seen_ids) then
      return next row('present', null, null)::money_answer;
      continue;
    end if;
    seen_ids := seen_ids || event.deposit_id;
    is_closed := coalesce(found_one.user_id = any (wallets.closed_ids), false);
    transfers := transfers
      || row(event.deposit_id, 'deposit', event.deposit_id, event.ended_at)::transfer_draft;
    postings := draft_posting(postings, event.deposit_id, 'chain', null, -found_one.amount_msat);
    if is_closed then
      postings := draft_posting(
        postings, event.deposit_id, 'unclaimed', null, found_one.amount_msat);
    else
      postings := draft_posting(
        postings, event.deposit_id, 'wallet', found_one.user_id, found_one.amount_msat);
      records := records || row(
        event.deposit_id, found_one.user_id, 'incoming', found_one.identifier, null,
        found_one.seen_at, event.ended_at, false, event.body, 'chain', null, found_one.amount_msat,
        0, (select a.grant_id from onchain_address a where a.address = found_one.address)
        )::record_draft;
    end if;
    update deposit d set
        state = case when is_closed then 'unclaimed'::deposit_state else 'credited' end,
        ended_at = event.ended_at, block_height = event.block_height, block_hash = event.block_hash
      where d.id = event.deposit_id;
    return next row(
      case when is_closed then 'unclaimed' else 'credited' end, null, null)::money_answer;
  end loop;

  if cardinality(transfers) > 0 then
    perform note_outflow_received(-sum(p.amount_msat)::bigint)
      from unnest(postings) p where p.account = 'chain';
    perform write_ledger(transfers, postings, records);
  end if;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.credit_key(event credit_event)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select event.node_pubkey || ' ' || event.payment_hash::text || ' ' || event.set_id
$function$;

CREATE OR REPLACE FUNCTION public.credit_receipts(list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  events credit_event[];
  node_pubkeys text[];
  invoice_ids uuid[];
  payee_ids uuid[];
  wallets locked_wallets;
  event credit_event;
  facts credit_facts[];
  fact credit_facts;
  newest_fence bigint;
  credit_msat bigint;
  answer money_answer;
  answers money_answer[] := '{}';
  accepted integer[] := '{}';
  -- What this list has credited so far counts as already written.
  credited_sets text[] := '{}';
  settled_invoice_ids uuid[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::credit_event, list) e);
  select array_agg(e.node_pubkey), array_agg(e.invoice_id), array_agg(e.user_id)
    into node_pubkeys, invoice_ids, payee_ids
    from unnest(events) e;
  select l.fence into newest_fence from lease l where l.name = 'watch-incoming' for share;
  perform from node_cursor c where c.pubkey = any (node_pubkeys)
    order by c.pubkey for no key update;
  perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;
  wallets := lock_wallets(payee_ids);
  facts := read_credit_facts(events);

  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    assert fact.baseline is not null, 'the baseline of the node is known before the first credit';
    assert event.user_id is null or array_position(wallets.user_ids, event.user_id) is not null,
      'every user has a wallet';
    if event.invoice_id is not null then
      assert fact.invoice_user_id = event.user_id, 'the invoice is that of the payee';
      assert fact.invoice_hash = event.payment_hash, 'the receipt bears the hash of the invoice';
    end if;
    answer := case
      when event.fence < newest_fence then row('fenced', null, null)::money_answer
      when fact.is_known or credit_key(event) = any (credited_sets)
        then row('present', null, null)::money_answer
      when event.settle_index <= fact.baseline then row('below_baseline', null, null)::money_answer
      -- The caller sends it again, as money of no known payee.
      when event.user_id = any (wallets.closed_ids)
        then row('payee_closed', null, null)::money_answer
      when event.invoice_id is not null and event.is_first
        = (fact.invoice_is_settled
          or array_position(settled_invoice_ids, event.invoice_id) is not null)
        then row('stale', null, null)::money_answer
      else row('credited', null, null)::money_answer
    end;
    if answer.outcome = 'credited' then
      accepted := accepted || place;
      credited_sets := credited_sets || credit_key(event);
      settled_invoice_ids := settled_invoice_ids || event.invoice_id;
      transfers := transfers
        || row(event.receipt_id, 'receive', event.receipt_id, event.settled_at)::transfer_draft;
      postings := draft_posting(postings, event.receipt_id, 'node', null, -event.amount_msat);
      if event.user_id is null then
        postings := draft_posting(
          postings, event.receipt_id, 'unclaimed', null, event.amount_msat);
      else
        -- A credit is rounded down to whole sats: the rest goes to rounding.
        credit_msat := event.amount_msat / 1000 * 1000;
        postings := draft_posting(
          postings, event.receipt_id, 'wallet', event.user_id, credit_msat);
        postings := draft_posting(
          postings, event.receipt_id, 'rounding', null, event.amount_msat - credit_msat);
        records := records || row(
          event.receipt_id, event.user_id, 'incoming',
          case when event.is_first then fact.invoice_identifier else event.identifier end,
          event.payment_hash,
          case when event.is_first then fact.invoice_created_at else event.created_at end,
          event.settled_at, event.has_boostagram, event.body, 'lightning',
          case when event.invoice_id is null then 'keysend' else 'bolt11' end,
          credit_msat, 0, fact.invoice_grant_id)::record_draft;
      end if;
    end if;
    answers := answers || answer;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    perform write_node_receipts(events, accepted);
    perform note_outflow_received(sum(e.amount_msat)::bigint)
      from unnest(events) with ordinality e where e.ordinality = any (accepted);
    perform write_ledger(transfers, postings, records);
  end if;
  perform move_cursor(events, answers);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.current_timeline()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.database_place()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  return concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
    (select oid from pg_database where datname = current_database()),
    'public.database_mark'::regclass::oid);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.decide_internal_payments(events payment_event[], wallets locked_wallets)
 RETURNS internal_decisions
 LANGUAGE plpgsql
AS $function$
declare
  decided internal_decisions;
  facts payment_facts[] := read_payment_facts(events);
  has_twins boolean;
  fact payment_facts;
  event payment_event;
  payer integer;
  payee integer;
  claim budget_claim;
  debit_msat bigint;
  answer money_answer;
begin
  decided.events := events;
  decided.accepted := '{}';
  select count(distinct e.payment_id) < count(*) or count(distinct e.payment_hash) < count(*)
      or count(distinct e.idempotency_key) < count(e.idempotency_key)
      or count(distinct (e.batch_id, e.batch_index)) filter (where e.batch_id is not null)
        < count(e.batch_id)
    into has_twins
    from unnest(events) e;
  if wallets.has_budgets then
    decided.budgets := read_budgets(
      array(select e.user_id from unnest(events) e),
      array(select e.grant_id from unnest(events) e));
  end if;
  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    -- One that a stranger asked for was perhaps swept since it was read, see below.
    if event.invoice_id is not null and (fact.invoice).user_id is not null then
      assert (fact.invoice).user_id = event.payee_user_id, 'the invoice is that of the payee';
      assert (fact.invoice).payment_hash = event.payment_hash, 'the payment bears its hash';
      assert (fact.invoice).amount_sat is null
          or (fact.invoice).amount_sat * 1000 + (fact.invoice).rest_msat = event.amount_msat,
        'and pays what it asks for';
      assert ((fact.invoice).identifier, (fact.invoice).created_at)
        = (event.receipt_identifier, event.receipt_created_at), 'its receipt is that of the invoice';
    end if;
    if has_twins then
      fact := add_twin_facts(fact, event, events, decided.accepted, 'settled');
    end if;
    payer := array_position(wallets.user_ids, event.user_id);
    payee := array_position(wallets.user_ids, event.payee_user_id);
    assert payer is not null and payee is not null, 'every user has a wallet';
    -- Debits round up, credits round down, to whole sats.
    debit_msat := (event.amount_msat + 999) / 1000 * 1000;
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null and not event.is_token_in_force then
      answer := row('stale', null, null)::money_answer;
    end if;
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(decided.budgets, event, debit_msat);
      end if;
      answer := case
        when (fact.invoice).is_settled then row('refused', 'invoice_settled', null)::money_answer
        when event.invoice_id is not null and (fact.invoice).user_id is null
            or (fact.invoice).expires_at <= event.created_at
            or event.payee_user_id = any (wallets.closed_ids)
          then row('refused', 'invoice_expired', null)::money_answer
        when event.batch_id is not null and fact.batch_item_state <> 'pending'
          then row('refused', 'batch_item_cancelled', null)::money_answer
        when (claim.refusal).outcome is not null then claim.refusal
        when wallets.balances_msat[payer] < debit_msat
          then row('refused', 'insufficient_balance', null)::money_answer
        when (claim.asking).outcome is not null then claim.asking
        else row('settled', null, null)::money_answer
      end;
      if answer.outcome = 'settled' then
        decided.accepted := decided.accepted || place;
        wallets.balances_msat[payer] := wallets.balances_msat[payer] - debit_msat;
        wallets.balances_msat[payee] :=
          wallets.balances_msat[payee] + event.amount_msat / 1000 * 1000;
        if claim.place is not null or claim.user_place is not null then
          decided.budgets := take_from_budgets(decided.budgets, claim);
          decided.events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    decided.answers := decided.answers || answer;
  end loop;
  return decided;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_webhook_endpoint(owner_id uuid, app text, endpoint text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return false;
  end if;
  perform end_some_webhook_deliveries(array[endpoint], 'cancelled', 5000);
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = endpoint;
  perform end_webhook_deliveries_of_locked(array[endpoint], 'cancelled');
  update wallet w set has_webhooks = exists (
      select from webhook_endpoint e where e.user_id = owner_id and e.state <> 'deleted')
    where w.user_id = owner_id;
  return true;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.disable_endpoints_of_expired_tokens(at timestamp with time zone, endpoints_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  endpoints text[];
begin
  select array_agg(expired.id) into endpoints from (
    select e.id from webhook_endpoint e
      join personal_token t on t.id = e.token_id and t.expires_at <= at
      where e.token_id is not null and e.state = 'active'
      order by e.id
      limit endpoints_max
  ) expired;
  return (
    select count(*) from disable_webhook_endpoints(coalesce(endpoints, '{}'), 'token_ended', at));
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.disable_endpoints_of_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  revoked_at timestamptz;
  endpoints text[];
begin
  select max(n.revoked_at), array_agg(e.id)
    into revoked_at, endpoints
    from new_rows n
    join old_rows o on o.id = n.id
    join webhook_endpoint e
      on e.client_id = n.client_id and e.user_id = n.user_id and e.state = 'active'
    where n.revoked_at is not null and o.revoked_at is null;
  if endpoints is not null then
    perform disable_webhook_endpoints(endpoints, 'app_revoked', revoked_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.disable_endpoints_of_revoked_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  revoked_at timestamptz;
  endpoints text[];
begin
  select max(n.revoked_at), array_agg(e.id)
    into revoked_at, endpoints
    from new_rows n
    join old_rows o on o.id = n.id
    join webhook_endpoint e on e.token_id = n.id and e.state = 'active'
    where n.revoked_at is not null and o.revoked_at is null;
  if endpoints is not null then
    perform disable_webhook_endpoints(endpoints, 'token_ended', revoked_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.disable_webhook_endpoints(endpoints text[], reason text, at timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  active text[];
begin
  select array_agg(locked.id) into active from (
    select e.id from webhook_endpoint e
      where e.id = any (endpoints) and e.state = 'active' order by e.id for no key update
  ) locked;
  if active is null then
    return;
  end if;
  perform end_some_webhook_deliveries(active, 'skipped', 5000);
  perform lock_wallets(
    array(select e.user_id from webhook_endpoint e where e.id = any (active)));
  update webhook_endpoint e
    set state = 'disabled', disabled_reason = reason, disabled_at = at
    where e.id = any (active);
  perform end_webhook_deliveries_of_locked(active, 'skipped');
  return query select unnest(active);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.draft_posting(postings posting_draft[], transfer_id uuid, account account_name, user_id uuid, amount_msat bigint)
 RETURNS posting_draft[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when amount_msat = 0 then postings
    else postings || row(transfer_id, account, user_id, amount_msat)::posting_draft end
$function$;

CREATE OR REPLACE FUNCTION public.edit_webhook_endpoint(owner_id uuid, maker text, endpoint text, new_url text, new_description text, new_types webhook_event_type[], is_enabled boolean, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored webhook_endpoint;
  app text;
  is_app_connected boolean;
begin
  if not hold_app_grant(owner_id, maker) then
    return 'revoked';
  end if;
  if is_enabled then
    -- The app that created it never changes, and app grants are locked before endpoints.
    select e.client_id into app from webhook_endpoint e
      where e.id = endpoint and e.user_id = owner_id;
    is_app_connected := hold_app_grant(owner_id, app);
  end if;
  stored := lock_webhook_endpoint(owner_id, maker, endpoint);
  if stored.id is null then
    return 'absent';
  elsif is_enabled and stored.state = 'disabled' and not is_app_connected then
    return 'disconnected';
  end if;
  if not is_enabled then
    perform disable_webhook_endpoints(array[endpoint], 'switched_off', at);
  end if;
  perform lock_wallets(array[owner_id]);
  update webhook_endpoint e set
      url = coalesce(new_url, e.url),
      description = coalesce(new_description, e.description),
      filter_types = coalesce(new_types, e.filter_types),
      told_after_seq = case
        when new_types <> e.filter_types then w.record_seq else e.told_after_seq end
    from wallet w
    where e.id = endpoint and w.user_id = e.user_id;
  if is_enabled then
    update webhook_endpoint e set
        state = 'active', disabled_reason = null, disabled_at = null,
        failing_since = null, consecutive_failures = 0, warned_stage = 0,
        token_id = (
          select t.id from personal_token t
            where t.id = e.token_id and t.revoked_at is null
              and (t.expires_at is null or t.expires_at > at))
      where e.id = endpoint and e.state = 'disabled';
  end if;
  return 'edited';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.end_approvals_of_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update approval a set state = 'withdrawn', ended_at = new.revoked_at
    where a.grant_id = new.id::text and a.state = 'waiting';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_due_approvals(at timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended integer;
begin
  with due as (
    select a.id, a.expires_at <= at as is_expired from approval a
      where a.state = 'waiting' and (
        a.expires_at <= at
        -- Each query finds at most one row by an index; `exists` might be answered by
        -- reading whole tables.
        or (
          select p.user_id from payment p
            where p.payment_hash = a.payment_hash and p.path = 'node' and p.failure_reason is null
        ) = a.user_id
        or (
          select p.user_id from payment p
            where p.payment_hash = a.payment_hash and p.path = 'internal'
        ) = a.user_id
        or (select u.disabled_at from wallet_user u where u.id = a.user_id) is not null)
      order by a.expires_at limit at_most
      for no key update skip locked
  )
  update approval a set ended_at = at,
      state = case when due.is_expired then 'expired'::approval_state else 'withdrawn' end
    from due where a.id = due.id;
  get diagnostics ended = row_count;
  return ended;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.end_endpoints(owner_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ended text[] := array(
    select e.id from webhook_endpoint e
    where e.user_id = owner_id and e.state <> 'deleted' order by e.id);
begin
  if cardinality(ended) = 0 then
    return;
  end if;
  update webhook_endpoint e set
      state = 'deleted', deleted_at = at, told_to_seq = w.record_seq
    from wallet w
    where e.id = any (ended) and w.user_id = e.user_id;
  delete from webhook_secret s where s.endpoint_id = any (ended);
  perform end_webhook_deliveries_of_locked(ended, 'cancelled');
  update wallet set has_webhooks = false where user_id = owner_id;
end $function$;

CREATE OR REPLACE FUNCTION public.end_fee_bump(bump_id uuid, fence bigint, has_block boolean, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  ended fee_bump;
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into ended from fee_bump b where b.id = bump_id for no key update;
  assert found, 'what raises a fee is known before it ends';
  if end_fee_bump.fence < newest_fence then
    return 'fenced';
  elsif ended.ended_at is not null then
    return 'present';
  end if;
  update fee_bump b set ended_at = at, is_paid = has_block where b.id = bump_id;
  if has_block then
    postings := draft_posting(postings, bump_id, 'losses', null, -ended.fee_msat);
    postings := draft_posting(postings, bump_id, 'chain', null, ended.fee_msat);
    perform write_ledger(
      array[row(bump_id, 'bump', bump_id, at)::transfer_draft], postings, '{}');
  elsif ended.outflow_slice is not null then
    perform give_back_outflow(
      array[ended.outflow_slice], array[ended.fee_msat], array[true]);
  end if;
  return 'done';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.end_key_rotation(new_key bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update bound_secret_key set old_fingerprint = null
    where fingerprint = new_key and old_fingerprint is not null;
  return found;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.end_left_webhook_deliveries(endpoint text, deliveries_max integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored_state webhook_endpoint_state;
begin
  select e.state into stored_state from webhook_endpoint e where e.id = endpoint for share;
  return case stored_state
    when 'disabled' then end_some_webhook_deliveries(array[endpoint], 'skipped', deliveries_max)
    when 'deleted' then end_some_webhook_deliveries(array[endpoint], 'cancelled', deliveries_max)
    else false end;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.end_some_webhook_deliveries(endpoints text[], new_state webhook_delivery_state, deliveries_max integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  has_more boolean;
begin
  with some_pending as materialized (
    select d.endpoint_id, d.id from webhook_delivery d
      where d.endpoint_id = any (endpoints) and d.state = 'pending'
      limit deliveries_max
  ), locked as materialized (
    select d.place, d.state
      from (select * from some_pending order by endpoint_id, id) p
      cross join lateral (
        select d.ctid as place, d.state
          from webhook_delivery d where d.endpoint_id = p.endpoint_id and d.id = p.id
          for no key update
      ) d
  ), ended as (
    update webhook_delivery d set
        state = new_state, next_at = null, claimed_until = null, done_at = now()
      from locked l
      where d.ctid = l.place and l.state = 'pending'
  )
  select count(*) = deliveries_max into has_more from some_pending;
  return has_more;
end $function$;

CREATE OR REPLACE FUNCTION public.end_spenders(owner_id uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update personal_token t set revoked_at = at where t.user_id = owner_id and t.revoked_at is null;
  update app_grant g set revoked_at = at where g.user_id = owner_id and g.revoked_at is null;
  update client c set removed_at = at where c.owner_user_id = owner_id and c.removed_at is null;
  update app_grant g set revoked_at = at
    from client c
    where c.owner_user_id = owner_id and g.client_id = c.id and g.revoked_at is null;
  delete from authorization_request r
    using client c where c.owner_user_id = owner_id and r.client_id = c.id;
end $function$;

CREATE OR REPLACE FUNCTION public.end_tokens_of_apps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.password_hash <> old.password_hash and new.session_epoch <> old.session_epoch)
    or (new.disabled_at is not null and old.disabled_at is null)
  then
    update app_grant set token_generation = token_generation + 1
    where user_id = new.id and revoked_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_webhook_deliveries_of_locked(endpoints text[], new_state webhook_delivery_state)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if end_some_webhook_deliveries(endpoints, new_state, 500) then
    perform enqueue_job('end-deliveries', json_build_object('endpoint_id', ended.id), ended.id)
      from (select unnest(endpoints) order by 1) ended (id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_job(job_kind text, job_payload json, job_key text, due_at timestamp with time zone DEFAULT NULL::timestamp with time zone, most_attempts integer DEFAULT 12)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into job (kind, payload, dedupe_key, run_at, max_attempts)
    values (job_kind, job_payload, job_key, coalesce(due_at, clock_timestamp()), most_attempts)
    on conflict (kind, dedupe_key) where lease_until is null and parked_at is null
    do update set payload = excluded.payload, run_at = least(job.run_at, excluded.run_at)
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.fill_outflow_received(since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update outflow_slice set received_msat = 0 where received_msat <> 0;
  insert into outflow_slice as s (slice, received_msat)
    select least(outflow_slice_of(come.at), outflow_slice_of(outflow_now())), sum(come.amount_msat)
      from (
        select r.settled_at, r.amount_msat from receipt r
          where r.id >= first_id_since(since) and r.source = 'node' and r.settled_at >= since
        union all
        select d.ended_at, d.amount_msat from deposit d
          where d.ended_at >= since and d.withdrawal_id is null
            and d.state in ('credited', 'unclaimed')
      ) come (at, amount_msat)
      group by 1
    on conflict (slice) do update set received_msat = excluded.received_msat;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_outflow_sent(since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into outflow_slice (slice, sent_msat, sent_count)
    select least(outflow_slice_of(gone.at), outflow_slice_of(outflow_now())), sum(gone.cost_msat),
        count(*)
      from (
        select coalesce(p.outflow_slice, p.created_at),
            case when p.fee_msat is null then p.held_msat
              else (p.amount_msat + p.fee_msat + 999) / 1000 * 1000 end
          from payment p
          where p.id >= first_id_since(since - interval '25 hours')
            and coalesce(p.outflow_slice, p.created_at) >= outflow_slice_of(since)
            and p.path = 'node' and p.failure_reason is null
        union all
        select coalesce(w.outflow_slice, w.signed_at), w.amount_msat + w.fee_msat from withdrawal w
          where w.signed_at >= since and w.state in ('signed', 'broadcast', 'settled')
        union all
        select coalesce(b.outflow_slice, b.created_at), b.fee_msat from fee_bump b
          where b.created_at >= since and b.is_paid is not false
      ) gone (at, cost_msat)
      group by 1
$function$;

CREATE OR REPLACE FUNCTION public.fill_records(step integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  reached uuid;
  ids uuid[];
begin
  select after_id into reached from record_filling
    where begun_at < now() - interval '10 minutes' for update skip locked;
  if not found then
    return 0;
  end if;
  ids := array(select id from settled_record where id > reached order by id limit step);
  update settled_record record
    set kind = filled.kind, amount_msat = filled.amount_msat, fee_msat = filled.fee_msat,
      grant_id = filled.grant_id
    from filled_record filled
    where record.id = any (ids) and record.amount_msat is null
      and filled.id = record.id and filled.amount_msat is not null;
  if cardinality(ids) < step then
    delete from record_filling;
  else
    update record_filling set after_id = ids[step];
  end if;
  return cardinality(ids);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.find_changed_wallets(within_ms integer, asked uuid[])
 RETURNS TABLE(user_id uuid, record_seq bigint, mark text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  since constant timestamptz := now() - within_ms * interval '1 millisecond';
begin
  return query
    select changed.who, max(changed.seq),
        concat_ws(' ', max(changed.seq), extract(epoch from max(changed.failed_at)))
      from (
        select r.user_id as who, r.seq, null::timestamptz as failed_at
          from settled_record r where r.booked_at > since
        union all
        select p.user_id, 0, p.ended_at
          from outgoing_order p where p.is_failed_and_kept and p.ended_at > since
        union all
        select w.user_id, w.record_seq, null from wallet w where w.user_id = any (asked)
      ) changed
      group by changed.who;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.find_earlier_answer(event payment_event, facts payment_facts)
 RETURNS money_answer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when facts.stored_state is not null
      then row('present', facts.stored_state, null)::money_answer
    when (facts.key).request_hash = event.request_hash
      then row('repeated', (facts.key).target_kind, (facts.key).target_id)::money_answer
    when (facts.key).request_hash <> event.request_hash
      then row('refused', 'idempotency_mismatch', null)::money_answer
    when facts.own_payment_id is not null
      then row('joined', null, facts.own_payment_id)::money_answer
  end
$function$;

CREATE OR REPLACE FUNCTION public.first_id_since(since timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (lpad(to_hex((extract(epoch from since) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.forget_batch_items(ended_before timestamp with time zone, batches_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  first_id_after uuid := rpad(
    lpad(to_hex(floor(extract(epoch from ended_before) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  ended uuid[];
begin
  select coalesce(array_agg(batch_id), '{}') into ended from (
    select distinct item.batch_id from payment_batch_item item
      where (item.destination <> '' or item.memo is not null or item.records <> '{}'
          or item.records_text is not null)
        and item.batch_id < first_id_after
        and not exists (
          select from payment_batch_item open
            left join payment part on part.id = open.payment_id
            where open.batch_id = item.batch_id
              and (open.state = 'pending'
                or (open.state = 'started'
                  and (part.ended_at is null or part.ended_at >= ended_before))))
      order by item.batch_id
      limit batches_max
  ) found;
  update payment_batch_item set destination = '', memo = null, records = '{}', records_text = null
    where batch_id = any (ended);
  return cardinality(ended);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.forget_failed_payments(ended_before timestamp with time zone, step integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  forgotten_count integer;
begin
  update payment set bolt11 = '', memo = null, records = '{}'
    where id in (
      select id from payment
        where failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}')
          and ended_at < ended_before
        order by ended_at
        limit step
        for no key update skip locked
    );
  get diagnostics forgotten_count = row_count;
  return forgotten_count;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.forget_outflow()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed_count integer;
begin
  delete from outflow_slice where slice < outflow_now() - interval '2 days';
  get diagnostics removed_count = row_count;
  delete from user_change c where c.at < clock_timestamp() - interval '2 days';
  return removed_count;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.give_back_outflow(slices timestamp with time zone[], unspent_msat bigint[], are_failed boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update outflow_slice s set
      sent_msat = greatest(s.sent_msat - given.sum_msat, 0),
      sent_count = greatest(s.sent_count - given.failed, 0)
    from (
      select locked.slice, sum(back.unspent) as sum_msat,
          count(*) filter (where back.is_failed)::integer as failed
        from (
          select o.slice from outflow_slice o
            where o.slice = any (slices) order by o.slice for no key update
        ) locked
        join unnest(slices, unspent_msat, are_failed) back (slice, unspent, is_failed)
          on locked.slice = back.slice
        group by locked.slice
    ) given
    where s.slice = given.slice;
end $function$;

CREATE OR REPLACE FUNCTION public.give_back_to_budget(locked locked_budgets, ended payment, unspent_msat bigint)
 RETURNS locked_budgets
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  place integer;
  b budget;
begin
  foreach place in array array[
    array_position(locked.keys, budget_key(ended.user_id, ended.grant_id)),
    array_position(locked.keys, budget_key(ended.user_id, '*'))]
  loop
    b := locked.budgets[place];
    if coalesce(ended.counted_at, ended.created_at) >= b.window_start then
      locked.budgets[place].used_msat := greatest(b.used_msat - unspent_msat, 0);
    end if;
  end loop;
  return locked;
end $function$;

CREATE OR REPLACE FUNCTION public.give_back_unspent(owed withdrawal, unspent_msat bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  spending payment;
begin
  spending.user_id := owed.user_id;
  spending.grant_id := owed.grant_id;
  spending.created_at := owed.created_at;
  spending.counted_at := owed.counted_at;
  perform write_budgets(give_back_to_budget(
    read_budgets(array[owed.user_id], array[owed.grant_id]), spending, unspent_msat));
end $function$;

CREATE OR REPLACE FUNCTION public.give_back_withdrawal(withdrawal_id uuid, fence bigint, only_from withdrawal_state, at timestamp with time zone, reason text, message text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  newest_fence bigint;
  owed withdrawal;
  wallets locked_wallets;
  transfer_id constant uuid := gen_random_uuid();
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into owed from withdrawal w
    where w.id = give_back_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it fails';
  if give_back_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif owed.state = 'failed' then
    return 'present';
  elsif only_from <> (case owed.state when 'broadcast' then 'signed' else owed.state end)
    or only_from not in ('reserved', 'unknown', 'signed')
    or only_from = 'reserved' and not is_database_known()
  then
    return 'conflict';
  end if;
  wallets := lock_wallets(array[owed.user_id]);
  if wallets.has_budgets then
    perform give_back_unspent(owed, owed.held_msat);
  end if;
  update withdrawal w set
      state = 'failed', ended_at = at, failure_reason = reason, failure_message = message
    where w.id = owed.id;
  update withdrawal_input i set is_free = true where i.withdrawal_id = owed.id;
  if owed.outflow_slice is not null then
    perform give_back_outflow(
      array[owed.outflow_slice], array[owed.amount_msat + owed.fee_msat], array[true]);
  end if;
  postings := draft_posting(postings, transfer_id, 'held', owed.user_id, -owed.held_msat);
  postings := draft_posting(postings, transfer_id, 'wallet', owed.user_id, owed.held_msat);
  perform write_ledger(
    array[row(transfer_id, 'void', owed.id, at)::transfer_draft], postings, '{}');
  return 'done';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.give_up_balance(event closing_event, account text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  amount_msat bigint := event.given_up_msat;
  at timestamptz := event.closed_at;
  postings posting_draft[] := '{}';
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, records, created_at, ended_at)
    values (
      event.payment_id, event.identifier, event.user_id, 'web', 'keysend', 'internal', 'settled',
      event.payment_hash, event.preimage, amount_msat, 0, 0, event.destination, '', event.memo,
      '{}', at, at);
  insert into receipt (
      id, identifier, source, payment_id, payment_hash, preimage, amount_msat, records, created_at,
      settled_at, unclaimed_reason, raw_event)
    values (
      event.receipt_id, event.receipt_identifier, 'internal', event.payment_id, event.payment_hash,
      event.preimage, amount_msat, '{}', at, at, 'given_up',
      json_build_object('account', account)::text);
  postings := draft_posting(postings, event.payment_id, 'wallet', event.user_id, -amount_msat);
  postings := draft_posting(postings, event.payment_id, 'unclaimed', null, amount_msat);
  perform write_ledger(
    array[row(event.payment_id, 'internal', event.payment_id, at)::transfer_draft],
    postings,
    array[row(
      event.payment_id, event.user_id, 'outgoing', event.identifier, event.payment_hash, at, at,
      false, event.body, 'lightning', 'keysend', amount_msat, 0, 'web')::record_draft]);
end $function$;

CREATE OR REPLACE FUNCTION public.give_up_deposits(seen_before timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update deposit d set state = 'gone'
    where d.state = 'seen' and d.block_height is null and d.seen_at < seen_before;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.give_up_replaced_deposits(list json, fence bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  ended bigint;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if fence < newest_fence then
    return null;
  end if;
  update deposit d set
      state = 'gone', block_height = null, block_hash = null,
      replaced_by = decode(replaced.replaced_by, 'hex')
    from json_to_recordset(list) replaced (deposit_id uuid, replaced_by text)
    where d.id = replaced.deposit_id and d.state = 'seen';
  get diagnostics ended = row_count;
  return ended;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.guard_payment_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not coalesce(case old.state
    when 'reserved' then new.state in ('dispatching', 'failed')
    when 'dispatching' then new.state in ('in_flight', 'unknown', 'settled', 'failed')
    when 'in_flight' then new.state in ('unknown', 'settled', 'failed')
    when 'unknown' then new.state in ('in_flight', 'settled', 'failed')
  end, false) then
    raise exception 'payment % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_withdrawal_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not coalesce(case old.state
    when 'reserved' then new.state in ('signed', 'unknown', 'failed')
    when 'unknown' then new.state in ('signed', 'failed')
    when 'signed' then new.state in ('broadcast', 'settled', 'failed')
    when 'broadcast' then new.state in ('settled', 'failed')
  end, false) then
    raise exception 'withdrawal % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  if old.raw is not null and new.raw is distinct from old.raw then
    raise exception 'withdrawal % has another transaction', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.held_at_end(statement statement_open)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(held.held_msat), 0)::bigint from (
    select held_msat from open_hold
      where user_id = statement.user_id and created_at < statement.ends_at
    union all
    select held_msat from outgoing_order
      where user_id = statement.user_id and is_failed
        and created_at < statement.ends_at and ended_at >= statement.ends_at
    union all
    select ordered.held_msat from settled_record record
      join outgoing_order ordered on ordered.id = record.id
      where record.user_id = statement.user_id and record.seq > statement.last_seq
        and record.direction = 'outgoing' and ordered.created_at < statement.ends_at
  ) held
$function$;

CREATE OR REPLACE FUNCTION public.hold_app_grant(owner_id uuid, maker text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if maker is null then
    return true;
  end if;
  perform from app_grant g
    where g.user_id = owner_id and g.client_id = maker and g.revoked_at is null for share;
  if found then
    return true;
  end if;
  perform from personal_token t
    where t.id = maker and t.user_id = owner_id and t.revoked_at is null for share;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_address_invoices(orders json, at timestamp with time zone, per_network integer, per_user integer, in_all integer, all_open integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  outcomes text[] := '{}';
  accepted bigint[] := '{}';
  users uuid[] := '{}';
  networks text[] := '{}';
  one record;
  user_open integer;
  share numeric;
  has_room boolean;
begin
  -- No one hears of an invoice before its text is stored, and that commit waits, for the disk and
  -- the standbys, until they have this one too. Two waits in a row would only be slower.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtext('address_invoice'));
  for one in
    select ordinality, value ->> 'network' as network, value -> 'sizes' as sizes,
      (value -> 'invoice' ->> 'user_id')::uuid as user_id
    from json_array_elements(orders) with ordinality
  loop
    select count(*) + cardinality(array_positions(users, one.user_id)) into user_open from (
      select from address_invoice
      where is_open and user_id = one.user_id and expires_at > at
      limit per_user
    ) open;
    share := least(
      1 - user_open::numeric / per_user,
      1 - (all_open + cardinality(accepted))::numeric / in_all);
    select count(*) + cardinality(array_positions(networks, one.network))
      < ceil(per_network * share) into has_room from (
      select from address_invoice
      where is_open and network = one.network and expires_at > at
      limit per_network
    ) open;
    -- What may follow such a beginning sorts before the letter g.
    select has_room and coalesce(bool_and(
        (select count(*) from (
          select from address_invoice
          where is_open and network >= size.key and network < size.key || 'g' and expires_at > at
          limit ceil(per_network * size.factor)
        ) open) + (select count(*) from unnest(networks) n where starts_with(n, size.key))
        < ceil(per_network * size.factor * share)), true)
      into has_room
      from json_to_recordset(coalesce(one.sizes, '[]')) size (key text, factor numeric);
    if not has_room then
      outcomes := outcomes || 'too_many'::text;
      continue;
    end if;
    accepted := accepted || one.ordinality;
    users := users || one.user_id;
    networks := networks || one.network;
    outcomes := outcomes || 'inserted'::text;
  end loop;
  insert into invoice (
      id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
      rest_msat, memo, description_hash, comment, metadata_json, payer_name, payer_email, payer_pubkey,
      bolt11, expiry_sec, created_at, expires_at)
    select
      i.id, i.identifier, i.user_id, i.grant_id, i.node_pubkey, i.payment_hash, i.preimage,
      -- Older processes know of no such column.
      i.amount_sat, coalesce(i.rest_msat, 0), i.memo, i.description_hash, i.comment,
      i.metadata_json, i.payer_name, i.payer_email, i.payer_pubkey, i.bolt11, i.expiry_sec,
      i.created_at, i.expires_at
    from json_array_elements(orders) with ordinality o
    cross join lateral json_populate_record(null::invoice, o.value -> 'invoice') i
    where o.ordinality = any (accepted);
  insert into address_invoice (invoice_id, user_id, network, verify_id, expires_at, zap_relays)
    select (value -> 'invoice' ->> 'id')::uuid, (value -> 'invoice' ->> 'user_id')::uuid,
      value ->> 'network', value ->> 'verify_id', (value -> 'invoice' ->> 'expires_at')::timestamptz,
      case json_typeof(value -> 'zap_relays') when 'array'
        then array(select json_array_elements_text(value -> 'zap_relays')) end
    from json_array_elements(orders) with ordinality
    where ordinality = any (accepted);
  return outcomes;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.is_database_known()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  mark database_mark;
begin
  if exists (select from outside_stop where reason in ('restored', 'database_changed')) then
    return false;
  end if;
  select * into mark from database_mark;
  return not found or (
    mark.looked_in is not distinct from database_place() and mark.timeline = current_timeline());
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.limit_in_force(own_sat bigint, default_sat bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select nullif(coalesce(own_sat, default_sat), 0)
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.list_due_webhook_endpoints(after text, endpoints_max integer)
 RETURNS TABLE(endpoint_id text, user_id uuid, url text, consecutive_failures integer)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  first_id text collate "C";
  first_at timestamptz;
begin
  -- Asked after each settlement. Mostly nothing waits: then the long query is not even begun.
  select d.endpoint_id, d.next_at into first_id, first_at from webhook_delivery d
    where d.state = 'pending' and d.endpoint_id > after
      and (d.claimed_until is null or d.claimed_until <= now())
    order by d.endpoint_id, d.next_at limit 1;
  if first_id is null then
    return;
  end if;
  return query
    with recursive waiting (endpoint_id, next_at) as (
      select first_id, first_at
      union all
      select following.endpoint_id, following.next_at
        from waiting w
        cross join lateral (
          select d.endpoint_id, d.next_at from webhook_delivery d
            where d.state = 'pending' and d.endpoint_id > w.endpoint_id
              and (d.claimed_until is null or d.claimed_until <= now())
            order by d.endpoint_id, d.next_at limit 1
        ) following
    )
    select e.id, e.user_id, e.url, e.consecutive_failures
      from waiting w
      -- Fenced off, so that each is found by its key: otherwise the planner reads all endpoints for
      -- each.
      cross join lateral (
        select * from webhook_endpoint o where o.id = w.endpoint_id and o.state = 'active' offset 0
      ) e
      where w.next_at <= now()
        and (select u.disabled_at from wallet_user u where u.id = e.user_id) is null
      limit endpoints_max;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.lock_batch_items(events payment_event[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from payment_batch_item item
    where (item.batch_id, item.index) in (select e.batch_id, e.batch_index from unnest(events) e)
    order by item.batch_id, item.index for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_outflow()
 RETURNS outflow_room
 LANGUAGE plpgsql
AS $function$
declare
  limits outflow_limit;
  room outflow_room;
  gate outflow_gate;
begin
  -- Shared by all but set_outflow_limits, which waits for all who have read the limits before.
  perform pg_advisory_xact_lock_shared(hashtext('outflow'), 0);
  limits := outflow_limits();
  if limits.mode is null then
    return null;
  end if;
  select * into gate from outflow_gate for no key update;
  room.mode := limits.mode;
  room.single_msat := limits.single_msat;
  room.slice := greatest(gate.newest_slice, outflow_slice_of(outflow_now()));
  select limits.hour_msat
        - coalesce(sum(s.sent_msat) filter (where s.slice >= room.slice - interval '1 hour'), 0),
      limits.day_msat - coalesce(sum(s.sent_msat), 0),
      limits.net_day_msat - coalesce(sum(s.sent_msat - s.received_msat), 0),
      limits.count_hour
        - coalesce(sum(s.sent_count) filter (where s.slice >= room.slice - interval '1 hour'), 0)
    into room.hour_left_msat, room.day_left_msat, room.net_left_msat, room.count_left
    from outflow_slice s where s.slice >= room.slice - interval '1 day';
  room.extra_left_msat :=
    case when gate.extra_until > outflow_now() then gate.extra_msat else 0 end;
  room.is_latched := exists (select from outside_stop where reason = 'outflow');
  room.sent_msat := 0;
  room.sent_count := 0;
  room.extra_msat := 0;
  return room;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_wallets(ids uuid[])
 RETURNS locked_wallets
 LANGUAGE plpgsql
AS $function$
declare
  wallets locked_wallets;
begin
  select array_agg(locked.user_id), array_agg(locked.wallet_msat), bool_or(locked.has_budgets),
      array_agg(locked.user_id) filter (where locked.is_closed)
    into wallets.user_ids, wallets.balances_msat, wallets.has_budgets, wallets.closed_ids
    from (
      select w.user_id, w.wallet_msat, w.has_budgets, w.is_closed from wallet w
        where w.user_id = any (ids) order by w.user_id for no key update
    ) locked;
  return wallets;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_webhook_endpoint(owner_id uuid, maker text, endpoint text)
 RETURNS webhook_endpoint
 LANGUAGE plpgsql
AS $function$
declare
  locked webhook_endpoint;
begin
  select * into locked from webhook_endpoint e
    where e.id = endpoint and e.user_id = owner_id and e.state <> 'deleted'
      and (maker is null or e.client_id = maker or e.token_id = maker)
    for no key update;
  return locked;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_webhook_health(endpoints text[])
 RETURNS TABLE(endpoint_id text, consecutive_failures integer, failing_since timestamp with time zone, failing_delivery_id bigint, has_failed_apart boolean, last_success_at timestamp with time zone, warned_stage smallint, looked_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select e.id, e.consecutive_failures, e.failing_since, e.failing_delivery_id,
        e.has_failed_apart, e.last_success_at, e.warned_stage, now()
      from webhook_endpoint e where e.id = any (endpoints) order by e.id for no key update;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.look_for_wallet_notices(who uuid, callers_now timestamp with time zone, default_max_balance_sat bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  most constant bigint := 10000;
  inbox notice_inbox;
  purse wallet;
  found_some record;
  spent record;
  max_sat bigint;
begin
  perform from notice_inbox i join wallet w on w.user_id = i.user_id
    where i.user_id = who and (i.record_seq, i.wallet_seq, i.held_seq)
      <> (w.record_seq, w.wallet_seq, w.held_seq);
  if found then
    select * into inbox from notice_inbox where user_id = who for update;
    -- After the lock, so that another look has ended and its numbers are not above these.
    select * into purse from wallet where user_id = who;
    update notice_inbox
      set record_seq = purse.record_seq, wallet_seq = purse.wallet_seq, held_seq = purse.held_seq
      where user_id = who;

    max_sat := limit_in_force(
      (select l.max_balance_sat from user_limit l where l.user_id = who), default_max_balance_sat);
    if coalesce(purse.wallet_msat + purse.held_msat <= max_sat * 1000, true) then
      update notice_inbox set told_above_limit = false where user_id = who and told_above_limit;
    elsif not inbox.told_above_limit and exists (
      select from settled_record r
        where r.user_id = who and r.direction = 'incoming' and r.seq <= purse.record_seq
          and r.seq > greatest(inbox.record_seq, purse.record_seq - most)) then
      update notice_inbox set told_above_limit = true where user_id = who;
      perform add_notice(who, 'limit', '', jsonb_build_object('limitSat', max_sat::text));
    end if;

    select count(*) as number, sum(r.amount_msat) as msat,
        (array_agg(r.identifier order by r.seq desc))[1] as identifier
      into found_some
      from filled_record r
      where r.user_id = who and r.direction = 'incoming' and r.seq <= purse.record_seq
        and r.seq > greatest(inbox.record_seq, purse.record_seq - most);
    if found_some.number > 0 then
      perform add_notice(
        who, 'received', '', jsonb_build_object('identifier', found_some.identifier),
        found_some.number, purse.record_seq - inbox.record_seq > most, found_some.msat::bigint);
    end if;

    for found_some in
      select p.is_settled, count(*) as number, sum((p.amount_msat + 999) / 1000 * 1000) as msat,
          (array_agg(p.identifier order by line.seq desc))[1] as identifier
        from posting line
        join transfer t on t.id = line.transfer_id and t.kind in ('post', 'void')
        join outgoing_order p on p.id = t.subject_id
        where line.user_id = who and line.account = 'held' and line.seq <= purse.held_seq
          and line.seq > greatest(inbox.held_seq, purse.held_seq - most)
          -- Ended so late that those who ordered it had stopped waiting.
          and p.ended_at >= p.created_at + interval '10 seconds'
        group by p.is_settled
    loop
      perform add_notice(
        who, 'ended', case when found_some.is_settled then 'settled' else 'failed' end,
        jsonb_build_object('identifier', found_some.identifier),
        found_some.number, purse.held_seq - inbox.held_seq > most, found_some.msat::bigint);
    end loop;

    for spent in
      insert into budget_told as told (user_id, grant_id, window_start, limit_msat, percent)
        select b.user_id, b.grant_id, b.window_start, b.limit_msat,
            case when b.used_msat >= b.limit_msat then 100 else 80 end
          from budget b
          -- Never true of a budget without a limit.
          where b.user_id = who and b.grant_id <> '*' and b.used_msat >= b.limit_msat / 5 * 4
            and coalesce(b.expires_at > callers_now, true)
            and b.window_start >= budget_window_start(b.interval, callers_now)
        on conflict (user_id, grant_id) do update set window_start = excluded.window_start,
          limit_msat = excluded.limit_msat, percent = excluded.percent
          where (told.window_start, told.limit_msat) <> (excluded.window_start, excluded.limit_msat)
            or told.percent < excluded.percent
        returning *
    loop
      perform add_notice(
        who, 'budget', spent.grant_id || ' ' || spent.percent,
        jsonb_build_object('grantId', spent.grant_id, 'percent', spent.percent));
    end loop;
  end if;
  return (
    select count(*) from notice n join notice_inbox i on i.user_id = n.user_id
      where n.user_id = who and n.seq > i.seen_seq);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.may_leave()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return not exists (select from outside_stop) and is_database_known();
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.month_start(month text, months_later integer, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((month || '-01')::timestamp + months_later * interval '1 month') at time zone zone
$function$;

CREATE OR REPLACE FUNCTION public.move_cursor(events credit_event[], answers money_answer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update node_cursor c set settle_index = greatest(c.settle_index, done.settle_index)
    from (
      select e.node_pubkey, least(
          max(e.settle_index) filter (where a.outcome in ('credited', 'present')),
          min(e.settle_index) filter (where a.outcome in ('stale', 'payee_closed')) - 1) as settle_index
        from unnest(events) with ordinality e
        join unnest(answers) with ordinality a using (ordinality)
        group by e.node_pubkey
        having bool_or(a.outcome in ('credited', 'present'))
    ) done
    where c.pubkey = done.node_pubkey and c.settle_index < done.settle_index;
end $function$;

CREATE OR REPLACE FUNCTION public.note_chain_look(of_node text, fence bigint, height integer, coins_sat bigint, is_whole boolean, took_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  begun_at constant timestamptz := clock_timestamp() - took_ms * interval '1 millisecond';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if note_chain_look.fence < newest_fence then
    return false;
  end if;
  insert into chain_cursor as c (pubkey, first_height, height, coins_sat, looked_at)
    values (of_node, note_chain_look.height, note_chain_look.height, note_chain_look.coins_sat,
      case when is_whole then begun_at end)
    on conflict (pubkey) do update set height = excluded.height, coins_sat = excluded.coins_sat,
      looked_at = case
        when is_whole is null then c.looked_at
        when is_whole or c.looked_at is not null then begun_at
      end
    where (c.height, c.coins_sat) is distinct from (excluded.height, excluded.coins_sat)
      or is_whole
      or exists (select from outside_stop where reason in ('restored', 'database_changed'));
  return true;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_changed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.password_hash <> old.password_hash and new.session_epoch <> old.session_epoch then
    perform write_user_change(new.id, 'password', '');
  end if;
  if new.email is distinct from old.email then
    perform write_user_change(new.id, 'email', '');
  end if;
  if new.confirm_above_sat > old.confirm_above_sat then
    perform write_user_change(new.id, 'limit_raised', '');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_deposits(list json, fence bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  newest_fence bigint;
  noted bigint;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  if fence < newest_fence then
    return null;
  end if;
  update onchain_address a set used_at = seen.seen_at
    from json_to_recordset(list) seen (address text, seen_at timestamptz)
    where a.address = seen.address and a.used_at is null;
  insert into deposit as d (
      id, identifier, txid, output_index, address, user_id, amount_msat, raw, seen_at,
      block_height, block_hash)
    select seen.id, seen.identifier, decode(seen.txid, 'hex'), seen.output_index, a.address,
      a.user_id, seen.amount_msat, decode(max(seen.raw) over (partition by seen.txid), 'hex'),
      seen.seen_at, seen.block_height, decode(seen.block_hash, 'hex')
    from json_to_recordset(list) seen (
      id uuid, identifier text, txid text, output_index integer, address text,
      amount_msat bigint, raw text, seen_at timestamptz, block_height integer, block_hash text)
    join onchain_address a on a.address = seen.address
    order by seen.txid, seen.output_index
  on conflict (txid, output_index) do update set
    state = case when excluded.block_height is null then d.state else 'seen' end,
    replaced_by = case when excluded.block_height is null then d.replaced_by end,
    block_height = excluded.block_height, block_hash = excluded.block_hash
    where d.ended_at is null;
  get diagnostics noted = row_count;
  return noted;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_fee_bump(bump_id uuid, of_withdrawal uuid, spent_txid bytea, spent_index integer, spent_msat bigint, signed_txid bytea, signed_raw bytea, signed_fee_msat bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  waiting withdrawal;
  room outflow_room;
begin
  perform from lease l where l.name = 'watch-chain' for update;
  select * into waiting from withdrawal w where w.id = of_withdrawal for no key update;
  if exists (select from fee_bump b where b.id = bump_id) then
    return 'noted';
  elsif waiting.state is null or waiting.state not in ('signed', 'broadcast') then
    return 'ended';
  elsif waiting.txid is distinct from spent_txid and not exists (
    select from fee_bump former
      where former.txid = spent_txid and former.withdrawal_id = of_withdrawal)
  then
    return 'ended';
  elsif exists (
    select from withdrawal_input taken
      where taken.txid = spent_txid and taken.output_index = spent_index and not taken.is_free)
    or exists (
      select from fee_bump b
        where (b.coin_txid, b.coin_index) = (spent_txid, spent_index) and b.is_paid is not false
          or b.txid = signed_txid)
  then
    return 'coin_taken';
  end if;
  room := take_one_from_outflow(signed_fee_msat, signed_fee_msat, false);
  if room.is_latched then
    return 'stopped';
  end if;
  insert into fee_bump (
      id, withdrawal_id, coin_txid, coin_index, coin_msat, txid, raw, fee_msat, created_at,
      outflow_slice)
    values (bump_id, of_withdrawal, spent_txid, spent_index, spent_msat, signed_txid, signed_raw,
      signed_fee_msat, at, room.counted_in);
  return 'noted';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_found_fee_bump(bump_id uuid, of_withdrawal uuid, fence bigint, spent_txid bytea, spent_index integer, spent_msat bigint, signed_txid bytea, signed_raw bytea, signed_fee_msat bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  paid withdrawal;
  room outflow_room;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for update;
  select * into paid from withdrawal w where w.id = of_withdrawal for no key update;
  if note_found_fee_bump.fence < newest_fence then
    return 'fenced';
  elsif exists (select from fee_bump b where b.txid = signed_txid) then
    return 'noted';
  elsif paid.state is null or paid.state not in ('signed', 'broadcast', 'settled') then
    return 'ended';
  elsif paid.txid is distinct from spent_txid and not exists (
    select from fee_bump former
      where former.txid = spent_txid and former.withdrawal_id = of_withdrawal)
  then
    return 'ended';
  elsif exists (
    select from withdrawal_input taken
      where taken.txid = spent_txid and taken.output_index = spent_index and not taken.is_free)
    or exists (
      select from fee_bump b
        where (b.coin_txid, b.coin_index) = (spent_txid, spent_index) and b.is_paid is not false
          or b.txid = signed_txid)
  then
    return 'coin_taken';
  end if;
  room := take_one_from_outflow(signed_fee_msat, signed_fee_msat, true);
  insert into fee_bump (
      id, withdrawal_id, coin_txid, coin_index, coin_msat, txid, raw, fee_msat, created_at,
      outflow_slice)
    values (bump_id, of_withdrawal, spent_txid, spent_index, spent_msat, signed_txid, signed_raw,
      signed_fee_msat, at, room.counted_in);
  return 'noted';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_orphaned_deposit(deposit_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update deposit d set orphaned_at = clock_timestamp()
    where d.id = deposit_id and d.ended_at is not null and d.orphaned_at is null;
  if not found then
    return false;
  end if;
  insert into outside_stop (reason, detail)
    values ('operator', 'a deposit was credited in a block that is not part of the chain any more')
    on conflict (reason) do nothing;
  return true;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_outflow_received(amount_msat bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('outflow'), 0);
  if amount_msat > 0 and (outflow_limits()).net_day_msat is not null then
    insert into outflow_slice as s (slice, received_msat)
      values (outflow_slice_of(outflow_now()), amount_msat)
      on conflict (slice) do update set received_msat = s.received_msat + excluded.received_msat;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_outside_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  case tg_table_name
    when 'nwc_key' then
      insert into nwc_outside_change (device_id) values (new.device_id);
    when 'grant_device' then
      insert into nwc_outside_change (device_id)
        select k.device_id from nwc_key k where k.device_id = new.id;
    when 'app_grant' then
      insert into nwc_outside_change (device_id)
        select k.device_id from grant_device d join nwc_key k on k.device_id = d.id
        where d.app_grant_id = new.id;
    when 'wallet_user' then
      insert into nwc_outside_change (device_id)
        select k.device_id from app_grant g
        join grant_device d on d.app_grant_id = g.id
        join nwc_key k on k.device_id = d.id
        where g.user_id = new.id and g.revoked_at is null and d.ended_at is null;
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_raised_budget()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform write_user_change(old.user_id, 'budget_raised', old.grant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_second_factor_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform write_user_change(old.user_id, 'second_factor_removed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_signed_withdrawal(withdrawal_id uuid, fence bigint, was_found boolean, signed_txid bytea, signed_raw bytea, inputs json, signed_fee_msat bigint, signed_change_index integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  newest_fence bigint;
  found_one withdrawal;
  coins_count integer;
  written_count integer;
  room outflow_room;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into found_one from withdrawal w
    where w.id = note_signed_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it is signed';
  if note_signed_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif found_one.state in ('signed', 'broadcast', 'settled') and found_one.raw = signed_raw then
    return 'signed';
  elsif found_one.state::text <> (case when was_found then 'unknown' else 'reserved' end) then
    return 'conflict';
  elsif not was_found and not may_leave() then
    return 'stopped';
  elsif exists (
    select from json_to_recordset(inputs) coin (txid text, output_index integer)
      join withdrawal_input taken
        on taken.txid = decode(coin.txid, 'hex') and taken.output_index = coin.output_index
          and not taken.is_free)
    or exists (
      select from json_to_recordset(inputs) coin (txid text, output_index integer)
        join fee_bump taken
          on taken.coin_txid = decode(coin.txid, 'hex') and taken.coin_index = coin.output_index
            and taken.ended_at is null)
  then
    return 'input_taken';
  end if;
  room := take_one_from_outflow(
    found_one.amount_msat, found_one.amount_msat + signed_fee_msat, was_found);
  if room.is_latched then
    return 'stopped';
  end if;
  coins_count := json_array_length(inputs);
  assert coins_count > 0, 'a transaction spends a coin';
  insert into withdrawal_input (withdrawal_id, place, txid, output_index, amount_msat)
    select found_one.id, coin.place, decode(coin.txid, 'hex'), coin.output_index, coin.amount_msat
      from json_to_recordset(inputs) coin (
        place integer, txid text, output_index integer, amount_msat bigint)
      order by coin.txid, coin.output_index
      on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < coins_count then
    raise exception 'a coin was taken meanwhile' using errcode = 'serialization_failure';
  end if;
  update withdrawal w set
      state = 'signed', txid = signed_txid, raw = signed_raw, fee_msat = signed_fee_msat,
      change_index = signed_change_index, signed_at = at,
      outflow_slice = room.counted_in
    where w.id = found_one.id;
  return 'signed';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.note_withdrawal_block(withdrawal_id uuid, fence bigint, height integer, hash bytea)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  settled withdrawal;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into settled from withdrawal w
    where w.id = note_withdrawal_block.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it stands in a block';
  if note_withdrawal_block.fence < newest_fence then
    return 'fenced';
  elsif settled.state <> 'settled' or settled.is_internal then
    return 'conflict';
  elsif (settled.block_height, settled.block_hash) is not distinct from (height, hash) then
    return 'present';
  end if;
  update withdrawal w set block_height = height, block_hash = hash where w.id = settled.id;
  return 'done';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.open_budget_window(b budget, counts_at timestamp with time zone)
 RETURNS budget
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  start timestamptz := budget_window_start(b.interval, counts_at);
begin
  if start > b.window_start then
    b.window_start := start;
    b.used_msat := 0;
  end if;
  return b;
end $function$;

CREATE OR REPLACE FUNCTION public.open_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into wallet (user_id) values (new.id);
  insert into notice_inbox (user_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.outflow_limits()
 RETURNS outflow_limit
 LANGUAGE plpgsql
AS $function$
declare
  limits outflow_limit;
begin
  select min(l.hour_msat), min(l.day_msat), min(l.net_day_msat), min(l.single_msat),
      min(l.count_hour), coalesce(min(l.mode), 'enforce')
    into limits.hour_msat, limits.day_msat, limits.net_day_msat, limits.single_msat,
      limits.count_hour, limits.mode
    from outflow_limit l;
  if limits.mode = 'off' or num_nonnulls(limits.hour_msat, limits.day_msat, limits.net_day_msat,
    limits.single_msat, limits.count_hour) = 0
  then
    return null;
  end if;
  return limits;
end $function$;

CREATE OR REPLACE FUNCTION public.outflow_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select clock_timestamp()
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.outflow_slice_of(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select date_bin(interval '5 minutes', at, timestamptz '2000-01-01 00:00:00Z')
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.park_job(job_id bigint, attempt integer, error text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from job old
    using job j
    where j.id = job_id and j.attempts = attempt and j.lease_until is not null
      and old.kind = j.kind and old.dedupe_key = j.dedupe_key and old.parked_at is not null;
  update job j
    set lease_until = null, parked_at = clock_timestamp(), last_error = coalesce(error, last_error)
    where j.id = job_id and j.attempts = attempt and j.lease_until is not null;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.public_room_sat(room_sat bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when room_sat < 1 then 0
    else (rpad(
      case
        when left(room_sat::text, 1) >= '5' then '5'
        when left(room_sat::text, 1) >= '2' then '2'
        else '1'
      end,
      length(room_sat::text), '0'))::bigint
  end
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.put_back_job(job_id bigint, attempt integer, counted_attempts integer, pause_ms bigint, error text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update job j
    set attempts = counted_attempts, lease_until = null, parked_at = null,
      run_at = clock_timestamp() + pause_ms * interval '1 millisecond', last_error = coalesce(error, j.last_error)
    where j.id = job_id and j.attempts = attempt
      and (j.lease_until is not null or j.parked_at is not null);
exception when unique_violation then
  delete from job j where j.id = job_id and j.attempts = attempt;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.put_budget(payer_id uuid, payer_grant text, new_limit_msat bigint, new_ask_above_msat bigint, new_interval budget_interval, new_expires_at timestamp with time zone, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  new_start timestamptz := budget_window_start(new_interval, at);
  newest_start timestamptz;
  last_seq bigint := 0;
  past grant_spending;
  newest grant_spending;
begin
  if not exists (
    select from budget b
      where b.user_id = payer_id and b.grant_id = payer_grant and b.interval = new_interval)
  then
    select w.record_seq into last_seq from wallet w where w.user_id = payer_id;
    past := read_past_spending(payer_id, payer_grant, new_start, last_seq);
  end if;
  perform lock_wallets(array[payer_id]);

  -- The same windows: the used amount stays if its window does.
  update budget b set
      limit_msat = new_limit_msat, ask_above_msat = new_ask_above_msat,
      expires_at = new_expires_at,
      window_start = greatest(b.window_start, new_start),
      used_msat = case when b.window_start < new_start then 0 else b.used_msat end
    where b.user_id = payer_id and b.grant_id = payer_grant and b.interval = new_interval;
  if found then
    return;
  end if;

  newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  -- A window opened by a process whose clock was ahead stays open.
  newest_start := budget_window_start(new_interval, greatest(past.newest_at, newest.newest_at));
  if newest_start > new_start then
    new_start := newest_start;
    past := read_past_spending(payer_id, payer_grant, new_start, last_seq);
    newest := read_newest_spending(payer_id, payer_grant, new_start, last_seq);
  end if;
  insert into budget as b
      (user_id, grant_id, limit_msat, ask_above_msat, interval, expires_at, window_start, used_msat)
    values (payer_id, payer_grant, new_limit_msat, new_ask_above_msat, new_interval,
      new_expires_at, new_start, coalesce(past.spent_msat, 0) + newest.spent_msat)
    on conflict (user_id, grant_id) do update set
      limit_msat = excluded.limit_msat, ask_above_msat = excluded.ask_above_msat,
      interval = excluded.interval,
      expires_at = excluded.expires_at, window_start = excluded.window_start,
      used_msat = excluded.used_msat;
  update wallet w set has_budgets = true where w.user_id = payer_id and not w.has_budgets;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.read_budgets(payer_ids uuid[], payer_grants text[])
 RETURNS locked_budgets
 LANGUAGE plpgsql
AS $function$
declare
  locked locked_budgets;
begin
  select array_agg(budget_key(b.user_id, b.grant_id)), array_agg(b)
    into locked.keys, locked.budgets
    from budget b
    where (b.user_id, b.grant_id) in (
      select * from unnest(payer_ids, payer_grants)
      union
      select payer_id, '*' from unnest(payer_ids) payer_id);
  return locked;
end $function$;

CREATE OR REPLACE FUNCTION public.read_credit_facts(events credit_event[])
 RETURNS credit_facts[]
 LANGUAGE plpgsql
AS $function$
begin
  return array(
    select row(r.id is not null, c.baseline, v.user_id, v.payment_hash, v.identifier, v.created_at,
        v.receipts_count > 0, v.grant_id)::credit_facts
      from unnest(events) with ordinality e
      left join receipt r
        on r.payment_hash = e.payment_hash and r.set_id = e.set_id
          and r.node_pubkey = e.node_pubkey and r.source = 'node'
      left join node_cursor c on c.pubkey = e.node_pubkey
      left join invoice v on v.id = e.invoice_id
      order by e.ordinality);
end $function$;

CREATE OR REPLACE FUNCTION public.read_newest_spending(payer_id uuid, payer_grant text, since timestamp with time zone, last_seq bigint)
 RETURNS grant_spending
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  spending grant_spending;
begin
  select coalesce(sum(newest.cost_msat), 0), max(newest.counted_at)
    into spending
    from (
      select r.amount_msat + r.fee_msat, coalesce(p.counted_at, r.created_at), r.grant_id
        from filled_record r left join outgoing_order p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.seq > last_seq
      union all
      select h.held_msat, h.counted_at, h.grant_id from open_hold h where h.user_id = payer_id
    ) newest (cost_msat, counted_at, grant_id)
    where payer_grant in (newest.grant_id, '*') and newest.counted_at >= since;
  return spending;
end $function$;

CREATE OR REPLACE FUNCTION public.read_past_spending(payer_id uuid, payer_grant text, since timestamp with time zone, last_seq bigint)
 RETURNS grant_spending
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  spending grant_spending;
begin
  select coalesce(sum(past.cost_msat), 0), max(past.counted_at)
    into spending
    from (
      select r.amount_msat + r.fee_msat, r.created_at
        from filled_record r left join outgoing_order p on p.id = r.id
        where r.user_id = payer_id and r.direction = 'outgoing' and r.created_at >= since
          and r.seq <= last_seq and p.counted_at is null and payer_grant in (r.grant_id, '*')
      union all
      select r.amount_msat + r.fee_msat, p.counted_at
        from outgoing_order p join filled_record r on r.id = p.id
        where p.user_id = payer_id and p.counted_at >= since
          and r.seq <= last_seq and payer_grant in (r.grant_id, '*')
    ) past (cost_msat, counted_at);
  return spending;
end $function$;

CREATE OR REPLACE FUNCTION public.read_payment_facts(events payment_event[])
 RETURNS payment_facts[]
 LANGUAGE plpgsql
AS $function$
begin
  return array(
    select row(
        (select p.state from payment p where p.id = e.payment_id),
        (select k from idempotency_key k
          where (k.user_id, k.grant_id, k.key) = (e.user_id, e.grant_id, e.idempotency_key)),
        coalesce(
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
              and p.user_id = e.user_id),
          (select p.id from payment p
            where p.payment_hash = e.payment_hash and p.path = 'internal'
              and p.user_id = e.user_id)),
        exists (
          select from payment p
            where p.payment_hash = e.payment_hash and p.path = 'node' and p.failure_reason is null
              and p.user_id <> e.user_id),
        (select item.state from payment_batch_item item
          where (item.batch_id, item.index) = (e.batch_id, e.batch_index)),
        (select row(v.user_id, v.payment_hash, v.amount_sat, v.identifier, v.created_at, v.expires_at,
            v.receipts_count > 0, v.rest_msat)::invoice_facts
          from invoice v where v.id = e.invoice_id)
      )::payment_facts
    from unnest(events) with ordinality e
    order by e.ordinality);
end $function$;

CREATE OR REPLACE FUNCTION public.reckon_statement(who uuid, callers_now timestamp with time zone, step integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '5s'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  over_before timestamptz := least(clock_timestamp(), callers_now) - interval '1 hour';
  statement statement_open;
  line record;
  lines_read integer := 0;
  wallet_record_seq bigint;
  wallet_total_msat bigint;
  answer text := 'done';
begin
  select * into statement from statement_open where user_id = who for update;
  if statement.user_id is null then
    insert into statement_open
      select who, first.month, first.zone, month_start(first.month, 0, first.zone),
        month_start(first.month, 1, first.zone), 0, 0, 0, 0, 0, 0,
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
      from (
        select zone, to_char(booked_at at time zone zone, 'YYYY-MM') as month
        from settled_record, statement_zone(who, booked_at, 'UTC') as zone
        where user_id = who and seq = 1
      ) first
      on conflict do nothing;
    select * into statement from statement_open where user_id = who for update;
    if statement.user_id is null then
      return 'done';
    end if;
  end if;

  for line in
    select l.seq, l.booked_at, l.direction, l.amount_msat, l.fee_msat, l.body
      from statement_lines(who, statement.last_seq, 9223372036854775807) l
      limit step
  loop
    while line.booked_at >= statement.ends_at and over_before >= statement.ends_at loop
      statement := close_month(statement);
    end loop;
    -- Of a month that begins when this one is closed.
    exit when line.booked_at >= statement.ends_at;
    lines_read := lines_read + 1;
    statement.head := sha256(
      convert_to('satchel-record-v1', 'UTF8') || statement.head || int8send(line.seq)
        || sha256(convert_to(line.body, 'UTF8'))
        || int8send(case line.direction when 'incoming' then line.amount_msat
          else -(line.amount_msat + line.fee_msat) end));
    statement.last_seq := line.seq;
    if line.direction = 'incoming' then
      statement.incoming_msat := statement.incoming_msat + line.amount_msat;
    else
      statement.outgoing_msat := statement.outgoing_msat + line.amount_msat;
      statement.fees_msat := statement.fees_msat + line.fee_msat;
    end if;
  end loop;

  if lines_read = step then
    answer := 'more';
  elsif over_before >= statement.ends_at then
    select record_seq, wallet_msat + held_msat into wallet_record_seq, wallet_total_msat
      from wallet where user_id = who for no key update;
    if wallet_record_seq <> statement.last_seq then
      answer := 'more';
    elsif wallet_total_msat <> statement.opening_msat + statement.incoming_msat
        - statement.outgoing_msat - statement.fees_msat then
      answer := 'unequal';
    else
      while over_before >= statement.ends_at loop
        statement := close_month(statement);
      end loop;
    end if;
  end if;

  update statement_open set
      month = statement.month,
      time_zone = statement.time_zone,
      begins_at = statement.begins_at,
      ends_at = statement.ends_at,
      after_seq = statement.after_seq,
      last_seq = statement.last_seq,
      opening_msat = statement.opening_msat,
      incoming_msat = statement.incoming_msat,
      outgoing_msat = statement.outgoing_msat,
      fees_msat = statement.fees_msat,
      previous_link = statement.previous_link,
      head = statement.head
    where user_id = who
      -- A page that is looked at again and again writes nothing.
      and (last_seq, ends_at) is distinct from (statement.last_seq, statement.ends_at);
  return answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.record_webhook_diagnoses(results text, healths text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update webhook_endpoint e set
      consecutive_failures = h.consecutive_failures, failing_since = h.failing_since,
      failing_delivery_id = h.failing_delivery_id, has_failed_apart = h.has_failed_apart,
      last_success_at = h.last_success_at, warned_stage = h.warned_stage
    from json_populate_recordset(null::webhook_health, healths::json) h
    where e.id = h.endpoint_id;
  perform write_webhook_results(
    array(select r from json_populate_recordset(null::webhook_result, results::json) r));
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.record_webhook_successes(endpoints text[], deliveries bigint[], numbers integer[], attempts_before integer[], started_at timestamp with time zone[], duration_ms integer[], statuses integer[], excerpts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update webhook_endpoint e set
      consecutive_failures = 0, failing_since = null, failing_delivery_id = null,
      has_failed_apart = false, warned_stage = 0, last_success_at = now()
    where e.id = any (array(
      select o.id from webhook_endpoint o
        where o.id = any (endpoints)
          and (o.failing_since is not null or o.last_success_at is null
            or o.last_success_at < now() - interval '1 minute')
        order by o.id for no key update));
  perform write_webhook_results(array(
    select row(r.endpoint_id, r.delivery_id, r.number, r.attempts_before, r.started_at,
        r.duration_ms, r.status, null, r.excerpt, 'succeeded', null)::webhook_result
      from unnest(endpoints, deliveries, numbers, attempts_before, started_at, duration_ms,
          statuses, excerpts)
        r (endpoint_id, delivery_id, number, attempts_before, started_at, duration_ms, status,
          excerpt)));
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.record_zap_delivery(of_invoice uuid, at_place integer, attempt integer, accepted boolean, after_ms integer, error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update zap_delivery d set
      is_running = false,
      next_at = case when not accepted then now() + after_ms * interval '1 millisecond' end,
      ended_at = case when accepted or after_ms is null then now() end,
      is_accepted = case when accepted or after_ms is null then accepted end,
      last_error = coalesce(error, d.last_error)
    where d.invoice_id = of_invoice and d.place = at_place
      and d.ended_at is null and (accepted or d.attempts = attempt);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.recover_webhook_deliveries(owner_id uuid, app text, endpoint text, since timestamp with time zone, deliveries_max integer, attempts_max integer)
 RETURNS recovered_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  recovered_count integer;
begin
  if stored.id is null then
    return row('absent', 0)::recovered_deliveries;
  elsif stored.state <> 'active' then
    return row('disabled', 0)::recovered_deliveries;
  end if;
  with missed as materialized (
    select u.id from webhook_delivery u
      where u.endpoint_id = endpoint and u.state in ('exhausted', 'skipped')
        and u.created_at >= since and u.attempts < attempts_max
      order by u.id limit deliveries_max
  ), locked as materialized (
    select d.id, d.state
      from missed m join webhook_delivery d on d.endpoint_id = endpoint and d.id = m.id
      order by d.id for no key update of d
  )
  update webhook_delivery d set
      state = 'pending', next_at = now(), done_at = null, trigger = 'manual',
      attempts_before = d.attempts
    from locked l
    where d.endpoint_id = endpoint and d.id = l.id and l.state in ('exhausted', 'skipped');
  get diagnostics recovered_count = row_count;
  return row('recovered', recovered_count)::recovered_deliveries;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.refuse_access_in_lockdown()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('lockdown'), 0);
  perform from lockdown where holds_apps;
  if found then
    raise exception 'the operators have locked this service down: this waits until they lift it'
      using errcode = 'SL001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_in_lockdown()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('lockdown'), 0);
  perform from lockdown where holds_changes;
  if found then
    raise exception 'the operators have locked this service down: this waits until they lift it'
      using errcode = 'SL001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_cursor_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.settle_index < old.settle_index then
    raise exception 'the cursor of a node never goes back';
  end if;
  if old.baseline is not null and new.baseline is distinct from old.baseline then
    raise exception 'what a node had received before we met it is known once and for all';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_fence_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.fence < old.fence then
    raise exception 'the fence of a lease never falls';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_paid_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from receipt where invoice_id = old.id) then
    raise exception 'invoice % has a receipt', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  filled settled_record := old;
begin
  if old.amount_msat is null and new.amount_msat is not null then
    filled.kind := new.kind;
    filled.amount_msat := new.amount_msat;
    filled.fee_msat := new.fee_msat;
    filled.grant_id := new.grant_id;
    if filled = new then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  unbalanced uuid;
begin
  select transfer_id into unbalanced
    from added group by transfer_id having sum(amount_msat) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.release_address_name(wanted text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  held address_name;
begin
  select * into held from address_name where name = wanted for update;
  if not found then
    return 'absent';
  end if;
  if held.is_current then
    return 'in_use';
  end if;
  insert into address_name_release (name, user_id, released_at)
    values (held.name, held.user_id, at);
  delete from address_name where name = wanted;
  return 'released';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.release_lockdown(parts text[], of_number integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  present lockdown;
  lifted text[] := '{}';
begin
  select * into present from lockdown for update;
  if not found or present.number <> coalesce(of_number, present.number) then
    return lifted;
  end if;
  if 'payments' = any (parts) then
    delete from outside_stop where reason = 'lockdown';
    if found then
      lifted := lifted || 'payments'::text;
    end if;
  end if;
  if 'apps' = any (parts) and present.holds_apps then
    lifted := lifted || 'apps'::text;
  end if;
  if 'changes' = any (parts) and present.holds_changes then
    lifted := lifted || 'changes'::text;
  end if;
  update lockdown set holds_apps = holds_apps and not 'apps' = any (lifted),
    holds_changes = holds_changes and not 'changes' = any (lifted);
  return lifted;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.release_outflow(beyond_msat bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was_stopped boolean;
begin
  perform from outflow_gate for no key update;
  delete from outside_stop where reason = 'outflow';
  was_stopped := found;
  if was_stopped or beyond_msat > 0 then
    update outflow_gate
      set extra_msat = beyond_msat, extra_until = outflow_now() + interval '1 hour';
  end if;
  return was_stopped;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.release_webhook_deliveries(endpoints text[], ids bigint[], numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  with locked as materialized (
    select d.place, d.done_at, d.attempts, c.number
      from (
        select * from unnest(endpoints, ids, numbers) c (endpoint_id, id, number)
          order by c.endpoint_id, c.id
      ) c
      cross join lateral (
        select d.ctid as place, d.done_at, d.attempts
          from webhook_delivery d where d.endpoint_id = c.endpoint_id and d.id = c.id
          for no key update
      ) d
  )
  update webhook_delivery d set claimed_until = null
    from locked l
    where d.ctid = l.place and l.done_at is null and l.attempts = l.number;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.release_withdrawal_coins(withdrawal_id uuid, fence bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  newest_fence bigint;
  replaced withdrawal;
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into replaced from withdrawal w
    where w.id = release_withdrawal_coins.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it is replaced';
  if release_withdrawal_coins.fence < newest_fence then
    return 'fenced';
  elsif replaced.state <> 'settled' or replaced.is_internal or replaced.block_height is not null then
    return 'conflict';
  end if;
  update withdrawal_input i set is_free = true
    where i.withdrawal_id = replaced.id and not i.is_free;
  return case when found then 'done' else 'present' end;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.remove_address_invoices(invoice_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  unpaid uuid[];
begin
  select coalesce(array_agg(locked.id), '{}') into unpaid from (
    select i.id from invoice i
    join address_invoice a on a.invoice_id = i.id
    where i.id = any (invoice_ids) and i.receipts_count = 0
    order by i.id
    for update of i
  ) locked;
  -- Of an account that was closed.
  delete from node_invoice_to_cancel where invoice_id = any (unpaid);
  delete from address_invoice where invoice_id = any (unpaid);
  delete from invoice where id = any (unpaid);
  return cardinality(unpaid);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.remove_budget(payer_id uuid, payer_grant text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform lock_wallets(array[payer_id]);
  delete from budget b where b.user_id = payer_id and b.grant_id = payer_grant;
  update wallet w set has_budgets = exists (select from budget b where b.user_id = payer_id)
    where w.user_id = payer_id;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.remove_unpaid_invoices(invoice_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  unpaid uuid[];
begin
  select coalesce(array_agg(locked.id), '{}') into unpaid from (
    select id from invoice
    where id = any (invoice_ids) and receipts_count = 0 and grant_id <> 'address'
    order by id
    for update
  ) locked;
  -- An invoice waits to be cancelled at the node if the account was closed.
  delete from node_invoice_to_cancel where invoice_id = any (unpaid);
  delete from invoice where id = any (unpaid);
  return cardinality(unpaid);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.replay_webhook_delivery(owner_id uuid, app text, endpoint text, message uuid, attempts_max integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
  attempts_made integer;
begin
  select d.attempts into attempts_made from webhook_delivery d
    where d.endpoint_id = stored.id and d.message_id = message;
  if attempts_made is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  elsif attempts_made >= attempts_max then
    return 'too_often';
  end if;
  update webhook_delivery d set
      state = 'pending', next_at = now(), claimed_until = null, done_at = null,
      trigger = 'manual', attempts_before = d.attempts
    where d.endpoint_id = endpoint and d.message_id = message;
  return 'replayed';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.reserve_payments(list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  events payment_event[];
  payer_ids uuid[];
  has_batch boolean;
  has_twins boolean;
  event payment_event;
  facts payment_facts[];
  fact payment_facts;
  wallets locked_wallets;
  open_counts integer[];
  budgets locked_budgets;
  claim budget_claim;
  room outflow_room;
  -- What each batch of the list sends in all, in msat.
  batches jsonb := '{}';
  payer integer;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
begin
  -- In its own statement, as `distinct` beside it would change the order of the list.
  events := array(select e from json_populate_recordset(null::payment_event, list) e);
  select array_agg(e.user_id), bool_or(e.batch_id is not null),
      count(distinct e.payment_id) < count(*) or count(distinct e.payment_hash) < count(*)
        or count(distinct e.idempotency_key) < count(e.idempotency_key)
        or count(distinct (e.batch_id, e.batch_index)) filter (where e.batch_id is not null)
          < count(e.batch_id)
    into payer_ids, has_batch, has_twins
    from unnest(events) e;
  if has_batch then
    perform lock_batch_items(events);
  end if;
  wallets := lock_wallets(payer_ids);
  facts := read_payment_facts(events);
  open_counts := count_open_payments(wallets.user_ids);
  if wallets.has_budgets then
    budgets := read_budgets(
      array(select e.user_id from unnest(events) e),
      array(select e.grant_id from unnest(events) e));
  end if;

  room := lock_outflow();
  if has_batch and room.single_msat is not null then
    batches := sum_batches(events);
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    fact := facts[place];
    if has_twins then
      fact := add_twin_facts(fact, event, events, accepted, 'reserved');
    end if;
    payer := array_position(wallets.user_ids, event.user_id);
    assert payer is not null, 'every user has a wallet';
    assert event.held_msat >= event.amount_msat, 'what is held covers the amount';
    answer := find_earlier_answer(event, fact);
    if answer.outcome is null then
      if wallets.has_budgets then
        claim := claim_budget(budgets, event, event.held_msat);
      end if;
      answer := case
        when fact.hash_is_taken then row('refused', 'hash_in_use', null)::money_answer
        when event.batch_id is not null and fact.batch_item_state <> 'pending'
          then row('refused', 'batch_item_cancelled', null)::money_answer
        when open_counts[payer] >= event.open_payments_max
          then row('refused', 'too_many_open_payments', null)::money_answer
        when (claim.refusal).outcome is not null then claim.refusal
        when wallets.balances_msat[payer] < event.held_msat
          then row('refused', 'insufficient_balance', null)::money_answer
        when (claim.asking).outcome is not null then claim.asking
        else row('reserved', null, null)::money_answer
      end;
      if answer.outcome = 'reserved' and room.mode is not null then
        room := take_from_outflow(
          room, coalesce((batches ->> event.batch_id::text)::bigint, event.amount_msat),
          event.held_msat);
        if room.is_latched then
          answer := row('refused', 'outside_payments_stopped', null);
        end if;
        events[place].outflow_slice := room.counted_in;
      end if;
      if answer.outcome = 'reserved' then
        accepted := accepted || place;
        wallets.balances_msat[payer] := wallets.balances_msat[payer] - event.held_msat;
        open_counts[payer] := open_counts[payer] + 1;
        transfers := transfers
          || row(event.payment_id, 'reserve', event.payment_id, event.created_at)::transfer_draft;
        postings := draft_posting(
          postings, event.payment_id, 'wallet', event.user_id, -event.held_msat);
        postings := draft_posting(
          postings, event.payment_id, 'held', event.user_id, event.held_msat);
        if claim.place is not null or claim.user_place is not null then
          budgets := take_from_budgets(budgets, claim);
          events[place].counted_at := claim.counted_at;
        end if;
      end if;
    end if;
    return next answer;
  end loop;

  if room.mode is not null then
    perform write_outflow(room);
  end if;
  if cardinality(accepted) > 0 then
    perform write_reserved_payments(events, accepted);
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    perform write_ledger(transfers, postings, '{}');
  end if;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.reserve_withdrawal(ordered json)
 RETURNS money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  event constant withdrawal_event := json_populate_record(null::withdrawal_event, ordered);
  is_internal constant boolean := event.payee_user_id is not null;
  -- What the functions of budgets read of any order.
  spending payment_event;
  cost_msat bigint := event.held_msat;
  payee_grant text;
  wallets locked_wallets;
  stored idempotency_key;
  open_counts integer[];
  budgets locked_budgets;
  claim budget_claim;
  refusal text;
  transfers transfer_draft[];
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
begin
  if is_internal then
    cost_msat := event.amount_msat;
    select a.grant_id into payee_grant from onchain_address a
      where a.address = event.address and a.user_id = event.payee_user_id for no key update;
    assert found, 'the address is that of the payee';
  end if;
  wallets := lock_wallets(array[event.user_id, event.payee_user_id]);
  if exists (select from withdrawal w where w.id = event.withdrawal_id) then
    return row('present', null, null)::money_answer;
  end if;
  select * into stored from idempotency_key k
    where (k.user_id, k.grant_id, k.key) = (event.user_id, event.grant_id, event.idempotency_key);
  if found then
    return case when stored.request_hash = event.request_hash and stored.target_kind = 'withdrawal'
      then row('repeated', null, stored.target_id)::money_answer
      else row('refused', 'idempotency_mismatch', null)::money_answer end;
  end if;

  open_counts := count_open_payments(array[event.user_id]);
  if wallets.has_budgets then
    budgets := read_budgets(array[event.user_id], array[event.grant_id]);
    spending.user_id := event.user_id;
    spending.grant_id := event.grant_id;
    spending.created_at := event.created_at;
    spending.payment_id := event.withdrawal_id;
    spending.amount_msat := event.amount_msat;
    claim := claim_budget(budgets, spending, cost_msat);
  end if;
  refusal := case
    when is_internal and event.payee_user_id = any (wallets.closed_ids) then 'owner_gone'
    when not is_internal and open_counts[1] >= event.open_payments_max
      then 'too_many_open_payments'
    when (claim.refusal).outcome is not null then (claim.refusal).outcome
    when wallets.balances_msat[array_position(wallets.user_ids, event.user_id)] < cost_msat
      then 'insufficient_balance'
  end;
  if refusal = (claim.refusal).outcome then
    return claim.refusal;
  elsif refusal is not null then
    return row('refused', refusal, null)::money_answer;
  elsif (claim.asking).outcome is not null then
    return claim.asking;
  end if;

  insert into withdrawal (
      id, identifier, user_id, grant_id, address, amount_msat, speed, held_msat, from_height,
      is_internal, state, created_at, counted_at, ended_at, purpose)
    values (event.withdrawal_id, event.identifier, event.user_id, event.grant_id, event.address,
      event.amount_msat, event.speed, event.held_msat, event.from_height, is_internal,
      case when is_internal then 'settled'::withdrawal_state else 'reserved' end,
      event.created_at, claim.counted_at, case when is_internal then event.created_at end,
      event.purpose);
  if event.idempotency_key is not null then
    insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      values (event.user_id, event.grant_id, event.idempotency_key, event.request_hash,
        'withdrawal', event.withdrawal_id)
      on conflict do nothing;
    -- A caller without a lock on the wallet was first with the key; see write_payment_keys.
    if not found then
      raise exception 'an idempotency key was taken meanwhile'
        using errcode = 'serialization_failure';
    end if;
  end if;
  if claim.place is not null or claim.user_place is not null then
    perform write_budgets(take_from_budgets(budgets, claim));
  end if;

  postings := draft_posting(
    postings, event.withdrawal_id, 'wallet', event.user_id, -cost_msat);
  if is_internal then
    update onchain_address a set used_at = event.created_at
      where a.address = event.address and a.used_at is null;
    insert into deposit (
        id, identifier, address, user_id, amount_msat, state, seen_at, ended_at, withdrawal_id)
      values (event.deposit_id, event.payee_identifier, event.address, event.payee_user_id,
        event.amount_msat, 'credited', event.created_at, event.created_at, event.withdrawal_id);
    postings := draft_posting(
      postings, event.withdrawal_id, 'wallet', event.payee_user_id, event.amount_msat);
    records := array[
      row(event.withdrawal_id, event.user_id, 'outgoing', event.identifier, null, event.created_at,
        event.created_at, false, event.payer_body, 'chain', null, event.amount_msat, 0,
        event.grant_id)::record_draft,
      row(event.deposit_id, event.payee_user_id, 'incoming', event.payee_identifier, null,
        event.created_at, event.created_at, false, event.payee_body, 'chain', null,
        event.amount_msat, 0, payee_grant)::record_draft];
  else
    postings := draft_posting(
      postings, event.withdrawal_id, 'held', event.user_id, event.held_msat);
  end if;
  transfers := array[row(
    event.withdrawal_id, case when is_internal then 'internal' else 'reserve' end,
    event.withdrawal_id, event.created_at)::transfer_draft];
  perform write_ledger(transfers, postings, records);
  return row('ordered', null, null)::money_answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.resolve_payments(list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  events resolve_event[];
  event resolve_event;
  payments payment[];
  payment_ids uuid[];
  payer_ids uuid[];
  states payment_state[];
  owed payment;
  stored integer;
  new_state payment_state;
  spent_msat bigint;
  charged_msat bigint;
  debit_msat bigint;
  wallets locked_wallets;
  budgets locked_budgets;
  answer money_answer;
  accepted integer[] := '{}';
  transfers transfer_draft[] := '{}';
  postings posting_draft[] := '{}';
  records record_draft[] := '{}';
  may_presume boolean := true;
  -- For each ended payment that counts as leaving: its slice, what it gives back, and whether it
  -- has failed.
  slices timestamptz[] := '{}';
  unspent_msat bigint[] := '{}';
  are_failed boolean[] := '{}';
begin
  events := array(select e from json_populate_recordset(null::resolve_event, list) e);
  select array_agg(locked), array_agg(locked.id), array_agg(locked.user_id), array_agg(locked.state)
    into payments, payment_ids, payer_ids, states
    from (
      select * from payment p
        where p.id = any (array(select e.payment_id from unnest(events) e))
        order by p.id for no key update
    ) locked;
  -- With the rows locked: what was reserved when the database changed is no longer reserved.
  if exists (select from unnest(events) e where e.is_presumed) then
    may_presume := is_database_known();
  end if;
  wallets := lock_wallets(payer_ids);
  if wallets.has_budgets then
    budgets := read_budgets(
      payer_ids, array(select p.grant_id from unnest(payments) p));
  end if;

  for place in 1 .. cardinality(events) loop
    event := events[place];
    stored := array_position(payment_ids, event.payment_id);
    new_state := case when event.is_settled then 'settled' else 'failed' end;
    answer := case
      when stored is null then row('absent', null, null)::money_answer
      when states[stored] = new_state then row('present', null, null)::money_answer
      when states[stored] in ('settled', 'failed')
        or (states[stored] = 'reserved') <> (not event.is_settled and event.only_from_reserved)
        or (event.is_presumed and not may_presume)
        then row('conflict', states[stored], null)::money_answer
    end;
    if answer.outcome is null then
      answer := row('resolved', null, null);
      accepted := accepted || place;
      states[stored] := new_state;
      owed := payments[stored];
      transfers := transfers || row(
        event.transfer_id, case when event.is_settled then 'post' else 'void' end,
        event.payment_id, event.ended_at)::transfer_draft;
      -- The user's cost is rounded up to whole sats but never exceeds what was held: the rest goes
      -- to losses.
      spent_msat := case when event.is_settled then event.amount_msat + event.fee_msat else 0 end;
      charged_msat := least((spent_msat + 999) / 1000 * 1000, owed.held_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'held', owed.user_id, -owed.held_msat);
      postings := draft_posting(postings, event.transfer_id, 'node', null, spent_msat);
      postings := draft_posting(
        postings, event.transfer_id, 'rounding', null, greatest(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'losses', null, least(charged_msat - spent_msat, 0));
      postings := draft_posting(
        postings, event.transfer_id, 'wallet', owed.user_id, owed.held_msat - charged_msat);
      if owed.outflow_slice is not null then
        slices := slices || owed.outflow_slice;
        unspent_msat := unspent_msat || owed.held_msat - greatest(charged_msat, spent_msat);
        are_failed := are_failed || not event.is_settled;
      end if;
      if wallets.has_budgets then
        budgets := give_back_to_budget(budgets, owed, owed.held_msat - charged_msat);
      end if;
      if event.is_settled then
        -- To whole sats as well; the fee is what was charged beyond that.
        debit_msat := (event.amount_msat + 999) / 1000 * 1000;
        records := records || row(
          owed.id, owed.user_id, 'outgoing', owed.identifier, owed.payment_hash, owed.created_at,
          event.ended_at, false, event.body, 'lightning', owed.kind, debit_msat,
          charged_msat - debit_msat, owed.grant_id)::record_draft;
      end if;
    end if;
    return next answer;
  end loop;

  if cardinality(accepted) > 0 then
    update payment p set
        state = case when e.is_settled then 'settled'::payment_state else 'failed' end,
        ended_at = e.ended_at,
        preimage = coalesce(e.preimage, p.preimage),
        amount_msat = coalesce(e.amount_msat, p.amount_msat),
        fee_msat = e.fee_msat,
        failure_reason = e.failure_reason,
        failure_message = e.failure_message,
        owner_process_id = null
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted) and p.id = e.payment_id;
    if wallets.has_budgets then
      perform write_budgets(budgets);
    end if;
    if cardinality(slices) > 0 then
      perform give_back_outflow(slices, unspent_msat, are_failed);
    end if;
    perform write_ledger(transfers, postings, records);
  end if;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.rotate_webhook_secret(owner_id uuid, app text, endpoint text, replaced bytea, sealed_secret bytea, old_until timestamp with time zone, old_secrets_max integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored webhook_endpoint;
  present webhook_secret;
begin
  if not hold_app_grant(owner_id, app) then
    return 'revoked';
  end if;
  stored := lock_webhook_endpoint(owner_id, app, endpoint);
  if stored.id is null then
    return 'absent';
  end if;
  select * into present from webhook_secret s
    where s.endpoint_id = endpoint and s.valid_until is null;
  if present.sealed <> replaced then
    return 'replaced_before';
  end if;
  update webhook_secret s set valid_until = old_until
    where s.endpoint_id = endpoint and s.number = present.number;
  insert into webhook_secret (endpoint_id, number, sealed, created_at)
    values (endpoint, present.number + 1, sealed_secret, at);
  delete from webhook_secret s
    where s.endpoint_id = endpoint
      and (s.valid_until <= at or s.number <= present.number - old_secrets_max);
  return 'rotated';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.send_test_webhook(owner_id uuid, app text, endpoint text, message uuid, type webhook_event_type, body text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stored webhook_endpoint := lock_webhook_endpoint(owner_id, app, endpoint);
begin
  if stored.id is null then
    return 'absent';
  elsif stored.state <> 'active' then
    return 'disabled';
  end if;
  insert into webhook_delivery
      (endpoint_id, message_id, event_type, body, is_test, state, next_at, trigger)
    values (endpoint, message, type, body, true, 'pending', now(), 'manual');
  return 'sent';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.set_budget(payer_id uuid, payer_grant text, new_limit_msat bigint, new_interval budget_interval, new_expires_at timestamp with time zone, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform lock_wallets(array[payer_id]);
  perform put_budget(
    payer_id, payer_grant, new_limit_msat,
    (select b.ask_above_msat from budget b
      where b.user_id = payer_id and b.grant_id = payer_grant),
    new_interval, new_expires_at, at);
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.set_outflow_limits(of_source text, hour_msat bigint, day_msat bigint, net_day_msat bigint, single_msat bigint, count_hour integer, mode text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  former outflow_limit;
  present outflow_limit;
begin
  -- Waits for all who have read the former limits, and nothing leaves meanwhile.
  perform pg_advisory_xact_lock(hashtext('outflow'), 0);
  insert into outflow_gate default values on conflict do nothing;
  former := outflow_limits();
  delete from outflow_limit l where l.source = of_source;
  insert into outflow_limit
    select of_source, set_outflow_limits.hour_msat, set_outflow_limits.day_msat,
        set_outflow_limits.net_day_msat, set_outflow_limits.single_msat,
        set_outflow_limits.count_hour, set_outflow_limits.mode
      where num_nonnulls(set_outflow_limits.hour_msat, set_outflow_limits.day_msat,
        set_outflow_limits.net_day_msat, set_outflow_limits.single_msat,
        set_outflow_limits.count_hour, set_outflow_limits.mode) > 0;
  present := outflow_limits();
  if set_outflow_limits.mode = 'off' then
    delete from outside_stop where reason = 'outflow';
  end if;
  if present.mode is null then
    delete from outflow_slice;
  elsif former.mode is null then
    delete from outflow_slice;
    perform fill_outflow_sent(outflow_now() - interval '1 day');
    insert into outside_stop (reason, detail)
      select 'outflow', 'the database has gone back: what has left since is not counted'
        from database_mark m where m.went_back_at > clock_timestamp() - interval '1 day'
      on conflict (reason) do nothing;
  end if;
  if present.net_day_msat is not null and former.net_day_msat is null then
    perform fill_outflow_received(outflow_now() - interval '1 day');
  end if;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.set_user_limits(owner_id uuid, sets_balance boolean, new_max_balance_sat bigint, sets_send_day boolean, new_max_send_day_sat bigint, default_send_day_sat bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  former_msat constant bigint := (
    select b.limit_msat from budget b where b.user_id = owner_id and b.grant_id = '*');
begin
  insert into user_limit as l (user_id, max_balance_sat, max_send_day_sat)
    values (owner_id, new_max_balance_sat, new_max_send_day_sat)
    on conflict (user_id) do update set
      max_balance_sat =
        case when sets_balance then excluded.max_balance_sat else l.max_balance_sat end,
      max_send_day_sat =
        case when sets_send_day then excluded.max_send_day_sat else l.max_send_day_sat end;
  perform apply_send_limit(owner_id, default_send_day_sat, at);
  if former_msat is not null and not exists (
    select from budget b
      where b.user_id = owner_id and b.grant_id = '*' and b.limit_msat <= former_msat)
  then
    perform write_user_change(owner_id, 'limit_raised', '');
  end if;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.settle_between_wallets(payment_ids uuid[], identifiers text[], payer_ids uuid[], grant_ids text[], kinds payment_kind[], hashes bytea[], preimages bytea[], amounts_msat bigint[], destinations text[], bolt11s text[], memos text[], description_hashes bytea[], payment_records jsonb[], batch_ids uuid[], batch_indexes integer[], sent_tos jsonb[], payment_times timestamp with time zone[], keys text[], request_hashes bytea[], payee_ids uuid[], invoice_ids uuid[], receipt_ids uuid[], receipt_identifiers text[], receipt_records jsonb[], receipt_times timestamp with time zone[], settled_times timestamp with time zone[], have_boostagrams boolean[], bodies text, token_hashes bytea[] DEFAULT '{}'::bytea[], token_versions timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[])
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  list_size integer := cardinality(payment_ids);
  lines text[] := string_to_array(bodies, chr(10));
  has_batch boolean := cardinality(array_remove(batch_ids, null)) > 0;
  wallets locked_wallets;
  -- Only read while the wallets are locked, so their next record gets a later time.
  moment timestamptz;
  new_count integer := 0;
  -- Whether the tokens of the payers are in force, where that is asked.
  tokens_in_force boolean[] := '{}';
  decided internal_decisions;
  counted_times timestamptz[];
  -- Places in the list.
  accepted integer[];
  answers money_answer[];
  asked_by_address uuid[];
  -- What made the paid invoices.
  maker_grants text[];
  has_webhooks boolean;
begin
  assert cardinality(lines) = 2 * list_size, 'each payment has two records';
  perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;
  if has_batch then
    perform from payment_batch_item item
      where (item.batch_id, item.index) in (select * from unnest(batch_ids, batch_indexes))
      order by item.batch_id, item.index for no key update;
  end if;
  wallets := lock_wallets(payer_ids || payee_ids);
  moment := clock_timestamp();
  if cardinality(token_hashes) > 0 then
    -- Not as `exists`, which would be planned as reading whole tables.
    select array_agg(
        asked.token_hash is null or u.id is not null and not held.holds_apps order by asked.place)
      into tokens_in_force
      from unnest(token_hashes, token_versions, payer_ids)
        with ordinality asked (token_hash, version, payer_id, place)
      cross join (select exists (select from lockdown where lockdown.holds_apps)) held (holds_apps)
      left join lateral (
        select t.user_id from personal_token t
          where t.token_hash = asked.token_hash and t.created_at = asked.version
            and t.revoked_at is null
        union all
        select g.user_id from access_token t
          join app_grant g on g.id = t.app_grant_id and g.token_generation = t.generation
          where t.token_hash = asked.token_hash and t.created_at = asked.version
            and g.revoked_at is null
        limit 1
      ) token on true
      left join wallet_user u
        on u.id = token.user_id and u.id = asked.payer_id and u.disabled_at is null;
  end if;

  -- Mostly each payment is new and can be paid, whatever becomes of the others: then there is
  -- nothing to decide. What is received within the list does not count here.
  if not (has_batch or wallets.has_budgets or wallets.closed_ids is not null
    or false = any (tokens_in_force)) and not exists (
    select from unnest(payer_ids, amounts_msat) debit (user_id, amount_msat)
      group by debit.user_id
      having sum((debit.amount_msat + 999) / 1000 * 1000)
        <= wallets.balances_msat[array_position(wallets.user_ids, debit.user_id)] is not true
  ) then
    select count(*) into new_count
      from generate_series(1, list_size) place
      left join invoice v on v.id = invoice_ids[place]
      where array_position(payment_ids, payment_ids[place]) = place
        and array_position(hashes, hashes[place]) = place
        and (keys[place] is null or array_position(keys, keys[place]) = place)
        and array_position(wallets.user_ids, payee_ids[place]) is not null
        and (invoice_ids[place] is null
          or v.receipts_count = 0 and v.expires_at > payment_times[place]
            and (v.user_id, v.payment_hash) = (payee_ids[place], hashes[place])
            and coalesce(v.amount_sat * 1000 + v.rest_msat, amounts_msat[place])
              = amounts_msat[place]
            and (v.identifier, v.created_at) = (receipt_identifiers[place], receipt_times[place]))
        -- What was paid within this service is told by its invoice, or by its payment. Not as `not
        -- exists`, which would be planned as a join that reads the whole table.
        and (invoice_ids[place] is not null or (
          select p.id from payment p
            where p.payment_hash = hashes[place] and p.path = 'internal') is null)
        and (select p.id from payment p
          where p.payment_hash = hashes[place] and p.path = 'node' and p.failure_reason is null)
          is null
        and (keys[place] is null or (
          select k.target_id from idempotency_key k
            where (k.user_id, k.grant_id, k.key)
              = (payer_ids[place], grant_ids[place], keys[place])) is null);
  end if;
  if new_count = list_size then
    accepted := array(select generate_series(1, list_size));
    answers := array_fill(row('settled', null, null)::money_answer, array[list_size]);
  else
    decided := decide_internal_payments(array(
      select row(payment_ids[place], identifiers[place], payer_ids[place], grant_ids[place],
          kinds[place], hashes[place], preimages[place], amounts_msat[place], destinations[place],
          bolt11s[place], memos[place], description_hashes[place], payment_records[place],
          batch_ids[place], batch_indexes[place], payment_times[place], keys[place],
          request_hashes[place],
          -- held_msat, node_pubkey, owner_process_id, open_payments_max: for those over the node.
          null, null, null, null,
          payee_ids[place], invoice_ids[place], receipt_ids[place], receipt_identifiers[place],
          receipt_times[place], receipt_records[place], settled_times[place],
          -- payer_body, payee_body: they are in `lines`.
          null, null,
          have_boostagrams[place],
          -- counted_at: the decision sets it.
          null,
          sent_tos[place], null, tokens_in_force[place])::payment_event
        from generate_series(1, list_size) place order by place), wallets);
    accepted := decided.accepted;
    answers := decided.answers;
    if cardinality(accepted) = 0 then
      return query select a.outcome, a.detail, a.target_id
        from unnest(answers) with ordinality a order by a.ordinality;
      return;
    end if;
    counted_times := array(
      select e.counted_at from unnest(decided.events) with ordinality e order by e.ordinality);
    if wallets.has_budgets then
      perform write_budgets(decided.budgets);
    end if;
  end if;

  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, fee_msat, destination, bolt11, memo, description_hash, records, invoice_id,
      batch_id, batch_index, created_at, ended_at, counted_at, sent_to)
    select payment_ids[place], identifiers[place], payer_ids[place], grant_ids[place],
      kinds[place], 'internal', 'settled', hashes[place], preimages[place], amounts_msat[place], 0,
      0, destinations[place], bolt11s[place], memos[place], description_hashes[place],
      coalesce(payment_records[place], '{}'), invoice_ids[place], batch_ids[place],
      batch_indexes[place], payment_times[place], settled_times[place], counted_times[place],
      sent_tos[place]
    from unnest(accepted) place;

  if cardinality(array_remove(keys, null)) > 0 then
    perform write_payment_keys(accepted, payment_ids, payer_ids, grant_ids, keys, request_hashes);
  end if;
  if has_batch then
    update payment_batch_item item set state = 'started'
      from unnest(accepted) place
      where item.batch_id = batch_ids[place] and item.index = batch_indexes[place];
  end if;

  -- The payees' side. The node still offers an invoice that was paid here; a job cancels it there.
  insert into receipt (
      id, identifier, source, user_id, invoice_id, payment_id, payment_hash, preimage, amount_msat,
      records, created_at, settled_at)
    select receipt_ids[place], receipt_identifiers[place], 'internal', payee_ids[place],
      invoice_ids[place], payment_ids[place], hashes[place], preimages[place], amounts_msat[place],
      coalesce(receipt_records[place], '{}'), receipt_times[place], settled_times[place]
    from unnest(accepted) place;

  with settled as (
    update invoice v
      set settled_at = settled_times[place], receipts_count = v.receipts_count + 1
      from unnest(accepted) place
      where v.id = invoice_ids[place]
      returning place, v.id, v.grant_id
  )
  select array_agg(s.id) filter (where s.grant_id = 'address'),
      array_agg(s.grant_id order by list.place)
    into asked_by_address, maker_grants
    from generate_series(1, list_size) list (place) left join settled s on s.place = list.place;
  if asked_by_address is not null then
    perform write_zap_deliveries(asked_by_address);
  end if;

  insert into node_invoice_to_cancel (invoice_id)
    select invoice_ids[place] from unnest(accepted) place where invoice_ids[place] is not null;

  insert into transfer (id, kind, subject_id, created_at)
    select payment_ids[place], 'internal', payment_ids[place], settled_times[place]
    from unnest(accepted) place;

  -- Statements, records and balances of both sides. Debits round up, credits round down, to whole
  -- sats; a credit of nothing is no posting.
  with side as materialized (
    select place, number, line.user_id, line.amount_msat,
        w.wallet_msat + sum(line.amount_msat) over statement as balance_after_msat,
        w.wallet_seq + count(*) filter (where line.amount_msat <> 0) over statement as seq,
        w.record_seq + row_number() over statement as record_seq,
        greatest(w.last_booked_at, moment) as booked_at
      from unnest(accepted) place
      cross join generate_series(1, 2) number
      cross join lateral (
        select case number when 1 then payer_ids[place] else payee_ids[place] end as user_id,
          case number when 1 then -((amounts_msat[place] + 999) / 1000 * 1000)
            else amounts_msat[place] / 1000 * 1000 end as amount_msat
        offset 0
      ) line
      join wallet w on w.user_id = line.user_id
      window statement as (
        partition by line.user_id order by place, number rows unbounded preceding)
  ), posted as (
    insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
      select payment_ids[place], number, 'wallet'::account_name, s.user_id, s.amount_msat,
          s.balance_after_msat, s.seq
        from side s where s.amount_msat <> 0
      union all
      select payment_ids[place], 3, 'rounding', null, 1000, null, null
        from unnest(accepted) place where amounts_msat[place] % 1000 <> 0
      returning 1
  ), recorded as (
    insert into settled_record
        (id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
          has_boostagram, body, kind, amount_msat, fee_msat, grant_id)
      select case number when 1 then payment_ids[place] else receipt_ids[place] end, s.user_id,
        case number when 1 then 'outgoing'::record_direction else 'incoming' end,
        case number when 1 then identifiers[place] else receipt_identifiers[place] end,
        hashes[place],
        case number when 1 then payment_times[place] else receipt_times[place] end,
        settled_times[place], s.booked_at, s.record_seq,
        number = 2 and have_boostagrams[place], lines[2 * (place - 1) + number], kinds[place],
        abs(s.amount_msat), 0,
        case number when 1 then grant_ids[place] else maker_grants[place] end
      from side s
      returning 1
  ), changed as (
    update wallet w set
        wallet_msat = w.wallet_msat + d.amount_msat,
        wallet_seq = w.wallet_seq + d.lines,
        record_seq = w.record_seq + d.records,
        invoices_count = w.invoices_count + d.incoming,
        transactions_count = w.transactions_count + d.records - d.incoming,
        boostagrams_count = w.boostagrams_count + d.boostagrams,
        last_invoice_at = greatest(w.last_invoice_at, d.last_invoice_at),
        last_booked_at = greatest(w.last_booked_at, moment)
      from (
        select s.user_id, sum(s.amount_msat) as amount_msat, count(*) as records,
          count(*) filter (where s.amount_msat <> 0) as lines,
          count(*) filter (where number = 2) as incoming,
          count(*) filter (where number = 2 and have_boostagrams[place]) as boostagrams,
          max(settled_times[place]) filter (where number = 2) as last_invoice_at
        from side s group by s.user_id
      ) d
      where w.user_id = d.user_id
      returning w.has_webhooks
  )
  select bool_or(c.has_webhooks) into has_webhooks
    from (select (select count(*) from posted), (select count(*) from recorded) offset 0) written
    cross join changed c;

  if has_webhooks then
    perform write_webhook_deliveries(array(
      select row(
          case number when 1 then payment_ids[place] else receipt_ids[place] end,
          case number when 1 then payer_ids[place] else payee_ids[place] end,
          case number when 1 then 'outgoing'::record_direction else 'incoming' end,
          -- Deliveries are written by these three and by the rail, which is Lightning where null.
          null, null, null, null, null, null, null, null, null, null, null)::record_draft
        from unnest(accepted) place cross join generate_series(1, 2) number
        order by place, number));
  end if;
  return query
    select a.outcome,
        case when a.outcome = 'settled' and has_webhooks then 'told_webhooks' else a.detail end,
        a.target_id
      from unnest(answers) with ordinality a order by a.ordinality;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.settle_internal_payments(list json)
 RETURNS SETOF money_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query select answer.* from (
    select array_agg(e.payment_id), array_agg(e.identifier), array_agg(e.user_id),
      array_agg(e.grant_id), array_agg(e.kind), array_agg(e.payment_hash), array_agg(e.preimage),
      array_agg(e.amount_msat), array_agg(e.destination), array_agg(e.bolt11), array_agg(e.memo),
      array_agg(e.description_hash), array_agg(e.records), array_agg(e.batch_id),
      array_agg(e.batch_index), array_agg(e.sent_to), array_agg(e.created_at),
      array_agg(e.idempotency_key), array_agg(e.request_hash), array_agg(e.payee_user_id),
      array_agg(e.invoice_id), array_agg(e.receipt_id), array_agg(e.receipt_identifier),
      array_agg(e.receipt_records), array_agg(e.receipt_created_at), array_agg(e.settled_at),
      array_agg(e.has_boostagram), string_agg(e.payer_body || chr(10) || e.payee_body, chr(10))
    from json_populate_recordset(null::payment_event, list) e
  ) given (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb)
  cross join lateral settle_between_wallets(
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb) answer;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.settle_internally(payment_ids uuid[], identifiers text[], payer_ids uuid[], grant_ids text[], kinds payment_kind[], hashes bytea[], preimages bytea[], amounts_msat bigint[], destinations text[], bolt11s text[], memos text[], description_hashes bytea[], payment_records jsonb[], batch_ids uuid[], batch_indexes integer[], sent_tos jsonb[], payment_times timestamp with time zone[], keys text[], request_hashes bytea[], payee_ids uuid[], invoice_ids uuid[], receipt_ids uuid[], receipt_identifiers text[], receipt_records jsonb[], receipt_times timestamp with time zone[], settled_times timestamp with time zone[], have_boostagrams boolean[], bodies text)
 RETURNS SETOF money_answer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select outcome, detail, target_id from settle_between_wallets(
    payment_ids, identifiers, payer_ids, grant_ids, kinds, hashes, preimages, amounts_msat,
    destinations, bolt11s, memos, description_hashes, payment_records, batch_ids, batch_indexes,
    sent_tos, payment_times, keys, request_hashes, payee_ids, invoice_ids, receipt_ids,
    receipt_identifiers, receipt_records, receipt_times, settled_times, have_boostagrams, bodies)
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.settle_withdrawal(withdrawal_id uuid, fence bigint, height integer, hash bytea, at timestamp with time zone, body text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  newest_fence bigint;
  owed withdrawal;
  wallets locked_wallets;
  transfer_id constant uuid := gen_random_uuid();
  spent_msat bigint;
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into owed from withdrawal w
    where w.id = settle_withdrawal.withdrawal_id for no key update;
  assert found, 'a withdrawal is known before it settles';
  if settle_withdrawal.fence < newest_fence then
    return 'fenced';
  elsif owed.state = 'settled' then
    return 'present';
  elsif owed.state not in ('signed', 'broadcast') then
    return 'conflict';
  end if;
  wallets := lock_wallets(array[owed.user_id]);
  spent_msat := owed.amount_msat + owed.fee_msat;
  if wallets.has_budgets then
    perform give_back_unspent(owed, owed.held_msat - spent_msat);
  end if;
  update withdrawal w set
      state = 'settled', ended_at = at, block_height = height, block_hash = hash
    where w.id = owed.id;
  postings := draft_posting(postings, transfer_id, 'held', owed.user_id, -owed.held_msat);
  postings := draft_posting(postings, transfer_id, 'chain', null, spent_msat);
  postings := draft_posting(
    postings, transfer_id, 'wallet', owed.user_id, owed.held_msat - spent_msat);
  perform write_ledger(
    array[row(transfer_id, 'post', owed.id, at)::transfer_draft], postings,
    array[row(
      owed.id, owed.user_id, 'outgoing', owed.identifier, null, owed.created_at, at, false, body,
      'chain', null, owed.amount_msat, owed.fee_msat, owed.grant_id)::record_draft]);
  return 'done';
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.statement_lines(who uuid, after_seq bigint, up_to_seq bigint)
 RETURNS TABLE(seq bigint, booked_at timestamp with time zone, settled_at timestamp with time zone, direction record_direction, amount_msat bigint, fee_msat bigint, grant_id text, body text)
 LANGUAGE sql
 STABLE
AS $function$
  select record.seq, record.booked_at, record.settled_at, record.direction, record.amount_msat,
    record.fee_msat, record.grant_id, record.body
  from filled_record record
  where record.user_id = who and record.seq > after_seq and record.seq <= up_to_seq
  order by record.seq
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.statement_zone(who uuid, begins_at timestamp with time zone, before text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  zone text;
begin
  select case when coalesce(time_zone_since, '-infinity') <= begins_at
      then coalesce(time_zone, 'UTC') else before end
    into zone from wallet_user where id = who;
  perform begins_at at time zone zone;
  return coalesce(zone, before);
exception when invalid_parameter_value then
  return 'UTC';
end $function$;

CREATE OR REPLACE FUNCTION public.sum_batches(events payment_event[])
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select jsonb_object_agg(batch.id, batch.sum_msat)
    from (
      select item.batch_id, sum(item.amount_msat) from payment_batch_item item
        where item.batch_id = any (array(select e.batch_id from unnest(events) e))
          and item.destination <> all (array(select e.node_pubkey from unnest(events) e))
        group by item.batch_id
    ) batch (id, sum_msat)
$function$;

CREATE OR REPLACE FUNCTION public.sweep_deleted_webhook_endpoint(deleted_before timestamp with time zone, deliveries_max integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  endpoint text;
  removed_count integer;
begin
  select e.id into endpoint from webhook_endpoint e
    where e.state = 'deleted' and e.deleted_at < deleted_before
    order by e.deleted_at limit 1 for update skip locked;
  if endpoint is null then
    return false;
  end if;
  -- The endpoint no longer has to have a delivery for any record.
  update webhook_endpoint e set told_after_seq = e.told_to_seq
    where e.id = endpoint and e.told_after_seq <> e.told_to_seq;
  with oldest as materialized (
    select d.id from webhook_delivery d
      where d.endpoint_id = endpoint order by d.id limit deliveries_max for update
  ), attempts as (
    delete from webhook_attempt a using oldest o
      where a.endpoint_id = endpoint and a.delivery_id = o.id
  )
  delete from webhook_delivery d using oldest o
    where d.endpoint_id = endpoint and d.id = o.id;
  get diagnostics removed_count = row_count;
  if removed_count < deliveries_max then
    delete from webhook_endpoint e where e.id = endpoint;
  end if;
  return true;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.sweep_webhook_attempts(started_before timestamp with time zone, attempts_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed_count integer;
begin
  delete from webhook_attempt a
    where (a.endpoint_id, a.delivery_id, a.number) in (
      select o.endpoint_id, o.delivery_id, o.number from webhook_attempt o
        where o.started_at < started_before
        order by o.started_at limit attempts_max for update skip locked);
  get diagnostics removed_count = row_count;
  return removed_count;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.sweep_webhook_tests(ended_before timestamp with time zone, deliveries_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed_count integer;
begin
  with ended as materialized (
    select d.endpoint_id, d.id from webhook_delivery d
      where d.is_test and d.done_at < ended_before
      order by d.done_at limit deliveries_max for update skip locked
  ), attempts as (
    delete from webhook_attempt a using ended o
      where a.endpoint_id = o.endpoint_id and a.delivery_id = o.id
  )
  delete from webhook_delivery d using ended o
    where d.endpoint_id = o.endpoint_id and d.id = o.id;
  get diagnostics removed_count = row_count;
  return removed_count;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.sweep_zap_deliveries(ended_before timestamp with time zone, deliveries_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed_count integer;
begin
  delete from zap_delivery d
    where (d.invoice_id, d.place) in (
      select o.invoice_id, o.place from zap_delivery o
        where o.ended_at < ended_before
        order by o.ended_at limit deliveries_max for update skip locked);
  get diagnostics removed_count = row_count;
  return removed_count;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.take_from_budgets(locked locked_budgets, claim budget_claim)
 RETURNS locked_budgets
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  if claim.place is not null then
    locked.budgets[claim.place] := claim.budget;
  end if;
  if claim.user_place is not null then
    locked.budgets[claim.user_place] := claim.user_budget;
  end if;
  return locked;
end $function$;

CREATE OR REPLACE FUNCTION public.take_from_outflow(room outflow_room, amount_msat bigint, cost_msat bigint)
 RETURNS outflow_room
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  limit_passed constant text := case
    when amount_msat > room.single_msat then 'single'
    when cost_msat > room.hour_left_msat then 'hour'
    when cost_msat > room.day_left_msat then 'day'
    when cost_msat > room.net_left_msat then 'net_day'
    when room.count_left < 1 then 'count_hour'
  end;
begin
  room.counted_in := null;
  if room.is_latched then
    return room;
  elsif limit_passed is not null and room.mode = 'enforce' then
    if cost_msat <= room.extra_left_msat then
      room.extra_left_msat := room.extra_left_msat - cost_msat;
      room.extra_msat := room.extra_msat + cost_msat;
    else
      -- From here on everything is refused, as it will be once the latch is written.
      room.passed := limit_passed;
      room.is_latched := true;
    end if;
    return room;
  end if;
  room.passed := coalesce(room.passed, limit_passed);
  room.hour_left_msat := room.hour_left_msat - cost_msat;
  room.day_left_msat := room.day_left_msat - cost_msat;
  room.net_left_msat := room.net_left_msat - cost_msat;
  room.count_left := room.count_left - 1;
  room.sent_msat := room.sent_msat + cost_msat;
  room.sent_count := room.sent_count + 1;
  room.counted_in := room.slice;
  return room;
end $function$;

CREATE OR REPLACE FUNCTION public.take_jobs(known_kinds text[], max_count integer, lease_ms integer)
 RETURNS SETOF job
 LANGUAGE plpgsql
AS $function$
begin
  perform enqueue_job(begun.kind, '{}', 'slot')
    from begin_slots(known_kinds) begun;
  return query
    with due as materialized (
      select j.id from job j
        where j.parked_at is null and j.run_at <= clock_timestamp()
          and (j.lease_until is null or j.lease_until <= clock_timestamp())
          and j.kind = any (known_kinds)
          and not exists (
            select from job other
              where other.kind = j.kind and other.dedupe_key = j.dedupe_key and other.id <> j.id
                and other.lease_until > clock_timestamp())
        order by j.run_at, j.id
        limit max_count
        for update skip locked
    )
    update job j
      set attempts = j.attempts + 1,
        lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
      from due where j.id = due.id
      returning j.*;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.take_one_from_outflow(amount_msat bigint, cost_msat bigint, has_left boolean)
 RETURNS outflow_room
 LANGUAGE plpgsql
AS $function$
declare
  room outflow_room := lock_outflow();
begin
  if room.mode is null then
    return room;
  elsif has_left then
    room.sent_msat := cost_msat;
    room.sent_count := 1;
    room.counted_in := room.slice;
    room.is_latched := false;
  else
    room := take_from_outflow(room, amount_msat, cost_msat);
  end if;
  perform write_outflow(room);
  return room;
end $function$;

CREATE OR REPLACE FUNCTION public.take_order_from_outflow(cost_msat bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
declare
  room constant outflow_room := take_one_from_outflow(cost_msat, cost_msat, false);
begin
  return room.is_latched is not true;
end $function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.tell_of_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_notice(admin.id, 'alarm', '', '{}')
    from (
      select u.id from wallet_user u
        where u.is_admin and u.disabled_at is null and u.closed_at is null
        order by u.id limit 50
    ) admin;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_new_app()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_notice(new.user_id, 'app', new.id::text, jsonb_build_object(
    'grantId', new.id,
    'name', coalesce(new.name, (select name from client where id = new.client_id))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_new_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_notice(g.user_id, 'app', new.id::text, jsonb_build_object(
      'grantId', g.id, 'name', g.name || ' (' || new.name || ')'))
    from app_grant g
    where g.id = new.app_grant_id and exists (
      select from grant_device d where d.app_grant_id = g.id and d.id <> new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_new_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The reference to the user was checked before, which waited for an account that was closing.
  if exists (select from wallet_user where id = new.user_id and closed_at is not null) then
    delete from session where id = new.id;
    return null;
  end if;
  insert into sign_in_place (user_id, device, address, last_at)
    values (new.user_id, new.device, new.address, new.signed_in_at)
    on conflict do nothing;
  if not found then
    update sign_in_place set last_at = new.signed_in_at
      where user_id = new.user_id and device = new.device and address = new.address;
    return null;
  end if;
  delete from sign_in_place known
    where known.user_id = new.user_id and (known.device, known.address) in (
      select p.device, p.address from sign_in_place p
        where p.user_id = new.user_id order by p.last_at desc offset 50);
  if exists (
    select from wallet_user
      where id = new.user_id and created_at < new.signed_in_at - interval '10 minutes'
  ) then
    perform add_notice(new.user_id, 'sign_in', new.id::text,
      jsonb_build_object('device', new.device, 'address', new.address));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_notice(new.payer_id, 'asked', '', jsonb_build_object('requestId', new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_webhook_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_notice(new.user_id, 'webhook_off', new.id,
    jsonb_build_object('endpointId', new.id, 'url', new.url));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.test_body(d webhook_delivery)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select d.body
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.tip_height()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select height from chain_cursor join bound_node using (pubkey)
$function$;
-- may be called by satchel

CREATE OR REPLACE FUNCTION public.write_budgets(locked locked_budgets)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update budget b set window_start = n.window_start, used_msat = n.used_msat
    from unnest(locked.budgets) n
    where b.user_id = n.user_id and b.grant_id = n.grant_id
      and (b.window_start, b.used_msat) <> (n.window_start, n.used_msat);
end $function$;

CREATE OR REPLACE FUNCTION public.write_ledger(transfers transfer_draft[], postings posting_draft[], records record_draft[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  has_webhooks boolean;
  -- Read while the wallets are locked, so their next record gets a later time.
  moment timestamptz := clock_timestamp();
begin
  insert into transfer (id, kind, subject_id, created_at)
    select t.id, t.kind, t.subject_id, t.created_at from unnest(transfers) t;

  insert into posting (transfer_id, line, account, user_id, amount_msat, balance_after_msat, seq)
    select p.transfer_id, p.ordinality, p.account, p.user_id, p.amount_msat,
      case p.account when 'wallet' then w.wallet_msat when 'held' then w.held_msat end
        + sum(p.amount_msat) over statement,
      case p.account when 'wallet' then w.wallet_seq when 'held' then w.held_seq end
        + row_number() over statement
    from unnest(postings) with ordinality p
    left join wallet w on w.user_id = p.user_id
    window statement as (partition by p.user_id, p.account order by p.ordinality);

  if cardinality(records) > 0 then
    insert into settled_record
        (id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
          has_boostagram, body, rail, kind, amount_msat, fee_msat, grant_id)
      select r.id, r.user_id, r.direction, r.identifier, r.payment_hash, r.created_at, r.settled_at,
        greatest(w.last_booked_at, moment),
        w.record_seq + row_number() over (partition by r.user_id order by r.ordinality),
        r.has_boostagram, r.body, coalesce(r.rail, 'lightning'), r.kind, r.amount_msat, r.fee_msat,
        r.grant_id
      from unnest(records) with ordinality r
      join wallet w on w.user_id = r.user_id;
  end if;

  with changed as (
    update wallet w set
        wallet_msat = w.wallet_msat + d.wallet_msat,
        held_msat = w.held_msat + d.held_msat,
        wallet_seq = w.wallet_seq + d.wallet_lines,
        held_seq = w.held_seq + d.held_lines,
        record_seq = w.record_seq + d.records,
        invoices_count = w.invoices_count + d.incoming,
        transactions_count = w.transactions_count + d.outgoing,
        boostagrams_count = w.boostagrams_count + d.boostagrams,
        last_invoice_at = greatest(w.last_invoice_at, d.last_invoice_at),
        last_booked_at = case when d.records > 0 then greatest(w.last_booked_at, moment)
          else w.last_booked_at end
      from (
        select user_id,
          coalesce(sum(amount_msat) filter (where account = 'wallet'), 0) as wallet_msat,
          coalesce(sum(amount_msat) filter (where account = 'held'), 0) as held_msat,
          count(*) filter (where account = 'wallet') as wallet_lines,
          count(*) filter (where account = 'held') as held_lines,
          count(direction) as records,
          count(*) filter (where is_lightning and direction = 'incoming') as incoming,
          count(*) filter (where is_lightning and direction = 'outgoing') as outgoing,
          count(*) filter (where is_lightning and has_boostagram) as boostagrams,
          max(settled_at) filter (where is_lightning and direction = 'incoming')
            as last_invoice_at
        from (
          select p.user_id, p.account, p.amount_msat, null, null, null, null
            from unnest(postings) p where p.user_id is not null
          union all
          select r.user_id, null, null, r.direction, r.has_boostagram, r.settled_at,
              coalesce(r.rail, 'lightning') = 'lightning'
            from unnest(records) r
        ) change (
          user_id, account, amount_msat, direction, has_boostagram, settled_at, is_lightning)
        group by user_id
      ) d
      where w.user_id = d.user_id
      returning w.has_webhooks
  )
  select bool_or(c.has_webhooks) into has_webhooks from changed c;

  if has_webhooks and cardinality(records) > 0 then
    perform write_webhook_deliveries(records);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.write_node_receipts(events credit_event[], accepted integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  asked_by_address uuid[];
begin
  insert into receipt (
      id, identifier, source, user_id, invoice_id, node_pubkey, set_id, settle_index, payment_hash,
      preimage, amount_msat, records, created_at, settled_at, unclaimed_reason, raw_event)
    select e.receipt_id, e.identifier, 'node', e.user_id, e.invoice_id, e.node_pubkey, e.set_id,
      e.settle_index, e.payment_hash, e.preimage, e.amount_msat, e.records, e.created_at,
      e.settled_at, e.unclaimed_reason, e.raw_event
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted);

  -- One list may contain several receipts of an invoice.
  with settled as (
    update invoice v set
        settled_at = coalesce(v.settled_at, r.settled_at),
        receipts_count = v.receipts_count + r.receipts_count
      from (
        select e.invoice_id, count(*) as receipts_count,
          (array_agg(e.settled_at order by e.ordinality))[1] as settled_at
        from unnest(events) with ordinality e
        where e.ordinality = any (accepted) and e.invoice_id is not null
        group by e.invoice_id
      ) r
      where v.id = r.invoice_id
      returning v.id, v.grant_id
  )
  select array_agg(s.id) into asked_by_address from settled s where s.grant_id = 'address';

  if asked_by_address is not null then
    perform write_zap_deliveries(asked_by_address);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.write_outflow(room outflow_room)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if room.sent_count > 0 or room.extra_msat > 0 then
    insert into outflow_slice as s (slice, sent_msat, sent_count, extra_msat)
      values (room.slice, room.sent_msat, room.sent_count, room.extra_msat)
      on conflict (slice) do update set sent_msat = s.sent_msat + excluded.sent_msat,
        sent_count = s.sent_count + excluded.sent_count,
        extra_msat = s.extra_msat + excluded.extra_msat;
    update outflow_gate g
      set newest_slice = room.slice, extra_msat = g.extra_msat - room.extra_msat
      where g.newest_slice < room.slice or room.extra_msat > 0;
  end if;
  if room.passed is null then
    return;
  elsif room.mode = 'enforce' then
    insert into outside_stop (reason, detail)
      values ('outflow', 'what leaves this service has reached its limit: ' || room.passed)
      on conflict (reason) do nothing;
  else
    update outflow_gate set passed_at = outflow_now(), passed = room.passed;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.write_payment_keys(accepted integer[], payment_ids uuid[], payer_ids uuid[], grant_ids text[], keys text[], request_hashes bytea[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  keys_count integer;
  written_count integer;
begin
  select count(keys[place]) into keys_count from unnest(accepted) place;
  insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
    select payer_ids[place], grant_ids[place], keys[place], request_hashes[place], 'payment',
      payment_ids[place]
    from unnest(accepted) place
    where keys[place] is not null
    order by payer_ids[place], grant_ids[place], keys[place]
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < keys_count then
    raise exception 'an idempotency key was taken meanwhile'
      using errcode = 'serialization_failure';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.write_reserved_payments(events payment_event[], accepted integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  written_count integer;
begin
  insert into payment (
      id, identifier, user_id, grant_id, kind, path, state, payment_hash, preimage, amount_msat,
      held_msat, destination, bolt11, memo, description_hash, records, batch_id, batch_index,
      created_at, node_pubkey, owner_process_id, counted_at, sent_to, outflow_slice)
    select e.payment_id, e.identifier, e.user_id, e.grant_id, e.kind, 'node', 'reserved',
      e.payment_hash, e.preimage, e.amount_msat, e.held_msat, e.destination, e.bolt11, e.memo,
      e.description_hash, e.records, e.batch_id, e.batch_index, e.created_at, e.node_pubkey,
      e.owner_process_id, e.counted_at, e.sent_to, e.outflow_slice
    from unnest(events) with ordinality e
    where e.ordinality = any (accepted)
    order by e.payment_hash
    on conflict do nothing;
  get diagnostics written_count = row_count;
  if written_count < cardinality(accepted) then
    raise exception 'a payment hash was taken meanwhile' using errcode = 'serialization_failure';
  end if;

  perform write_payment_keys(
      accepted, array_agg(e.payment_id), array_agg(e.user_id), array_agg(e.grant_id),
      array_agg(e.idempotency_key), array_agg(e.request_hash))
    from unnest(events) e
    having count(e.idempotency_key) > 0;

  if exists (select from unnest(events) e where e.batch_id is not null) then
    update payment_batch_item item set state = 'started'
      from unnest(events) with ordinality e
      where e.ordinality = any (accepted)
        and item.batch_id = e.batch_id and item.index = e.batch_index;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.write_user_change(owner_id uuid, change_kind text, about text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into user_change (user_id, kind, subject) values (owner_id, change_kind, about)
    on conflict (user_id, kind, subject) do update set at = clock_timestamp()
$function$;

CREATE OR REPLACE FUNCTION public.write_webhook_deliveries(records record_draft[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at, done_at)
    select e.id, r.id, t.event_type,
      case e.state when 'active' then 'pending'::webhook_delivery_state else 'skipped' end,
      case e.state when 'active' then now() end,
      case e.state when 'active' then null else now() end
    from unnest(records) with ordinality r
    cross join lateral (
      select case coalesce(r.rail, 'lightning')
        when 'lightning' then case r.direction
          when 'incoming' then 'invoice.incoming.settled'::webhook_event_type
          else 'invoice.outgoing.settled' end
        when 'chain' then case r.direction
          when 'incoming' then 'onchain.incoming.confirmed'::webhook_event_type
          else 'onchain.outgoing.confirmed' end
        end
    ) t (event_type)
    join webhook_endpoint e
      on e.user_id = r.user_id and e.state <> 'deleted' and t.event_type = any (e.filter_types)
    order by r.ordinality, e.id;
end $function$;

CREATE OR REPLACE FUNCTION public.write_webhook_results(results webhook_result[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with locked as materialized (
    select r.*, d.place, d.attempts, d.attempts_before as old_attempts_before, d.done_at, d.trigger
      from (select * from unnest(results) order by endpoint_id, delivery_id) r
      cross join lateral (
        select d.ctid as place, d.attempts, d.attempts_before, d.done_at, d.trigger
          from webhook_delivery d where d.endpoint_id = r.endpoint_id and d.id = r.delivery_id
          for no key update
      ) d
  ), logged as (
    insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at, duration_ms,
        status, error_class, response_excerpt)
      select l.endpoint_id, l.delivery_id, l.number, l.trigger, l.started_at, l.duration_ms,
        l.status, l.error_class, l.response_excerpt
      from locked l
      on conflict do nothing
  )
  update webhook_delivery d set
      state = l.new_state,
      next_at = case l.new_state when 'pending'
        then now() + l.after_ms * interval '1 millisecond' end,
      done_at = case l.new_state when 'pending' then null else now() end,
      claimed_until = null,
      last_status = l.status,
      last_error = l.error_class
    from locked l
    where d.ctid = l.place and l.done_at is null
      and l.attempts = l.number and l.old_attempts_before = l.attempts_before;
end $function$;

CREATE OR REPLACE FUNCTION public.write_zap_deliveries(invoice_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into zap_delivery (invoice_id, place, user_id, relay, next_at)
    select a.invoice_id, r.place, a.user_id, r.url, now()
    from unnest(invoice_ids) settled (id)
    -- Fenced off, so that each is found by its key.
    cross join lateral (
      select * from address_invoice o where o.invoice_id = settled.id offset 0
    ) a
    cross join unnest(a.zap_relays) with ordinality r (url, place)
    on conflict do nothing;
end $function$;
