import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import postgres from 'postgres';
import { freshGround, two } from '../support/fresh-ground.ts';

const FIRST = '0001-first.sql';
const SECOND = '0002-second.sql';

describe('functions', () => {
  test('are created once, replaced where their text has changed, and dropped', async (t) => {
    const { sql, schema, writeFunction, run } = await freshGround(t);
    // The body of the one needs the other, which comes after it.
    await writeFunction(
      'four',
      "create or replace function four() returns integer language sql as 'select 2 * two()'",
    );
    await writeFunction('two', two(2));
    assert.deepEqual((await run()).functions, ['four', 'two']);
    assert.deepEqual((await run()).functions, []);
    const [before] = await sql`select four(), 'two'::regproc::oid as oid`;
    assert.equal(before?.['four'], 4);
    await writeFunction('two', two(3));
    await schema.setRevision(2);
    assert.deepEqual((await run()).functions, ['two']);
    const [after] = await sql`select four(), 'two'::regproc::oid as oid`;
    assert.deepEqual({ ...after }, { four: 6, oid: before?.['oid'] });
    await schema.remove('functions/four.sql');
    await schema.setRevision(3);
    assert.deepEqual((await run()).functions, ['four']);
    await assert.rejects(sql`select four()`.execute(), { code: '42883' });
  });

  test('come in the transaction of the migrations: both or neither', async (t) => {
    const { sql, write, writeFunction, run } = await freshGround(t);
    await write(FIRST, 'create table one (id int)');
    await writeFunction('bad', 'create or replace function bad() returns nothing');
    await assert.rejects(run, /bad\.sql of the functions failed/);
    assert.deepEqual([...(await sql`select from pg_class where relname = 'one'`)], []);
  });

  test('of a newer program are refused, and others of the same revision', async (t) => {
    const { sql, schema, writeFunction, run } = await freshGround(t);
    await schema.setRevision(7);
    await writeFunction('two', two(2));
    await run();
    await writeFunction('two', two(3));
    const refusal = { name: 'SchemaMismatchError' };
    await assert.rejects(run, { ...refusal, message: /two is another .*npm run generate/ });
    await schema.setRevision(6);
    await assert.rejects(run, { ...refusal, message: /newer Satchel/ });
    assert.equal((await sql`select two()`)[0]?.['two'], 2);
  });

  const signatures: Readonly<Record<string, string>> = {
    'another argument': 'two(number integer default 1) returns integer',
    'another result': 'two() returns text',
  };
  for (const [what, signature] of Object.entries(signatures)) {
    test(`keep their signature: ${what} is refused`, async (t) => {
      const { sql, schema, write, writeFunction, run } = await freshGround(t);
      await writeFunction('two', two(2));
      await run();
      await write(FIRST, 'create table one (id int)');
      await writeFunction(
        'two',
        `create or replace function ${signature} language sql as 'select 2'`,
      );
      await schema.setRevision(2);
      await assert.rejects(run, {
        name: 'SchemaMismatchError',
        message: /two\.sql changes .* give the new function a new name/,
      });
      assert.deepEqual([...(await sql`select from pg_class where relname = 'one'`)], []);
      assert.equal((await sql`select two()`)[0]?.['two'], 2);
    });
  }

  test('a file that makes another function than its name says is refused', async (t) => {
    const { writeFunction, run } = await freshGround(t);
    await writeFunction('three', two(3));
    await assert.rejects(run, /three\.sql does not create one function of this name/);
  });

  test('triggers and grants are those of the text, and no others', async (t) => {
    const { sql, serviceUrl, schema, write, writeFunction, run } = await freshGround(t);
    const refuse = (...triggers: readonly string[]): string => `
      create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'never'; end $$;
      ${triggers.map((trigger) => `create or replace trigger ${trigger}`).join('\n')}`;
    const triggers = async () =>
      (await sql`select tgname, tgrelid::regclass::text as on from pg_trigger order by 1, 2`).map(
        (row) => `${row['tgname']} on ${row['on']}`,
      );
    await write(FIRST, 'create table one (id int); create table two (id int);');
    await writeFunction(
      'refuse',
      refuse(
        'first before delete on one for each row execute function refuse();',
        'second before update on one for each row execute function refuse();',
      ),
    );
    await writeFunction('two', two(2));
    await run();
    assert.deepEqual(await triggers(), ['first on one', 'second on one']);

    await writeFunction(
      'refuse',
      refuse(
        'second before delete on one for each row execute function refuse();',
        'third before delete on two for each row execute function refuse();',
      ),
    );
    await writeFunction('two', two(2).replace(/grant.*;/, ''));
    await schema.setRevision(2);
    await run();
    assert.deepEqual(await triggers(), ['second on one', 'third on two']);
    const service = postgres(serviceUrl, { max: 1 });
    t.after(() => service.end());
    await assert.rejects(service`select two()`.execute(), { code: '42501' });

    // A table that a migration replaces has its triggers again, though no text has changed.
    await write(SECOND, 'drop table two; create table two (id bigint);');
    await run();
    assert.deepEqual(await triggers(), ['second on one', 'third on two']);

    await schema.remove('functions/refuse.sql');
    await schema.setRevision(3);
    await run();
    assert.deepEqual(await triggers(), []);
  });
});
