import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';
import { field, listOf, textField } from '../support/fields.ts';

const EMAIL = 'ann@example.com';

/** As an operator uses them, beside a database that others use too. */
describe('commands for apps', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let session: CommandSession;

  before(async () => {
    const { serviceUrl, ownerUrl } = await testDatabase({ after: (end) => cleanups.push(end) });
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    session = openCommandSession({
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
    });
    cleanups.push(() => session.end());
    await session.run('user', 'add', '--email', EMAIL, '--password', 'correct horse', '--json');
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const run = async (...args: string[]): Promise<unknown> => {
    const { status, out, err } = await session.run('client', ...args, '--json');
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const ADDRESSES = ['--url', 'https://app.example', '--callback', 'https://app.example/cb'];
  const add = (...options: string[]) =>
    run('add', '--user', EMAIL, '--name', 'App', ...ADDRESSES, ...options);
  const list = async () => listOf(await run('list', '--user', EMAIL));

  test('an app with a secret, and a public one without', async () => {
    const added = await add();
    assert.match(textField(added, 'client_id'), /^[A-Za-z0-9]{10}$/);
    assert.match(textField(added, 'client_secret'), /^[A-Za-z0-9]{43}$/);
    const open = await add('--public', '--s256-only', '--issuer');
    assert.equal(field(open, 'client_secret'), null);
    const [first, second] = await list();
    assert.equal(field(first, 'client_id'), field(added, 'client_id'));
    const switches = (app: unknown): readonly unknown[] =>
      ['public', 's256_only', 'issuer'].map((name) => field(app, name));
    assert.deepEqual(switches(first), [false, false, false]);
    assert.deepEqual(switches(second), [true, true, true]);
    assert(!JSON.stringify([first, second]).includes(textField(added, 'client_secret')));
  });

  test('another secret, for apps that have one', async () => {
    const [confidential, open] = await list();
    const rotated = await run('rotate', textField(confidential, 'client_id'));
    assert.match(textField(rotated, 'client_secret'), /^[A-Za-z0-9]{43}$/);
    const { status, err } = await session.run('client', 'rotate', textField(open, 'client_id'));
    assert.notEqual(status, 0);
    assert.match(err, /a public client has no secret/);
  });

  test('removed is gone, once', async () => {
    const [first] = await list();
    const id = textField(first, 'client_id');
    assert.deepEqual(await run('remove', id), { client_id: id, removed: true });
    assert.equal((await list()).length, 1);
    const again = await session.run('client', 'remove', id);
    assert.notEqual(again.status, 0);
    assert.match(again.err, /there is no client/);
  });

  test('bad addresses and names are refused with one clear sentence', async () => {
    const bad = [
      ['App', 'https://app.example', 'https://evil.example/cb'],
      ['App', 'http://app.example', 'http://app.example/cb'],
      ['App', 'http://localhost', 'http://localhost/cb'],
      ['  ', 'https://app.example', 'https://app.example/cb'],
    ] as const;
    for (const [name, url, callback] of bad) {
      const named = ['--user', EMAIL, '--name', name, '--url', url, '--callback', callback];
      const { status, err } = await session.run('client', 'add', ...named);
      assert.notEqual(status, 0);
      assert.match(err, /^satchel: [^\n]{10,}\n$/);
    }
    assert.equal((await list()).length, 1);
  });
});
