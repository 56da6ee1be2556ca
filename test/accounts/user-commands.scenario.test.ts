import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createArgon2Hasher } from '../../src/accounts/libraries/argon2.ts';
import { type AccountStores, createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { newPerson } from '../support/account-people.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';
import { field, textField } from '../support/fields.ts';
import { startMailServer } from '../support/mail-server.ts';
import { freePort } from '../support/running-service.ts';

/** As an operator uses them, beside a database that others use too. */
describe('commands for people', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let stores: AccountStores;
  let session: CommandSession;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    const { database, serviceUrl, ownerUrl } = await testDatabase({
      after: (end) => cleanups.push(end),
    });
    stores = createAccountStores(database);
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    environment = {
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
      SATCHEL_PORT: '3999',
    };
    session = openCommandSession(environment);
    cleanups.push(() => session.end());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const run = async (...args: string[]): Promise<unknown> => {
    const { status, out, err } = await session.run('user', ...args, '--json');
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const refusal = async (...args: string[]): Promise<string> => {
    const { status, err } = await session.run('user', ...args);
    assert.equal(status, 1);
    return err;
  };
  const tokenOf = (answer: unknown): Uint8Array =>
    hashToken(textField(answer, 'link').split('?token=')[1] ?? '');
  const addUser = async (email: string) =>
    run('add', '--email', email, '--password', 'first password');

  test('set, show and take away limits of custody', async () => {
    const named = ['--user', 'limits@example.com'];
    await addUser('limits@example.com');
    const limitsOf = (answer: unknown) =>
      ['max_balance', 'max_send_day'].map((name) => field(answer, name));
    const set = await run('set', ...named, '--max-balance', '1000', '--max-send-day', '200');
    assert.deepEqual(limitsOf(set), [1000, 200]);
    assert.deepEqual(limitsOf(await run('set', ...named, '--max-balance', 'none')), [null, 200]);
    assert.deepEqual(limitsOf(await run('show', ...named)), [null, 200]);
    const list = await session.run('user', 'list');
    assert.match(list.out, /limits@example.com .* sends up to 200 sat a day/);
    const gone = await run('set', ...named, '--max-send-day', 'default');
    assert.deepEqual(limitsOf(gone), [null, null]);
    for (const bad of ['0', '-1', '1.5', 'lots', '2100000000000001']) {
      assert.match(await refusal('set', ...named, '--max-balance', bad), /a limit is whole sats/);
    }
  });

  test('an invitation is a link to the pages', async () => {
    const answer = await run('invite', '--email', 'Ada@example.com', '--admin');
    assert.match(
      textField(answer, 'link'),
      /^http:\/\/127\.0\.0\.1:3999\/invitation\?token=[\w-]{43}$/,
    );
    assert.deepEqual([field(answer, 'mailed'), field(answer, 'admin')], [false, true]);
    const link = await stores.links.findLink(tokenOf(answer), new Date());
    assert.deepEqual(
      [link?.kind, link?.email, link?.makesAdmin],
      ['invitation', 'ada@example.com', true],
    );
    assert.equal(link?.expiresAt.toISOString(), textField(answer, 'expires_at'));
    const anybody = await run('invite');
    const open = await stores.links.findLink(tokenOf(anybody), new Date());
    assert.deepEqual([open?.email, open?.makesAdmin], [null, false]);
  });

  test('for people a link stands alone on its line', async () => {
    const { out } = await session.run('user', 'invite');
    const [first, second] = out.split('\n');
    assert.match(first ?? '', /^http:\S+token=[\w-]{43}$/);
    assert.match(second ?? '', /^works once, until /);
  });

  test('a user who is there is not invited', async () => {
    await addUser('there@example.com');
    assert.match(
      await refusal('invite', '--email', 'there@example.com'),
      /^satchel: there is a user with there@example\.com already\n$/,
    );
    assert.match(await refusal('invite', '--email', 'nonsense'), /is not an e-mail address/);
  });

  test('a new user whose address name is refused is not added', async () => {
    const add = ['add', '--password', 'first password', '--address'];
    const user = await run(...add, 'grace', '--email', 'grace@example.com');
    assert.equal(textField(user, 'lightning_address'), 'grace@127.0.0.1:3999');
    const email = ['--email', 'hopper@example.com'];
    assert.match(await refusal(...add, 'grace', ...email), /belongs, or belonged, to another/);
    assert.match(await refusal(...add, 'no name', ...email), /small letters and digits/);
    const other = await run(...add, 'hopper', ...email);
    assert.equal(textField(other, 'lightning_address'), 'hopper@127.0.0.1:3999');
  });

  test('a new password is given as a link, or at once', async () => {
    const email = 'reset@example.com';
    await addUser(email);
    const answer = await run('reset-password', '--email', email, '--remove-second-factor');
    const link = await stores.links.findLink(tokenOf(answer), new Date());
    assert.deepEqual([link?.kind, link?.removesSecondFactor], ['password_reset', true]);
    const before = await stores.credentials.findCredentials(email);
    assert(
      await createArgon2Hasher(systemRandom).verify(before?.passwordHash ?? '', 'first password'),
    );
    await run('reset-password', '--email', email, '--password', 'second password');
    const after = await stores.credentials.findCredentials(email);
    assert(
      await createArgon2Hasher(systemRandom).verify(after?.passwordHash ?? '', 'second password'),
    );
    assert.equal(after?.sessionEpoch, 2, 'sessions end with the old one');
    assert.equal(await stores.links.findLink(tokenOf(answer), new Date()), null);
    assert.match(await refusal('reset-password', '--email', 'nobody@example.com'), /no user/);
    const both = ['--password', 'third password', '--remove-second-factor'];
    assert.match(await refusal('reset-password', '--email', email, ...both), /goes with a link/);
  });

  test('a password comes by the input, where no list of processes shows it', async () => {
    const email = 'piped@example.com';
    const main = new URL('../../src/main.ts', import.meta.url).pathname;
    const runWith = async (input: string, ...args: string[]) => {
      const all = [main, 'user', ...args, '--email', email, '--password-stdin'];
      const child = spawn(process.execPath, all, { env: environment, stdio: 'pipe' });
      const ended = once(child, 'close');
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += String(chunk);
      });
      child.stdout.resume();
      child.stdin.end(input);
      await ended;
      return { status: child.exitCode, stderr };
    };
    const added = await runWith('first password\n', 'add');
    assert.equal(added.status, 0, added.stderr);
    const isPassword = async (password: string): Promise<boolean> => {
      const found = await stores.credentials.findCredentials(email);
      return createArgon2Hasher(systemRandom).verify(found?.passwordHash ?? '', password);
    };
    assert(await isPassword('first password'));
    assert.equal((await runWith('second password', 'reset-password')).status, 0);
    assert(await isPassword('second password'));
    const nothing = await runWith('', 'reset-password');
    assert.deepEqual([nothing.status, /no password on the input/.test(nothing.stderr)], [1, true]);
    assert.match(await refusal('add', '--email', 'x@example.com'), /use --password-stdin or/);
    const both = ['--password', 'third password', '--password-stdin'];
    assert.match(
      await refusal('reset-password', '--email', email, ...both),
      /either --password or/,
    );
  });

  test('a user is switched off and on', async () => {
    const email = 'switched@example.com';
    await addUser(email);
    assert.equal(field(await run('disable', '--email', email), 'disabled'), true);
    assert.equal((await stores.credentials.findCredentials(email))?.sessionEpoch, 2);
    assert.equal(field(await run('enable', '--email', email), 'disabled'), false);
    assert.match(await refusal('enable', '--email', 'nobody@example.com'), /no user/);
  });

  test('a user without an e-mail address is named by identifier or address name', async () => {
    const user = newPerson({ email: null, createdAt: new Date() });
    assert.equal(await stores.users.insertUser(user), 'inserted');
    const named = await run('set', '--user', user.identifier, '--address', 'no.mailbox');
    assert.deepEqual([field(named, 'email'), field(named, 'id')], [null, user.id]);
    for (const text of [user.identifier, 'No.Mailbox']) {
      assert.equal(field(await run('show', '--user', text), 'id'), user.id);
      assert.equal(field(await run('disable', '--email', text), 'disabled'), true);
      assert.equal(field(await run('enable', '--email', text), 'disabled'), false);
      const link = await run('reset-password', '--email', text);
      assert.equal(field(link, 'email'), null);
      const made = await stores.links.findLink(tokenOf(link), new Date());
      assert.equal(made?.userId, user.id);
      const token = ['token', 'add', '--user', text, '--scopes', 'balance:read'];
      assert.equal((await session.run(...token)).status, 0);
    }
    const set = ['user', 'reset-password', '--email', user.identifier, '--password', 'a new one'];
    assert.equal(
      (await session.run(...set)).out,
      `changed ${user.identifier} (${user.identifier})\n`,
    );
    const list = await session.run('user', 'list');
    assert.match(list.out, new RegExp(`^-  ${user.identifier}$`, 'm'));
    assert.doesNotMatch(list.out, /null/);
    assert.match(await refusal('show', '--user', 'nobody'), /there is no user with nobody/);
  });

  test('with a mail server the link goes out and is not shown', async (t) => {
    const mail = await startMailServer(t);
    const mailing = openCommandSession({
      ...environment,
      SATCHEL_SMTP_URL: mail.url,
      SATCHEL_AUTH_URL: 'https://pages.example/',
    });
    t.after(() => mailing.end());
    const { status, out } = await mailing.run(
      'user',
      'invite',
      '--email',
      'm@example.com',
      '--json',
    );
    assert.equal(status, 0);
    const answer: unknown = JSON.parse(out);
    assert.deepEqual([field(answer, 'mailed'), field(answer, 'link')], [true, null]);
    const [received] = mail.received();
    assert.match(received ?? '', /^From: satchel@pages\.example$/m);
    assert.match(received ?? '', /^To: m@example\.com$/m);
    assert.match(received ?? '', /https:\/\/pages\.example\/invitation\?token=/);
  });

  test('what the operator does to an account is told to its owner', async (t) => {
    const mail = await startMailServer(t);
    const email = 'told@example.com';
    await addUser(email);
    const mailing = openCommandSession({ ...environment, SATCHEL_SMTP_URL: mail.url });
    t.after(() => mailing.end());
    const set = ['user', 'reset-password', '--email', email, '--password', 'second password'];
    assert.equal((await mailing.run(...set)).status, 0);
    const wanted = ['--user', email, '--name', 'till', '--scopes'];
    assert.equal((await mailing.run('token', 'add', ...wanted, 'balance:read')).status, 0);
    assert.equal((await mailing.run('token', 'add', ...wanted, 'payments:send')).status, 0);
    const subjects = mail.received().map((text) => /^Subject: (.*)$/m.exec(text)?.[1]);
    assert.deepEqual(subjects, [
      'Your password was changed at 127.0.0.1:3999',
      'A token that can spend was created at 127.0.0.1:3999',
    ]);
  });

  test('a mail server that is away is said, and the link shown', async (t) => {
    const mailing = openCommandSession({
      ...environment,
      SATCHEL_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    });
    t.after(() => mailing.end());
    const { out, err } = await mailing.run('user', 'invite', '--email', 'n@example.com');
    assert.match(out, /^http:\S+token=/);
    assert.match(out, /^the mail with it has not left yet; it is tried again until \d{4}-/m);
    assert.match(err, /a mail could not be sent/);
  });

  test('where no one knows the address of the pages, there are no links', async (t) => {
    const lost = openCommandSession({ ...environment, SATCHEL_PORT: '0' });
    t.after(() => lost.end());
    const { status, err } = await lost.run('user', 'invite');
    assert.equal(status, 1);
    assert.match(err, /set SATCHEL_AUTH_URL/);
  });
});
