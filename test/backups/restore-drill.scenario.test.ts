import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type RunningService, startService } from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import {
  addWalletUsers,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

/**
 * The drill that operators should do as well: a backup that the service made by itself, encrypted,
 * is restored into an empty folder, and a service starts on it with the same books.
 */

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
/** So long that it comes due once: the first slot begins with the first start. */
const EVERY_SEC = 86_400;

let folder = '';
let first: RunningService;
let second: RunningService | null = null;
let users: readonly WalletUser[] = [];
let variables: Readonly<Record<string, string>> = {};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  const keyFile = join(folder, 'backup-key');
  await writeFile(keyFile, 'c4'.repeat(32), { mode: 0o600 });
  variables = {
    SATCHEL_BACKUP_EVERY: String(EVERY_SEC),
    SATCHEL_BACKUP_KEEP: '1',
    SATCHEL_BACKUP_FOLDER: join(folder, 'backups'),
    SATCHEL_BACKUP_KEY_FILE: keyFile,
  };
  first = await startService(variables, { database: 'embedded' });
  users = await addWalletUsers(first, 2);
});
after(async () => {
  await second?.end('SIGTERM');
  await first.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Making and verifying a backup starts several programs, which takes long on a busy machine. */
const BACKUP_LIMIT_MS = 180_000;

const listed = async (service: RunningService): Promise<readonly unknown[]> => {
  const backups = field(await service.cli('backup', 'list'), 'backups');
  assert(Array.isArray(backups));
  return backups;
};

const balances = (): Promise<readonly number[]> =>
  Promise.all(users.map((user) => user.balanceSat()));

test('the service makes a backup by itself, and verifies it by restoring it', async () => {
  await untilPasses(async () => {
    const [backup] = await listed(first);
    assert.equal(field(backup, 'verified'), 'restored', first.output());
  }, BACKUP_LIMIT_MS);
  const answer = await first.cli('backup', 'list');
  assert.equal(field(answer, 'overdue'), false);
  assert.equal(field(answer, 'every_seconds'), EVERY_SEC);
});

test('the next one is restored into an empty folder, and the books are the same', async () => {
  const [ann, bob] = users;
  assert(ann !== undefined && bob !== undefined);
  await fund(first, ann, 5000);
  const invoice = await bob.post('/invoices', { amount: 1200 });
  const paid = await ann.post('/payments/bolt11', {
    invoice: textField(invoice.body, 'payment_request'),
  });
  assert.equal(paid.status, 200);
  const had = await balances();
  assert.deepEqual(had, [3800, 1200]);
  const made = await first.runProgram('backup', 'now');
  const path = textField(made, 'path');
  assert.deepEqual([field(made, 'verified'), field(made, 'encrypted')], ['restored', true]);
  assert.deepEqual(await readdir(join(folder, 'backups')), [textField(made, 'file')]);
  const books = await first.cli('books', 'check');
  const network = await nodeOf(first);
  // The simulated network lives on, as the real one would.
  await first.end('SIGKILL');

  const dataDir = join(folder, 'restored');
  const env = { ...first.env, ...network, SATCHEL_DATA_DIR: dataDir };
  const restore = (others: NodeJS.ProcessEnv) =>
    run(process.execPath, [PROGRAM, 'restore', path, '--json'], { env: { ...env, ...others } });
  await assert.rejects(restore({ SATCHEL_BACKUP_KEY_FILE: '' }), /must name its key/);
  const restored: unknown = JSON.parse((await restore({})).stdout);
  assert.equal(field(restored, 'books_ok'), true);

  const port = first.env['SATCHEL_PORT'];
  assert(port !== undefined);
  second = await startService(
    { ...variables, ...network, SATCHEL_DATA_DIR: dataDir, SATCHEL_PORT: port },
    { database: 'embedded' },
  );
  const checked = await second.cli('books', 'check');
  assert.equal(field(checked, 'ok'), true);
  assert.equal(numberField(checked, 'transfers'), numberField(books, 'transfers'));
  assert.deepEqual(await balances(), had);
});
