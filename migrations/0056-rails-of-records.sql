-- What a record is about, in columns: lists, statements and budgets read them here, whatever moved
-- the money. Only Lightning has rows of payments and receipts beside its records.
create type record_rail as enum ('lightning');

alter table settled_record
  -- What carried the money.
  add column rail record_rail not null default 'lightning',
  -- Null on other rails than Lightning.
  add column kind payment_kind,
  -- What it brought or took by the books, in whole sats, and what it cost beyond that.
  add column amount_msat bigint,
  add column fee_msat bigint,
  -- What ordered the payment, or made the invoice that was paid; null for a keysend that came in.
  add column grant_id text,
  -- Records of older versions are filled afterwards, see fill_records. Rows are not looked through
  -- here, and those of a backup that was made meanwhile satisfy it as well.
  add constraint settled_record_is_filled check (
    case when amount_msat is null
      then fee_msat is null and kind is null and grant_id is null and rail = 'lightning'
      else fee_msat is not null and (rail <> 'lightning' or kind is not null)
    end) not valid;

alter table settled_record
  alter rail set statistics 10,
  alter kind set statistics 10,
  alter amount_msat set statistics 10,
  alter fee_msat set statistics 10,
  alter grant_id set statistics 10;

alter type record_draft
  -- Null for Lightning, in calls that began before it was known.
  add attribute rail record_rail,
  add attribute kind payment_kind,
  add attribute amount_msat bigint,
  add attribute fee_msat bigint,
  add attribute grant_id text;

alter type credit_facts add attribute invoice_grant_id text;

-- How far the filling of older records has come; no row once it has ended.
create table record_filling (
  is_only boolean primary key default true check (is_only),
  -- The last record that was looked at.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  begun_at timestamptz not null default now()
);
insert into record_filling (is_only) select true where exists (select from wallet_user);
grant select on record_filling to :service_role;

-- Records whose columns hold what they are about, also before they are filled: until then it is
-- read of payment, receipt and invoice. Of a filled record, none of these is looked at.
create view filled_record with (security_invoker) as
  select id, user_id, direction, identifier, payment_hash, created_at, settled_at, booked_at, seq,
    has_boostagram, body, rail,
    case when amount_msat is not null then kind
      when direction = 'outgoing' then (select p.kind from payment p where p.id = record.id)
      else (
        select case when r.invoice_id is null then 'keysend' else 'bolt11' end::payment_kind
        from receipt r where r.id = record.id)
      end as kind,
    coalesce(amount_msat, case direction
      when 'outgoing' then (
        select (p.amount_msat + 999) / 1000 * 1000 from payment p where p.id = record.id)
      else (select r.amount_msat / 1000 * 1000 from receipt r where r.id = record.id)
      end) as amount_msat,
    coalesce(fee_msat, case direction
      when 'outgoing' then (
        -- Every started sat of amount and fee, and never more than was held.
        select case p.path
          when 'internal' then 0
          else least((p.amount_msat + p.fee_msat + 999) / 1000 * 1000, p.held_msat)
            - (p.amount_msat + 999) / 1000 * 1000
          end
        from payment p where p.id = record.id)
      else 0
      end) as fee_msat,
    case when amount_msat is not null then grant_id
      when direction = 'outgoing' then (select p.grant_id from payment p where p.id = record.id)
      else (
        select v.grant_id from receipt r join invoice v on v.id = r.invoice_id
        where r.id = record.id)
      end as grant_id
  from settled_record record;
grant select on filled_record to :service_role;
