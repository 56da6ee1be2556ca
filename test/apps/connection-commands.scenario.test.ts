import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { WITH_PROTOCOLS } from '../support/test-protocol.ts';

const EMAIL = 'ann@example.com';
const ALL =
  'account:read balance:read invoices:create invoices:read transactions:read payments:send';

/** As an operator uses them, for each protocol. */
describe('commands for apps without OAuth', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let session: CommandSession;

  before(async () => {
    const { serviceUrl, ownerUrl } = await testDatabase({ after: (end) => cleanups.push(end) });
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const env = {
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
    };
    session = openCommandSession(env, undefined, WITH_PROTOCOLS);
    cleanups.push(() => session.end());
    await session.run('user', 'add', '--email', EMAIL, '--password', 'correct horse', '--json');
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const run = async (...args: string[]): Promise<unknown> => {
    const { status, out, err } = await session.run(...args, '--json');
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const refusal = async (...args: string[]): Promise<string> => {
    const { status, err } = await session.run(...args);
    assert.equal(status, 1);
    return err;
  };

  test('one may do everything without a limit, unless it is said', async () => {
    const added = await run('nwc', 'add', '--user', EMAIL);
    assert.match(textField(added, 'uri'), /^nwc:\/\//);
    const [listed, ...others] = listOf(await run('nwc', 'list', '--user', EMAIL));
    assert.deepEqual(others, []);
    assert.deepEqual(
      ['id', 'name', 'scopes', 'expires_at', 'last_used_at', 'last_refusal', 'budget'].map((name) =>
        field(listed, name),
      ),
      [field(added, 'id'), 'command line', ALL, null, null, null, null],
    );
    assert.equal(listOf(field(listed, 'devices')).length, 1);
  });

  test('what is said holds, and each protocol has its own', async () => {
    const limits = ['--budget', '5000', '--budget-interval', 'week', '--budget-expires-in', '90'];
    const asking = ['--ask-above', '250', ...limits];
    const input = ['--name', 'till', '--scopes', 'payments:send', '--expires-in', '60', ...asking];
    const added = await run('lndhub', 'add', '--user', EMAIL, ...input);
    const [listed, ...others] = listOf(await run('lndhub', 'list', '--user', EMAIL));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [field(listed, 'id'), field(listed, 'name'), field(listed, 'scopes')],
      [field(added, 'id'), 'till', 'payments:send'],
    );
    const budget = field(listed, 'budget');
    assert.deepEqual(
      ['limit', 'interval', 'ask_above'].map((name) => field(budget, name)),
      [5000, 'week', 250],
    );
    const lifeMs =
      Date.parse(textField(listed, 'expires_at')) - Date.parse(textField(listed, 'created_at'));
    assert.ok(lifeMs <= 60_000 && lifeMs > 0);
    const { out } = await session.run('lndhub', 'list', '--user', EMAIL);
    assert.match(
      out,
      /till {2}payments:send {2}until .* 0 of 5000 sat per week .*, asks above 250 sat {2}1 device/,
    );
  });

  test('revoked, it is gone from the list; once more does no harm', async () => {
    const id = textField(await run('nwc', 'add', '--user', EMAIL), 'id');
    for (const _ of ['once', 'once more']) {
      assert.deepEqual(await run('nwc', 'revoke', id), { id, revoked: true });
    }
    const listed = listOf(await run('nwc', 'list', '--user', EMAIL));
    assert.ok(listed.every((one) => field(one, 'id') !== id));
  });

  test('mistakes are refused in words', async () => {
    const [hub] = listOf(await run('lndhub', 'list', '--user', EMAIL));
    const id = textField(hub, 'id');
    assert.match(await refusal('nwc', 'revoke', id), /there is no connection/);
    assert.match(await refusal('nwc', 'revoke', 'x'), /there is no connection x/);
    const add = ['nwc', 'add', '--user'];
    assert.match(await refusal(...add, 'nobody@example.com'), /nobody@example\.com/);
    assert.match(await refusal(...add, EMAIL, '--scopes', 'all'), /unknown scope "all"/);
    assert.match(await refusal(...add, EMAIL, '--name', ' '), /a connection has a name/);
    assert.match(await refusal(...add, EMAIL, '--budget', '0'), /whole sats/);
    assert.match(await refusal(...add, EMAIL, '--budget-interval', 'day'), /needs its amount/);
    assert.match(await refusal(...add, EMAIL, '--expires-in', '-1'), /expires-in/);
  });
});
