import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { checkPersonName } from '../../src/authorization/name.ts';
import { checkProfile } from '../../src/users/profile.ts';
import { startPages } from '../support/page-world.ts';

/** Each name with what becomes of it where it was given before names like it were refused. */
const LIKE_ADDRESSES = [
  ['Lin · lin@wallet.example', 'Lin lin wallet.example'],
  ['lin\uff20wallet.example', 'lin wallet.example'],
  ['lin\ufe6bwallet.example', 'lin wallet.example'],
  ['lin\u24d0wallet.example', 'lin wallet.example'],
  ['Lin · Sam', 'Lin Sam'],
  ['Lin·Sam', 'Lin Sam'],
  ['Lin • Sam', 'Lin Sam'],
  ['Lin \u30fb Sam', 'Lin Sam'],
  ['Lin \uff65 Sam', 'Lin Sam'],
  ['@', null],
] as const;

const NAMES = ['Lin', 'Marcel·la', 'MARCEL·LÍ', 'ジョン・スミス', 'O’Neil, Jr.', 'a-b.c'] as const;

const MIGRATION = readdirSync('migrations')
  .filter((name) => name.endsWith('-names-unlike-addresses.sql'))
  .map((name) => readFileSync(`migrations/${name}`, 'utf8'))
  .join('');

test('a name of a person is no address, and no two parts of a line', () => {
  for (const [name] of LIKE_ADDRESSES) {
    assert.equal(checkPersonName(name, 200).ok, false, name);
    assert.equal(checkProfile({ name }).ok, false, name);
  }
  for (const name of NAMES) {
    assert.deepEqual(checkPersonName(name, 200), { ok: true, value: name });
  }
});

test('no dot of any script separates parts of a name', () => {
  for (const dot of ['\u16eb', '\u2e33', '\u318d', '\ua78f', '\u{10101}']) {
    for (const name of [`Lin ${dot} Sam`, `Lin${dot}Sam`]) {
      assert.equal(checkPersonName(name, 200).ok, false, JSON.stringify(name));
    }
  }
});

test('letters without a picture are invisible; variation selectors are not', () => {
  for (const unseen of ['\u3164', '\uffa0', '\u115f', '\u2800', '\u034f']) {
    assert.equal(checkPersonName(`Lin${unseen}`, 200).ok, false, JSON.stringify(unseen));
  }
  for (const name of ['\u2764\ufe0f', '葛\u{e0100}城']) {
    assert.deepEqual(checkPersonName(name, 200), { ok: true, value: name });
  }
});

test('the upgrade takes the signs of addresses out of the names that there are', async () => {
  const world = await startPages({ after });
  const names = [...LIKE_ADDRESSES, ...NAMES.map((name) => [name, name] as const)];
  const ids = [];
  for (const [name] of names) {
    const { user } = (await world.addVisitor()).api;
    await world.deps.users.updateUser(user.id, { name });
    ids.push(user.id);
  }
  const superuser = postgres(world.superuserUrl, { max: 1 });
  try {
    await superuser.unsafe(MIGRATION);
  } finally {
    await superuser.end();
  }
  for (const [index, id] of ids.entries()) {
    const [before, expected] = names[index] ?? [];
    const user = await world.deps.users.findUser(id);
    const name = user?.name ?? null;
    assert.equal(name, expected, before);
    assert(name === null || checkPersonName(name, 200).ok);
  }
});
