/**
 * The guards that keep concurrent calls from harming each other: locks of the money functions and
 * constraints of the tables. Each one is given as text of a migration or function, together with
 * the text that would be there if it had been forgotten.
 */
export const GUARDS = {
  'lock of wallets': {
    text: 'where w.user_id = any (ids) order by w.user_id for no key update',
    forgotten: 'where w.user_id = any (ids) order by w.user_id',
  },
  'lock of invoices': {
    text: 'perform from invoice v where v.id = any (invoice_ids) order by v.id for no key update;',
    forgotten: '',
  },
  'lock of payments that end': {
    text: 'order by p.id for no key update',
    forgotten: 'order by p.id',
  },
  'lock of the cursor': {
    text: 'order by c.pubkey for no key update',
    forgotten: 'order by c.pubkey',
  },
  'lock of batch items': {
    text: 'order by item.batch_id, item.index for no key update',
    forgotten: 'order by item.batch_id, item.index',
  },
  'one number per line of a statement': {
    text: 'create unique index posting_statement',
    forgotten: 'create index posting_statement',
  },
  'floor under the balance': {
    text: 'check (wallet_msat >= 0 and wallet_msat % 1000 = 0)',
    forgotten: '',
  },
  'one live payment per hash over the node': {
    text: 'create unique index payment_one_live_per_hash',
    forgotten: 'create index payment_one_live_per_hash',
  },
  'one internal payment per hash': {
    text: 'create unique index payment_one_internal_per_hash',
    forgotten: 'create index payment_one_internal_per_hash',
  },
  'one internal receipt per invoice': {
    text: 'create unique index receipt_one_internal_per_invoice',
    forgotten: 'create index receipt_one_internal_per_invoice',
  },
  'one cancellation per invoice': {
    text: 'invoice_id uuid primary key references invoice',
    forgotten: 'invoice_id uuid references invoice',
  },
  'one record per identifier': {
    text: 'identifier text collate "C" not null unique,\n  payment_hash bytea not null,',
    forgotten: 'identifier text collate "C" not null,\n  payment_hash bytea not null,',
  },
  'one number per record': {
    text: 'create unique index settled_record_by_settlement',
    forgotten: 'create index settled_record_by_settlement',
  },
  'one credit per receipt': {
    text: 'create unique index receipt_credited_once',
    forgotten: 'create index receipt_credited_once',
  },
  'one end per payment': {
    text: 'create unique index transfer_payment_ends_once',
    forgotten: 'create index transfer_payment_ends_once',
  },
  'no way back from an end': {
    text: 'create or replace trigger guard_payment_state before update on payment\n  for each row execute function guard_payment_state();',
    forgotten: '',
  },
  'one thing per key': {
    text: 'primary key (user_id, grant_id, key)',
    forgotten: 'check (true)',
  },
  'proof of what is settled': {
    text: "check (state <> 'settled' or (preimage is not null and sha256(preimage) = payment_hash))",
    forgotten: 'check (true)',
  },
} as const;

export type GuardName = keyof typeof GUARDS;
