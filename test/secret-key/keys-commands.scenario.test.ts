import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { deriveKey } from '../../src/authorization/derived-key.ts';
import { unseal } from '../../src/authorization/sealed-box.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { field } from '../support/wallet-user.ts';

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const [FIRST, SECOND] = ['ab'.repeat(32), 'cd'.repeat(32)];
const ADA = 'ada@example.com';

const opened = await testDatabase({ after });
const owner = postgres(opened.ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());

/** How many wallet keys of connections this secret key opens. */
async function countOpened(secretKey: string): Promise<number> {
  const key = deriveKey(Buffer.from(secretKey, 'hex'), 'nwc wallet keys');
  const rows = await owner<{ id: string; sealed: Buffer }[]>`
    select device_id as id, wallet_secret_sealed as sealed from nwc_key`;
  return rows.filter(({ id, sealed }) => unseal(key, sealed, id) !== null).length;
}

/** Starts the program, or runs a command of it, that is expected to fail; returns what it says. */
async function failing(
  { env, dataDir }: RunningService,
  keys: Readonly<Record<string, string>>,
  ...command: readonly string[]
): Promise<string> {
  const args = [PROGRAM, ...command];
  const own = { ...env, SATCHEL_PORT: '0', SATCHEL_SECRET_KEY_OLD: '', ...keys };
  const ending = run(process.execPath, args, { env: own, cwd: dataDir });
  const error: unknown = await ending.catch((reason: unknown) => reason);
  return String(field(error, 'stderr'));
}

test('a secret key of the settings is replaced, and each wrong step is refused', async (t) => {
  const base = { ...databaseVariables(opened), SATCHEL_SECRET_KEY: FIRST };
  const service = await startService(base);
  t.after(() => service.dispose());
  const both = { SATCHEL_SECRET_KEY: SECOND, SATCHEL_SECRET_KEY_OLD: FIRST };
  await service.cli('user', 'add', '--email', ADA, '--password', 'a long password');
  await service.cli('nwc', 'add', '--user', ADA);
  assert.match(await failing(service, {}, 'keys', 'rotate'), /openssl rand -hex 32/);
  const early = await failing(service, both, 'keys', 'rotate');
  assert.match(early, /do not have both secret keys yet: all \(/);
  assert.match(await failing(service, { SATCHEL_SECRET_KEY: SECOND }, 'start'), /does not fit/);

  await service.end('SIGTERM');
  Object.assign(service.env, both);
  await service.start();
  await service.cli('nwc', 'add', '--user', ADA);
  assert.deepEqual([await countOpened(FIRST), await countOpened(SECOND)], [2, 0]);
  await service.runProgram('keys', 'rotate');
  assert.deepEqual([await countOpened(FIRST), await countOpened(SECOND)], [0, 2]);

  const onlyNew = { SATCHEL_SECRET_KEY: SECOND };
  assert.match(await failing(service, onlyNew, 'start'), /set SATCHEL_SECRET_KEY_OLD/);
  assert.match(await failing(service, { SATCHEL_SECRET_KEY: FIRST }, 'start'), /was replaced/);
  const swapped = { SATCHEL_SECRET_KEY: FIRST, SATCHEL_SECRET_KEY_OLD: SECOND };
  assert.match(await failing(service, swapped, 'start'), /are swapped/);
  await eventually('the service follows, and the old key ends', () =>
    service.runProgram('keys', 'end-old').catch(() => null),
  );

  await service.end('SIGTERM');
  Object.assign(service.env, { SATCHEL_SECRET_KEY_OLD: '' });
  await service.start();
  await service.cli('nwc', 'add', '--user', ADA);
  assert.deepEqual([await countOpened(FIRST), await countOpened(SECOND)], [0, 3]);
});

test('a secret key of the data folder is replaced by a new file beside it', async (t) => {
  const service = await startService();
  t.after(() => service.dispose());
  await service.cli('user', 'add', '--email', ADA, '--password', 'a long password');
  await service.cli('nwc', 'add', '--user', ADA);
  assert.deepEqual(await service.runProgram('keys', 'rotate'), { made_key: true });
  assert.match(await failing(service, {}, 'keys', 'rotate'), /do not have both secret keys yet/);
  await service.end('SIGKILL');
  await service.start();
  const rotated = await service.runProgram('keys', 'rotate');
  assert.equal(field(rotated, 'unreadable'), 0);
  await eventually('the old key ends', () =>
    service.runProgram('keys', 'end-old').catch(() => null),
  );
  assert.match(await failing(service, {}, 'keys', 'rotate'), /take the file secret-key-old out/);
});
