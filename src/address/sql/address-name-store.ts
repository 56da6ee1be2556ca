import { NO_LIMITS, type UserLimits } from '../../authorization/user-limits.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { ARRAY_OF } from '../../database/sql.ts';
import { roomOf } from '../../ledger/sql/user-limit-store.ts';
import type {
  AddressNameStore,
  ClaimOutcome,
  Payee,
  PayPage,
  ReleaseOutcome,
} from '../address-name-store.ts';

export const createAddressNameStore = (
  database: Database,
  limits: UserLimits = NO_LIMITS,
): AddressNameStore => {
  const findPayee = batchCalls<string, Payee | null>(READS, (names) =>
    database.query((sql) => findPayees(sql, limits, names)),
  );
  return {
    claimName: (userId, name, at, changesMax) =>
      database.query((sql) => claimName(sql, { userId, name, at, changesMax })),
    releaseName: (name, at) => database.query((sql) => releaseName(sql, name, at)),
    findName: (userId) => database.query((sql) => findName(sql, userId)),
    findOwner: (name) => database.query((sql) => findOwner(sql, name)),
    findPayee,
    findTakesZaps: (userId) => database.query((sql) => findTakesZaps(sql, userId)),
    setTakesZaps: (userId, takesZaps) =>
      database.query((sql) => setTakesZaps(sql, userId, takesZaps)),
    readPayPage: (userId) => database.query((sql) => readPayPage(sql, userId)),
    savePayPage: (userId, page) => database.query((sql) => savePayPage(sql, userId, page)),
  };
};

/**
 * Many look-ups of names are merged into one statement, because anyone can ask for names, any
 * number of times.
 */
const READS = { maxItems: 64, maxCalls: 2 } as const;

interface Claim {
  readonly userId: string;
  readonly name: string | null;
  readonly at: Date;
  readonly changesMax: number | null;
}

async function claimName(sql: Sql, { userId, name, at, changesMax }: Claim): Promise<ClaimOutcome> {
  const [row] = await sql<{ outcome: ClaimOutcome }[]>`
    select claim_address_name(${userId}, ${name}, ${at}, ${changesMax}) as outcome`;
  assert(row !== undefined, 'a function answers');
  return row.outcome;
}

async function releaseName(sql: Sql, name: string, at: Date): Promise<ReleaseOutcome> {
  const [row] = await sql<{ outcome: ReleaseOutcome }[]>`
    select release_address_name(${name}, ${at}) as outcome`;
  assert(row !== undefined, 'a function answers');
  return row.outcome;
}

async function findName(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select name from address_name where user_id = ${userId} and is_current`;
  return row?.name ?? null;
}

async function findOwner(sql: Sql, name: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from address_name where name = ${name}`;
  return row?.user_id ?? null;
}

interface PayeeRow {
  readonly address_name: string;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly identifier: string;
  readonly nostr_pubkey: string | null;
  readonly takes_zaps: boolean;
  readonly total_msat: bigint;
  readonly max_balance_sat: bigint | null;
  readonly text: string | null;
  readonly amounts_sat: readonly bigint[] | null;
}

async function findPayees(
  sql: Sql,
  limits: UserLimits,
  names: readonly string[],
): Promise<readonly (Payee | null)[]> {
  const rows = await sql<PayeeRow[]>`
    select a.name as address_name, u.id as user_id, u.name as display_name, u.identifier,
      u.nostr_pubkey, u.takes_zaps, p.text, p.amounts_sat,
      w.wallet_msat + w.held_msat as total_msat,
      limit_in_force(l.max_balance_sat, ${limits.maxBalanceSat}) as max_balance_sat
    from address_name a
    join wallet_user u on u.id = a.user_id and u.disabled_at is null
    join wallet w on w.user_id = u.id
    left join user_limit l on l.user_id = u.id
    left join pay_page p on p.user_id = u.id
    where a.name = any (${sql.array([...new Set(names)], ARRAY_OF.text)}) and a.is_current`;
  const found = new Map(rows.map((row) => [row.address_name, parsePayee(row)]));
  return names.map((name) => found.get(name) ?? null);
}

const parsePayee = (row: PayeeRow): Payee => ({
  userId: row.user_id,
  addressName: row.address_name,
  displayName: row.display_name,
  identifier: row.identifier,
  nostrPubkey: row.nostr_pubkey,
  takesZaps: row.takes_zaps,
  payPage: toPayPage(row),
  roomSat: roomOf(row),
});

async function findTakesZaps(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql<{ takes_zaps: boolean }[]>`
    select takes_zaps from wallet_user where id = ${userId}`;
  return row?.takes_zaps ?? false;
}

async function setTakesZaps(sql: Sql, userId: string, takesZaps: boolean): Promise<void> {
  await sql`update wallet_user set takes_zaps = ${takesZaps} where id = ${userId}`;
}

async function readPayPage(sql: Sql, userId: string): Promise<PayPage> {
  const [row] = await sql<Pick<PayeeRow, 'text' | 'amounts_sat'>[]>`
    select text, amounts_sat from pay_page where user_id = ${userId}`;
  return toPayPage(row ?? { text: null, amounts_sat: null });
}

const toPayPage = ({ text, amounts_sat }: Pick<PayeeRow, 'text' | 'amounts_sat'>): PayPage => ({
  text: text ?? '',
  amountsSat: (amounts_sat ?? []).map((amount) => sat(amount)),
});

async function savePayPage(sql: Sql, userId: string, { text, amountsSat }: PayPage): Promise<void> {
  const amounts = sql.array([...amountsSat], ARRAY_OF.bigint);
  await sql`
    insert into pay_page (user_id, text, amounts_sat) values (${userId}, ${text}, ${amounts})
    on conflict (user_id) do update set text = excluded.text, amounts_sat = excluded.amounts_sat`;
}
