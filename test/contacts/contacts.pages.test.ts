import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createArchiveStore } from '../../src/account-closure/sql/archive-store.ts';
import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

const world = await startPages({ after });

const add = (visitor: Visitor, name: string, to: string) =>
  visitor.post('/contacts/new', { name, to });

async function added(visitor: Visitor, name: string, to: string): Promise<string> {
  const answer = await add(visitor, name, to);
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}

const read = async (visitor: Visitor, path: string): Promise<string> => {
  const page = await visitor.get(path);
  assert.equal(page.statusCode, 200, page.body);
  return readText(page);
};

describe('contacts', () => {
  test('are saved, renamed, found and removed', async () => {
    const ann = await world.addVisitor();
    const empty = await ann.get('/contacts');
    assert.match(readText(empty), /No contacts yet/);
    assert.equal(readLink(empty, 'Add a contact'), '/contacts/new');
    const path = await added(ann, ' Shop  ', 'SHOP@Shop.example');
    assert.match(await read(ann, path), /The contact is saved\. .*Shop shop@shop\.example Pay/);
    await added(ann, 'Bakery', 'bread');
    assert.match(await read(ann, '/contacts'), /Bakery bread@pay\.example .* Shop shop@shop/);
    assert.doesNotMatch(await read(ann, '/contacts?q=BAK'), /Shop shop@/);
    assert.match(await read(ann, '/contacts?q=shop.ex'), /Shop shop@shop/);
    assert.match(await read(ann, '/contacts?q=%3Cb%3E'), /Nothing found/);
    await ann.post(path, { name: 'Corner shop' });
    assert.match(await read(ann, path), /The name is changed\. .*Corner shop/);
    const removed = await ann.post(`${path}/remove`, {});
    assert.deepEqual([removed.statusCode, removed.headers.location], [303, '/contacts']);
    assert.match(await read(ann, '/contacts'), /Corner shop is removed\./);
    assert.equal((await ann.get(path)).statusCode, 404);
    assert.equal((await ann.post(`${path}/remove`, {})).statusCode, 404);
  });

  test('those of others do not exist', async () => {
    const [ann, bob] = [await world.addVisitor(), await world.addVisitor()];
    const path = await added(ann, 'Shop', 'shop@shop.example');
    assert.equal((await bob.get(path)).statusCode, 404);
    assert.equal((await bob.post(path, { name: 'Mine' })).statusCode, 404);
    assert.equal((await bob.post(`${path}/remove`, {})).statusCode, 404);
    assert.match(await read(bob, '/contacts'), /No contacts yet/);
    assert.doesNotMatch(await read(bob, '/send'), /Shop/);
    assert.match(await read(ann, path), /Shop/);
    assert.equal((await ann.postPlain(`${path}/remove`, { csrf_token: 'x' })).statusCode, 403);
  });

  test('what is wrong is said at its field, and what was typed stays', async () => {
    const ann = await world.addVisitor();
    await added(ann, 'Shop', 'shop@shop.example');
    for (const [name, to, problem, field] of [
      ['', 'a@shop.example', /Enter a name\./, 'name'],
      ['An\u202ena', 'a@shop.example', /characters in it that cannot be seen/, 'name'],
      ['a'.repeat(65), 'a@shop.example', /Shorten it to 64 characters/, 'name'],
      ['SHOP', 'a@shop.example', /already have a contact with this name/, 'name'],
      ['Ann', 'shop@shop.example', /already have this address, under the name Shop\./, 'to'],
      ['Ann', 'lnbc1x', /An invoice can be paid only once/, 'to'],
      ['Ann', 'lnurlw://shop.example/w', /This link brings money in/, 'to'],
      ['Ann', 'nothing to pay', /This is no invoice/, 'to'],
      ['Ann', `lnurlp://shop.example/${'a'.repeat(1000)}`, /too long to be kept/, 'to'],
    ] as const) {
      const answer = await add(ann, name, to);
      assert.equal(answer.statusCode, 400, name);
      assert.match(readText(answer), problem);
      assert.match(answer.body, new RegExp(`id="field-${field}-problem"`));
      assert(answer.body.includes(to), to);
    }
    assert.match(readText(await ann.get('/contacts?q=')), /Shop shop@shop/);
  });

  test('a wrong name and a wrong payee are named at once', async () => {
    const answer = await add(await world.addVisitor(), '', 'nothing to pay');
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /id="field-name-problem"[\s\S]*id="field-to-problem"/);
  });

  test('a name is text, whatever it looks like', async () => {
    const ann = await world.addVisitor();
    const path = await added(ann, '<b>"&\' مرحبا', 'shop@shop.example');
    for (const at of [path, '/contacts', '/send']) {
      const { body } = await ann.get(at);
      assert.match(body, /<bdi[^>]*>&#60;b&#62;&#34;&#38;&#39; مرحبا<\/bdi>/, at);
      assert.doesNotMatch(body, /<b>"/);
    }
  });

  test('a link fills in whom it is for, and no name', async () => {
    const ann = await world.addVisitor();
    const { body } = await ann.get('/contacts/new?to=shop%40shop.example&name=Anna');
    assert.match(body, /name="to"[^>]*>\nshop@shop\.example</);
    assert.doesNotMatch(body, /Anna/);
  });

  test('of which there are too many, no more are saved; the page with all of them is small', async () => {
    const ann = await world.addVisitor();
    await world.database.sql`
      insert into contact (id, user_id, name, name_key, target, created_at)
      select gen_random_uuid(), ${ann.api.user.id}, 'Name ' || n, 'name ' || n,
        'name' || n || '@shop.example', now()
      from generate_series(1, ${MAX_CONTACTS}) n`;
    const refused = await add(ann, 'Ann', 'ann@shop.example');
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /You have 500 contacts, which is the most/);
    const { body } = await ann.get('/contacts');
    assert.equal([...body.matchAll(/class="payee"/g)].length, MAX_CONTACTS);
    assert(body.length < 500_000, String(body.length));
  });

  test('are in the archive of their owner', async () => {
    const ann = await world.addVisitor();
    await added(ann, 'Shop', 'shop@shop.example');
    const person = await createArchiveStore(world.database).readPerson(ann.api.user.id);
    const archived: unknown = JSON.parse(person?.body ?? '{}');
    assert(typeof archived === 'object' && archived !== null && 'contacts' in archived);
    assert(Array.isArray(archived.contacts));
    const [contact] = archived.contacts;
    assert.deepEqual(
      [contact.name, contact.target, contact.last_paid_at],
      ['Shop', 'shop@shop.example', null],
    );
  });
});
