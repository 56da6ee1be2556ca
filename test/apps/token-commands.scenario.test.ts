import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import type { Database } from '../../src/database/db.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';
import { field, textField } from '../support/fields.ts';

describe('commands for the budget of a token', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let session: CommandSession;
  let database: Database;

  before(async () => {
    const opened = await testDatabase({ after: (end) => cleanups.push(end) });
    const { serviceUrl, ownerUrl } = opened;
    database = opened.database;
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    session = openCommandSession({
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
      SATCHEL_PORT: '3999',
    });
    cleanups.push(() => session.end());
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
  const budgetOf = (answer: unknown) => {
    const budget = field(answer, 'budget');
    return [field(budget, 'limit'), field(budget, 'interval'), field(budget, 'expires_at')];
  };

  test('what a user wrote commands no terminal, and looks like no line of ours', async () => {
    const email = 'escapes@example.com';
    const name = '\u001b]0;pwned\u0007\u001b[2J\u202etxt\nsat_pat_x  forged  balance:read';
    await run('user', 'add', '--email', email, '--password', 'first password');
    const input = ['--user', email, '--scopes', 'balance:read'];
    assert.match(await refusal('token', 'add', ...input, '--name', name), /cannot be seen/);
    // As it was stored before names were looked at.
    const user = await createUserStore(database).findUserByEmail(email);
    await createTokenStore(database).addPersonalToken({
      id: 'old-token',
      userId: user?.id ?? '',
      tokenHash: new Uint8Array(32),
      name,
      scopes: ['balance:read'],
      createdAt: new Date(),
      expiresAt: null,
    });
    const { out } = await session.run('token', 'list', '--user', email);
    assert.equal(out.match(/\n/g)?.length, 1);
    assert.doesNotMatch(out.trimEnd(), /[\p{Cc}\p{Cf}]/u);
    assert.match(out, /\\u001b\]0;pwned\\u0007\\u001b\[2J\\u202etxt\\u000asat_pat_x/);
    const listed = await session.run('token', 'list', '--user', email, '--json');
    assert.doesNotMatch(listed.out.trimEnd(), /[\p{Cc}\p{Cf}]/u);
    const answer: unknown = JSON.parse(listed.out);
    assert(Array.isArray(answer));
    assert.equal(textField(answer[0], 'name'), name, 'programs read what is stored');
    const { err } = await session.run('token', 'list', '--user', `${name}@example.com`);
    assert.doesNotMatch(err.trimEnd(), /[\p{Cc}\p{Cf}]/u);
  });

  test('what is left out stays as it was, unless it is taken away in so many words', async () => {
    const email = 'a@example.com';
    await run('user', 'add', '--email', email, '--password', 'first password');
    const limits = ['--budget', '500', '--budget-interval', 'day', '--budget-expires-in', '3600'];
    const scopes = ['--scopes', 'payments:send'];
    const added = await run('token', 'add', '--user', email, ...scopes, ...limits);
    const id = textField(added, 'id');
    const [, , end] = budgetOf(added);
    assert.equal(typeof end, 'string');
    const change = (...options: string[]) => run('token', 'set-budget', id, ...options);
    assert.deepEqual(budgetOf(await change('--budget', '700')), [700, 'day', end]);
    const weekly = ['--budget', '800', '--budget-interval', 'week'];
    assert.deepEqual(budgetOf(await change(...weekly)), [800, 'week', end]);
    const later = budgetOf(await change('--budget', '800', '--budget-expires-in', '7200'));
    assert.notEqual(later[2], end);
    const endless = await change('--budget', '900', '--budget-never-expires');
    assert.deepEqual(budgetOf(endless), [900, 'week', null]);
    assert.equal(field(await change('--none'), 'budget'), null);
    assert.deepEqual(budgetOf(await change('--budget', '1')), [1, 'ever', null]);
    const both = ['--budget', '1', '--budget-never-expires', '--budget-expires-in', '5'];
    assert.match(await refusal('token', 'set-budget', id, ...both), /expires or never does/);
    const alone = await refusal('token', 'set-budget', id, '--budget-never-expires');
    assert.match(alone, /a budget needs its amount/);
  });

  test('above an amount it asks, with a limit or without one', async () => {
    const email = 'asks@example.com';
    await run('user', 'add', '--email', email, '--password', 'first password');
    const add = ['token', 'add', '--user', email, '--scopes', 'payments:send'];
    const ruleOf = (answer: unknown) => {
      const budget = field(answer, 'budget');
      return [field(budget, 'limit'), field(budget, 'ask_above'), field(budget, 'interval')];
    };
    const added = await run(...add, '--ask-above', '0');
    assert.deepEqual(ruleOf(added), [null, 0, 'ever']);
    const id = textField(added, 'id');
    const change = (...options: string[]) => run('token', 'set-budget', id, ...options);
    assert.deepEqual(ruleOf(await change('--budget', '700')), [700, 0, 'ever']);
    assert.deepEqual(ruleOf(await change('--ask-above', '50')), [700, 50, 'ever']);
    const { out } = await session.run('token', 'list', '--user', email);
    assert.match(out, /0 of 700 sat in total used, asks above 50 sat$/m);
    assert.deepEqual(ruleOf(await change('--budget', 'none')), [null, 50, 'ever']);
    assert.match((await session.run('token', 'list', '--user', email)).out, /no limit, asks above/);
    const set = ['token', 'set-budget', id];
    assert.match(await refusal(...set, '--ask-above', 'none'), /needs its amount/);
    assert.match(await refusal(...set, '--ask-above', ''), /ask above whole sats from 0/);
    assert.match(await refusal(...set, '--ask-above', '1.5'), /ask above whole sats from 0/);
    const renewing = ['--ask-above', '5', '--budget-interval', 'day'];
    assert.match(await refusal(...set, ...renewing), /an interval needs a limit/);
    assert.match(
      await refusal(...set, '--ask-above', '5', '--none'),
      /--ask-above <sats> or --none/,
    );
    assert.deepEqual(ruleOf(await change('--budget', '9', '--ask-above', 'none')), [
      9,
      null,
      'ever',
    ]);
    assert.equal(field(await change('--none'), 'budget'), null);
  });

  test('a token is revoked by an operator, whosever it is', async () => {
    await run('user', 'add', '--email', 'b@example.com', '--password', 'first password');
    const added = await run(
      ...['token', 'add', '--user', 'b@example.com', '--scopes', 'balance:read'],
    );
    const id = textField(added, 'id');
    assert.deepEqual(await run('token', 'revoke', id), { id, revoked: true });
    assert.match(await refusal('token', 'revoke', id), /there is no token/);
  });
});
