import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';
import { field, listOf, textField } from '../support/fields.ts';

const EMAIL = 'ann@example.com';

/** What LndHub adds to the commands that all protocols have in common. */
describe('satchel lndhub', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let env: NodeJS.ProcessEnv;

  const open = (more: NodeJS.ProcessEnv): CommandSession => {
    const session = openCommandSession({ ...env, ...more });
    cleanups.push(() => session.end());
    return session;
  };

  before(async () => {
    const { serviceUrl, ownerUrl } = await testDatabase({ after: (end) => cleanups.push(end) });
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    env = {
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
    };
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  test('1 prints what an app needs, as one text and in parts', async () => {
    const session = open({ SATCHEL_BASE_URL: 'https://wallet.example' });
    await session.run('user', 'add', '--email', EMAIL, '--password', 'correct horse', '--json');
    const { status, out, err } = await session.run('lndhub', 'add', '--user', EMAIL, '--json');
    assert.equal(status, 0, err);
    const added: unknown = JSON.parse(out);
    const [login, password] = [textField(added, 'login'), textField(added, 'password')];
    assert.deepEqual(added, {
      id: field(added, 'id'),
      url: `lndhub://${login}:${password}@https://wallet.example/lndhub/ext/`,
      login: 'wallet',
      password,
    });
    const scopes = ['--scopes', 'invoices:create invoices:read'];
    const receiving = await session.run('lndhub', 'add', '--user', EMAIL, ...scopes);
    assert.match(receiving.out, /^lndhub:\/\/invoice:[a-z2-7]{32}@https:\/\/wallet\.example\//);
    const listed = await session.run('lndhub', 'list', '--user', EMAIL, '--json');
    assert.equal(listOf(JSON.parse(listed.out)).length, 2);
    assert.ok(!listed.out.includes(password));
  });

  test('without a public URL, the address is where the service listens', async () => {
    const here = open({ SATCHEL_PORT: '3456', SATCHEL_HOST: '0.0.0.0' });
    const { out } = await here.run('lndhub', 'add', '--user', EMAIL);
    assert.match(out, /@http:\/\/localhost:3456\/lndhub\/ext\/$/m);
    const anywhere = open({ SATCHEL_PORT: '0' });
    const { status, err } = await anywhere.run('lndhub', 'add', '--user', EMAIL);
    assert.equal(status, 1);
    assert.match(err, /set SATCHEL_BASE_URL/);
  });

  test('switched off, nothing is added, and what is there can be listed', async () => {
    const off = open({ SATCHEL_LNDHUB: 'off', SATCHEL_BASE_URL: 'https://wallet.example' });
    const { status, err } = await off.run('lndhub', 'add', '--user', EMAIL);
    assert.equal(status, 1);
    assert.match(err, /SATCHEL_LNDHUB is off/);
    assert.equal((await off.run('lndhub', 'list', '--user', EMAIL)).status, 0);
  });
});
