import { waitForOthersOf } from '../../apps/sql/wait-for-others.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type {
  AddOutcome,
  Contact,
  ContactStore,
  NamedContact,
  NewContact,
  RenamedContact,
} from '../contact-store.ts';

export const createContactStore = (database: Database): ContactStore => ({
  ...bindQueries(database, {
    removeContact,
    findContact,
    listContacts,
    listLastPaid,
    findByTargets,
    notePaid,
  }),
  addContact: (contact, maxContacts) =>
    database.transaction((sql) => addContact(sql, contact, maxContacts)),
  renameContact: (contact) => database.transaction((sql) => renameContact(sql, contact)),
});

interface KeyedRow extends Contact {
  readonly name_key: string;
}

async function addContact(sql: Sql, contact: NewContact, maxContacts: number): Promise<AddOutcome> {
  const { id, userId, name, nameKey, target, createdAt } = contact;
  await waitForOthersOf(sql, userId);
  const [same] = await sql<KeyedRow[]>`
    select id, name, name_key, target from contact
    where user_id = ${userId} and target = ${target}`;
  if (same !== undefined) {
    const isSame = same.name_key === nameKey;
    return isSame ? { kind: 'added', id: same.id } : { kind: 'target_taken', name: same.name };
  }
  if (await isTaken(sql, userId, nameKey)) return { kind: 'name_taken' };
  const rows = await sql`
    insert into contact (id, user_id, name, name_key, target, created_at)
    select ${id}, ${userId}, ${name}, ${nameKey}, ${target}, ${createdAt}
    where (select count(*) from contact where user_id = ${userId}) < ${maxContacts}
    returning id`;
  return rows.length === 0 ? { kind: 'too_many' } : { kind: 'added', id };
}

async function isTaken(sql: Sql, userId: string, nameKey: string): Promise<boolean> {
  const rows = await sql`
    select from contact where user_id = ${userId} and name_key = ${nameKey}`;
  return rows.length > 0;
}

/**
 * Renames a contact. The new name may even be the old one with other capitals, although both count
 * as the same name when names are compared.
 */
async function renameContact(
  sql: Sql,
  { userId, id, name, nameKey }: RenamedContact,
): Promise<'renamed' | 'name_taken' | 'absent'> {
  await waitForOthersOf(sql, userId);
  const found = await findContact(sql, userId, id);
  if (found === null) return 'absent';
  const others = await sql`
    select from contact where user_id = ${userId} and name_key = ${nameKey} and id <> ${id}`;
  if (others.length > 0) return 'name_taken';
  await sql`update contact set name = ${name}, name_key = ${nameKey} where id = ${id}`;
  return 'renamed';
}

async function removeContact(sql: Sql, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`delete from contact where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function findContact(sql: Sql, userId: string, id: string): Promise<Contact | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<Contact[]>`
    select id, name, target from contact where id = ${id} and user_id = ${userId}`;
  return row ?? null;
}

const listContacts = async (sql: Sql, userId: string): Promise<readonly Contact[]> =>
  await sql<Contact[]>`
    select id, name, target from contact where user_id = ${userId} order by name_key`;

const listLastPaid = async (sql: Sql, userId: string, limit: number): Promise<readonly Contact[]> =>
  await sql<Contact[]>`
    select id, name, target from contact where user_id = ${userId}
    order by last_paid_at desc nulls last, created_at desc, id desc limit ${limit}`;

async function findByTargets(
  sql: Sql,
  userId: string,
  targets: readonly string[],
): Promise<ReadonlyMap<string, NamedContact>> {
  if (targets.length === 0) return new Map();
  const rows = await sql<Contact[]>`
    select id, name, target from contact
    where user_id = ${userId} and target = any(${sql.array([...targets], ARRAY_OF.text)})`;
  return new Map(rows.map(({ id, name, target }) => [target, { id, name }]));
}

async function notePaid(sql: Sql, userId: string, target: string, at: Date): Promise<void> {
  await sql`
    update contact set last_paid_at = ${at} where user_id = ${userId} and target = ${target}`;
}
