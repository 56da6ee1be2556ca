import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { LOCKDOWN_NUMBER } from '../../lockdown/sql/lockdown-sql.ts';
import type { ArchivedPerson, ArchiveRange, ArchiveRow, ArchiveStore } from '../archive-store.ts';

export const createArchiveStore = (database: Database): ArchiveStore => ({
  readPerson: (userId) => database.query((sql) => readPerson(sql, userId)),
  parts: Object.entries(PARTS).map(([name, query]) => ({
    name,
    listRows: (range) => database.query((sql) => listRows(sql, query, range)),
  })),
});

/** SQL for a JSON array with one object for each row of a table, for the archive of a user. */
const listOf = (fields: string, from: string, order: string): string =>
  `(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]') from ${from})`;

const DEVICES = listOf(
  `'name', d.name, 'created_at', d.created_at, 'last_used_at', d.last_used_at,
    'ended_at', d.ended_at`,
  'grant_device d where d.app_grant_id = g.id',
  'd.created_at, d.id',
);

const PERSON = `
  select w.record_seq as last_seq, json_build_object(
    'account', json_build_object(
      'identifier', u.identifier, 'email', u.email, 'name', u.name, 'avatar', u.avatar,
      'nostr_pubkey', u.nostr_pubkey, 'is_admin', u.is_admin, 'created_at', u.created_at,
      'has_authenticator', exists (
        select from authenticator a where a.user_id = u.id and a.confirmed_at is not null)),
    'preferences', json_build_object(
      'language', u.language, 'browser_language', u.browser_language, 'unit', u.unit,
      'currency', u.currency, 'time_zone', u.time_zone, 'theme', u.theme,
      'hides_amounts', u.hides_amounts,
      'shows_name_since', u.shows_name_since, 'confirm_above_sat', u.confirm_above_sat,
      'takes_zaps', u.takes_zaps,
      'notices', (
        select json_build_object('bell', bell, 'mail', mail)
        from notice_inbox where user_id = u.id)),
    'balance', json_build_object(
      'wallet_sat', w.wallet_msat / 1000, 'held_sat', w.held_msat / 1000),
    'address_names', ${listOf(
      `'name', name, 'in_use', is_current, 'claimed_at', claimed_at`,
      'address_name where user_id = u.id',
      'claimed_at, name',
    )},
    'contacts', ${listOf(
      `'name', name, 'target', target, 'created_at', created_at, 'last_paid_at', last_paid_at`,
      'contact where user_id = u.id',
      'name_key',
    )},
    'money_requests', ${listOf(
      `'asked_name', r.asked_name, 'invoice', v.identifier, 'amount_sat', v.amount_sat,
        'created_at', r.created_at, 'declined_at', r.declined_at`,
      'money_request r join invoice v on v.id = r.invoice_id where r.asker_id = u.id',
      'r.created_at, r.id',
    )},
    'asked_for_money', ${listOf(
      `'asker', a.name, 'amount_sat', v.amount_sat, 'memo', v.memo,
        'created_at', r.created_at, 'declined_at', r.declined_at`,
      `money_request r join invoice v on v.id = r.invoice_id
        left join address_name a on a.user_id = r.asker_id and a.is_current
        where r.payer_id = u.id`,
      'r.created_at, r.id',
    )},
    'blocked_from_asking', ${listOf(
      `'address_name', a.name, 'created_at', b.created_at`,
      `request_block b left join address_name a
        on a.user_id = b.blocked_user_id and a.is_current where b.user_id = u.id`,
      'b.created_at, b.blocked_user_id',
    )},
    'pay_page', (
      select json_build_object('text', text, 'amounts_sat', amounts_sat)
      from pay_page where user_id = u.id),
    'tokens', ${listOf(
      `'id', id, 'name', name, 'scopes', scopes, 'created_at', created_at,
        'expires_at', expires_at, 'revoked_at', revoked_at`,
      'personal_token where user_id = u.id',
      'created_at, id',
    )},
    'connected_apps', ${listOf(
      `'id', g.id, 'kind', g.kind, 'name', coalesce(g.name, c.name), 'url', coalesce(c.url, c.id),
        'scopes', g.scopes, 'created_at', g.created_at, 'expires_at', g.expires_at,
        'last_used_at', g.last_used_at, 'revoked_at', g.revoked_at, 'refused_at', g.refused_at,
        'refusal', g.refusal, 'devices', ${DEVICES}`,
      'app_grant g left join client c on c.id = g.client_id where g.user_id = u.id',
      'g.created_at, g.id',
    )},
    'own_apps', ${listOf(
      `'id', id, 'name', name, 'url', url, 'callback', callback, 'created_at', created_at,
        'removed_at', removed_at`,
      'client where owner_user_id = u.id',
      'created_at, id',
    )},
    'budgets', ${listOf(
      `'grant_id', grant_id, 'limit_sat', limit_msat / 1000,
        'ask_above_sat', ask_above_msat / 1000, 'interval', interval, 'expires_at', expires_at,
        'window_start', window_start, 'used_sat', used_msat / 1000`,
      'budget where user_id = u.id',
      'grant_id',
    )},
    'webhook_endpoints', ${listOf(
      `'id', id, 'url', url, 'description', description, 'filter_types', filter_types,
        'state', state, 'created_at', created_at`,
      `webhook_endpoint where user_id = u.id and state <> 'deleted'`,
      'created_at, id',
    )},
    'notices', ${listOf(
      `'kind', kind, 'subject', subject, 'detail', detail, 'count', count,
        'amount_sat', amount_msat / 1000, 'told_at', told_at, 'mailed_at', mailed_at`,
      'notice where user_id = u.id',
      'number',
    )},
    'sign_in_places', ${listOf(
      `'device', device, 'address', address, 'last_at', last_at`,
      'sign_in_place where user_id = u.id',
      'last_at, device',
    )},
    'sessions', ${listOf(
      `'device', device, 'address', address, 'created_at', created_at,
        'last_seen_at', last_seen_at`,
      `session where user_id = u.id and session_epoch = u.session_epoch
        and lockdown_number >= ${LOCKDOWN_NUMBER}`,
      'created_at, id',
    )},
    'passkeys', ${listOf(
      `'name', name, 'created_at', created_at, 'last_used_at', last_used_at`,
      'passkey where user_id = u.id',
      'created_at, id',
    )},
    'open_payments', ${listOf(
      `'identifier', identifier, 'payment_hash', encode(payment_hash, 'hex'),
        'amount_msat', amount_msat, 'held_sat', held_msat / 1000, 'memo', memo,
        'created_at', created_at`,
      'payment where user_id = u.id and ended_at is null',
      'created_at, id',
    )}
  )::text as body
  from wallet_user u
  join wallet w on w.user_id = u.id
  where u.id = $1`;

async function readPerson(sql: Sql, userId: string): Promise<ArchivedPerson | null> {
  const [row] = await sql.unsafe<{ last_seq: bigint; body: string }[]>(PERSON, [userId]);
  return row === undefined ? null : { body: row.body, lastSeq: row.last_seq };
}

/**
 * SQL for the long parts of an archive. Each query reads the rows that follow the last one of the
 * query before, along an index that begins with the user's id.
 */
const PARTS: Readonly<Record<string, string>> = {
  notes: `
    select '' as at, identifier as id, json_build_object(
      'identifier', identifier, 'text', text, 'written_at', written_at)::text as body
    from record_note
    where user_id = $1 and ($2::text is null or identifier > $3::text)
    order by identifier
    limit $4::integer`,
  unpaid_invoices: `
    select expires_at::text as at, id::text, json_build_object(
      'identifier', identifier, 'payment_hash', encode(payment_hash, 'hex'),
      'amount_sat', amount_sat, 'memo', memo, 'payment_request', bolt11,
      'created_at', created_at, 'expires_at', expires_at)::text as body
    from invoice
    where user_id = $1 and settled_at is null
      and ($2::text is null or (expires_at, id) > ($2::timestamptz, $3::uuid))
    order by expires_at, id
    limit $4::integer`,
  failed_payments: `
    select created_at::text as at, id::text, json_build_object(
      'identifier', identifier, 'payment_hash', encode(payment_hash, 'hex'),
      'amount_msat', amount_msat, 'memo', memo, 'payment_request', bolt11,
      'destination', destination, 'created_at', created_at, 'ended_at', ended_at,
      'reason', failure_reason)::text as body
    from payment
    where user_id = $1 and failure_reason is not null
      and ($2::text is null or (created_at, id) < ($2::timestamptz, $3::uuid))
    order by created_at desc, id desc
    limit $4::integer`,
  approvals: `
    select created_at::text as at, id::text, json_build_object(
      'grant_id', grant_id, 'payment_hash', encode(payment_hash, 'hex'),
      'amount_msat', amount_msat, 'max_fee_msat', max_fee_msat, 'state', state,
      'created_at', created_at, 'expires_at', expires_at, 'ended_at', ended_at,
      'device', ended_on, 'reason', failure)::text as body
    from approval
    where user_id = $1 and ($2::text is null or (created_at, id) < ($2::timestamptz, $3::uuid))
    order by created_at desc, id desc
    limit $4::integer`,
  bitcoin_addresses: `
    select '' as at, address as id, json_build_object(
      'address', address, 'created_at', created_at, 'used_at', used_at)::text as body
    from onchain_address
    where user_id = $1 and ($2::text is null or address > $3::text)
    order by address
    limit $4::integer`,
  bitcoin_deposits: `
    select seen_at::text as at, id::text, json_build_object(
      'identifier', identifier, 'txid', encode(txid, 'hex'), 'output_index', output_index,
      'address', address, 'amount_sat', amount_msat / 1000, 'state', state, 'seen_at', seen_at,
      'block_height', block_height, 'settled_at', ended_at)::text as body
    from deposit
    where user_id = $1 and ($2::text is null or (seen_at, id) < ($2::timestamptz, $3::uuid))
    order by seen_at desc, id desc
    limit $4::integer`,
  bitcoin_withdrawals: `
    select created_at::text as at, id::text, json_build_object(
      'identifier', identifier, 'txid', encode(txid, 'hex'), 'address', address,
      'memo', purpose, 'amount_sat', amount_msat / 1000, 'fee_sat', fee_msat / 1000,
      'held_sat', held_msat / 1000,
      'state', state, 'within_service', is_internal, 'created_at', created_at,
      'signed_at', signed_at, 'broadcast_at', broadcast_at, 'block_height', block_height,
      'ended_at', ended_at, 'reason', failure_reason)::text as body
    from withdrawal
    where user_id = $1 and ($2::text is null or (created_at, id) < ($2::timestamptz, $3::uuid))
    order by created_at desc, id desc
    limit $4::integer`,
};

async function listRows(
  sql: Sql,
  query: string,
  { userId, after, limit }: ArchiveRange,
): Promise<readonly ArchiveRow[]> {
  const rows = await sql.unsafe<{ at: string; id: string; body: string }[]>(query, [
    userId,
    after?.at ?? null,
    after?.id ?? null,
    String(limit),
  ]);
  return rows.map(({ at, id, body }) => ({ key: { at, id }, body }));
}
