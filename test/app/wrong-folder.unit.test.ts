import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openCommandSession } from '../support/command-session.ts';
import { freshGround } from '../support/fresh-ground.ts';

const folder = mkdtempSync(join(tmpdir(), 'satchel-wrong-folder-'));
const dataDir = join(folder, 'data');
const session = openCommandSession({ ...process.env, SATCHEL_DATA_DIR: dataDir }, folder);
after(async () => {
  await session.end();
  rmSync(folder, { recursive: true });
});

const READING = [
  'books check',
  'alarms',
  'actions',
  'user list',
  'token list --user a@example.com',
  'client list --user a@example.com',
  'nwc list --user a@example.com',
  'payments pending',
  'unclaimed list',
  'jobs list',
  'proof checkpoint',
  'backup list',
  'backup now',
  'backup out.gz',
  'node',
];

test('a command in a folder without Satchel refuses, and leaves nothing there', async () => {
  for (const command of READING) {
    const { status, out, err } = await session.run(...command.split(' '));
    assert.equal(status, 1, command);
    assert.equal(out, '', command);
    assert.match(err, /there is no Satchel in the folder \S+data: change into its folder/, command);
    assert(!existsSync(dataDir), command);
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('a command in a database without Satchel refuses, and leaves nothing there', async (t) => {
  const { serviceUrl, sql } = await freshGround(t);
  const env = { ...process.env, SATCHEL_DATA_DIR: dataDir, SATCHEL_DATABASE_URL: serviceUrl };
  const other = openCommandSession(env, folder);
  t.after(() => other.end());
  for (const command of ['books check', 'alarms']) {
    const { status, err } = await other.run(...command.split(' '));
    assert.equal(status, 1);
    assert.match(err, /there is no Satchel in this database: check SATCHEL_DATABASE_URL/);
  }
  assert(!existsSync(dataDir));
  const tables = await sql`select from pg_tables where schemaname = 'public'`;
  assert.equal(tables.length, 0);
});

test('an unknown command is an error also where help is asked for', async () => {
  for (const command of [
    'nonsense --help',
    '--help nonsense',
    'user nonsense -h',
    'sim x --help',
  ]) {
    const { status, out, err } = await session.run(...command.split(' '));
    assert.deepEqual([status, out], [1, ''], command);
    assert.match(err, /unknown command '(nonsense|x)'/, command);
  }
  for (const command of ['--help', 'user --help', 'user add --help', 'backup --help']) {
    const { status, out } = await session.run(...command.split(' '));
    assert.equal(status, 0, command);
    assert.match(out, /^Usage: satchel /, command);
  }
});
