import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARRAY_OF, type Query, queryTag, type Sql } from '../../src/database/sql.ts';

const sent: Query[] = [];
const sql = queryTag(async (query) => {
  sent.push(query);
  return Object.assign([], { count: 0, command: 'SELECT' });
});

type Plain = string | bigint | boolean | Date | Uint8Array | readonly string[] | null;
type Asked = Plain | ReturnType<Sql['array']> | ReturnType<Sql['unsafe']> | ReturnType<Sql>;

/** One template, as a function that is called again and again has it. */
const ask = (value: Asked) => sql`select ${value} as first, ${'b'}`;

async function send(value: Asked): Promise<Query> {
  await ask(value);
  const query = sent.at(-1);
  assert(query !== undefined);
  return query;
}

test('a template is sent with the types of the values that it has this time', async () => {
  const at = new Date('2030-01-01T00:00:00.000Z');
  const list = sql.array([1n, 2n], ARRAY_OF.bigint);
  for (const [value, type, parameter] of [
    ['a', '', 'a'],
    [null, '', null],
    [5n, '::bigint', '5'],
    [6n, '::bigint', '6'],
    [true, '::boolean', 'true'],
    [at, '::timestamptz', at.toISOString()],
    [new Uint8Array([1]), '::bytea', Buffer.from([1])],
    [list, '::bigint[]', ['1', '2']],
    [['a', 'b'], '', ['a', 'b']],
    ['c', '', 'c'],
  ] as const) {
    const { text, values } = await send(value);
    assert.equal(text, `select $1${type} as first, $2`);
    assert.deepEqual(values, [parameter, 'b']);
  }
});

test('a template with a part of its text is sent with that of this time', async () => {
  assert.equal((await send(sql('user'))).text, 'select "user" as first, $1');
  assert.equal((await send(sql`now() + ${1n}`)).text, 'select now() + $1::bigint as first, $2');
  assert.equal((await send(sql.unsafe('null'))).text, 'select null as first, $1');
  assert.deepEqual((await send(sql('user'))).values, ['b']);
});

test('texts have names of their own, and keep them', async () => {
  const names = [await send('a'), await send(1n), await send('b'), await send(sql('user'))].map(
    ({ name }) => name,
  );
  assert.equal(names[0], names[2]);
  assert.equal(new Set(names).size, 3);
});
