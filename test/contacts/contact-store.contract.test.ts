import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import { createContactStore } from '../../src/contacts/sql/contact-store.ts';
import { testDatabase } from '../support/database.ts';
import { addUser } from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** Names of contacts over PostgreSQL. */

const { database } = await testDatabase({ after });
const world = createPostgresWorld(database);
const contacts = createContactStore(database);
const AT = new Date('2026-01-01T00:00:00Z');

const newContact = (userId: string, name: string, target = `${name}@shop.example`) => ({
  id: randomUUID(),
  userId,
  name,
  nameKey: name.toLowerCase(),
  target,
  createdAt: AT,
});

const add = (userId: string, name: string, target?: string) =>
  contacts.addContact(newContact(userId, name, target), MAX_CONTACTS);

const added = async (userId: string, name: string, target?: string): Promise<string> => {
  const outcome = await add(userId, name, target);
  assert(outcome.kind === 'added', JSON.stringify(outcome));
  return outcome.id;
};

const namesOf = async (userId: string) =>
  (await contacts.listContacts(userId)).map(({ name }) => name);

describe('contacts', () => {
  test('have one name and one target each, for their owner', async () => {
    const [ann, bob] = [await addUser(world), await addUser(world)];
    const id = await added(ann, 'Shop');
    assert.deepEqual(await add(ann, 'SHOP', 'other@shop.example'), { kind: 'name_taken' });
    const again = await add(ann, 'Store', 'Shop@shop.example');
    assert.deepEqual(again, { kind: 'target_taken', name: 'Shop' });
    assert.deepEqual(await add(ann, 'shop', 'Shop@shop.example'), { kind: 'added', id });
    assert.notEqual(await added(bob, 'Shop'), id);
    assert.deepEqual(await namesOf(ann), ['Shop']);
  });

  test('those of others can neither be seen nor changed', async () => {
    const [ann, bob] = [await addUser(world), await addUser(world)];
    const id = await added(ann, 'Shop');
    assert.equal(await contacts.findContact(bob, id), null);
    assert.equal(await contacts.removeContact(bob, id), false);
    const renamed = { userId: bob, id, name: 'Mine', nameKey: 'mine' };
    assert.equal(await contacts.renameContact(renamed), 'absent');
    assert.deepEqual(await contacts.findByTargets(bob, ['Shop@shop.example']), new Map());
    await contacts.notePaid(bob, 'Shop@shop.example', AT);
    assert.deepEqual(await namesOf(ann), ['Shop']);
    for (const unknown of [randomUUID(), 'no id', '']) {
      assert.equal(await contacts.findContact(ann, unknown), null);
      assert.equal(await contacts.removeContact(ann, unknown), false);
    }
  });

  test('are renamed in another case too, but not to the name of another', async () => {
    const ann = await addUser(world);
    const id = await added(ann, 'shop');
    await added(ann, 'Bakery');
    const rename = (name: string) =>
      contacts.renameContact({ userId: ann, id, name, nameKey: name.toLowerCase() });
    assert.equal(await rename('Shop'), 'renamed');
    assert.equal(await rename('BAKERY'), 'name_taken');
    assert.deepEqual(await namesOf(ann), ['Bakery', 'Shop']);
    assert.equal(await contacts.removeContact(ann, id), true);
    assert.equal(await rename('Shop'), 'absent');
  });

  test('stand in the order in which they were last paid', async () => {
    const ann = await addUser(world);
    for (const name of ['one', 'two', 'three']) await added(ann, name);
    await contacts.notePaid(ann, 'two@shop.example', AT);
    await contacts.notePaid(ann, 'one@shop.example', new Date(AT.getTime() + 1));
    const last = await contacts.listLastPaid(ann, 2);
    assert.deepEqual(
      last.map(({ name }) => name),
      ['one', 'two'],
    );
    const found = await contacts.findByTargets(ann, ['one@shop.example', 'x@shop.example']);
    assert.deepEqual(
      [...found.values()].map(({ name }) => name),
      ['one'],
    );
  });

  test('added at once with one name: one of them is there', async () => {
    const ann = await addUser(world);
    const outcomes = await Promise.all(
      times(8, (index) => add(ann, 'Shop', `shop${index}@shop.example`)),
    );
    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    assert.deepEqual(kinds, ['added', ...times(7, () => 'name_taken')]);
    assert.deepEqual(await namesOf(ann), ['Shop']);
  });

  test('renamed at once to one name: one of them has it', async () => {
    const ann = await addUser(world);
    const ids = await Promise.all(
      times(4, (index) => added(ann, `shop ${index}`, `s${index}@x.example`)),
    );
    const outcomes = await Promise.all(
      ids.map((id) => contacts.renameContact({ userId: ann, id, name: 'Shop', nameKey: 'shop' })),
    );
    assert.deepEqual(outcomes.toSorted(), ['name_taken', 'name_taken', 'name_taken', 'renamed']);
  });

  test('are never more than their limit, also when they are added at once', async () => {
    const ann = await addUser(world);
    await database.sql`
      insert into contact (id, user_id, name, name_key, target, created_at)
      select gen_random_uuid(), ${ann}, 'name ' || n, 'name ' || n, n || '@shop.example', ${AT}
      from generate_series(1, ${MAX_CONTACTS - 1}) n`;
    const outcomes = await Promise.all(times(5, (index) => add(ann, `more ${index}`)));
    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    assert.deepEqual(kinds, ['added', ...times(4, () => 'too_many')]);
    assert.equal((await contacts.listContacts(ann)).length, MAX_CONTACTS);
  });
});
