import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { NostrEvent } from 'nostr-tools/pure';
import { request } from 'undici';
import type { BackupPart } from '../../src/backups/backup.ts';
import { readBackupFile, writeBackupFile } from '../../src/backups/io/backup-file.ts';
import { openRelayApp, type RelayApp } from '../support/nwc/relay-app.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import {
  type Answer,
  addWalletUsers,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

async function* withRevision(
  parts: AsyncIterable<BackupPart>,
  revision: number | undefined,
): AsyncGenerator<BackupPart> {
  for await (const part of parts) {
    if (part.kind !== 'manifest') yield part;
    else {
      const { function_revision: _, ...others } = part.manifest;
      const manifest = revision === undefined ? others : { ...others, function_revision: revision };
      yield { kind: 'manifest', manifest };
    }
  }
}

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const START_SAT = 50_000;

/**
 * What docs/operating.md says of backups, done: taken while payments run, restored elsewhere on the
 * same node, which went on meanwhile.
 */
describe('a backup is taken, the machine is lost, and the backup is restored', () => {
  let first: RunningService;
  let second: RunningService | null = null;
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let folder = '';
  let users: readonly WalletUser[] = [];
  const [ann, bob] = [() => person(0), () => person(1)];

  const person = (place: number): WalletUser => {
    const user = users[place];
    assert(user !== undefined);
    return user;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    await chmod(folder, 0o711);
    first = await startService({ SATCHEL_PAYMENT_WAIT: '20' }, { database: 'embedded' });
    users = await addWalletUsers(first, 2);
    await fund(first, ann(), START_SAT);
    await fund(first, bob(), START_SAT);
    const added = await first.cli('nwc', 'add', '--user', bob().email);
    app = await openRelayApp(cleanup, textField(added, 'uri'));
  });
  after(async () => {
    for (const end of cleanups) end();
    await second?.end('SIGTERM');
    await first.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const asked: NostrEvent[] = [];
  let app: RelayApp;
  /** A request whose payment waits for approval when the backup is taken, and its app. */
  let waiting: { readonly app: RelayApp; readonly event: NostrEvent } | null = null;

  const externalBill = async (amountSat: number): Promise<string> => {
    const made = await (await first.simulator()).invoice({ amountSat });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const pay = (user: WalletUser, invoice: string): Promise<Answer> =>
    user.post('/payments/bolt11', { invoice });
  const payExternal = async (user: WalletUser, amountSat: number): Promise<Answer> =>
    await pay(user, await externalBill(amountSat));
  const payWithin = async (from: WalletUser, to: WalletUser, amount: number): Promise<Answer> =>
    await pay(from, textField((await to.post('/invoices', { amount })).body, 'payment_request'));
  const command = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [PROGRAM, ...args, '--json'], { env });
    return JSON.parse(stdout);
  };

  /** Asks for a payment of Bob's that he has to approve first. */
  const askForApproval = async () => {
    const added = await first.cli('nwc', 'add', '--user', bob().email, '--ask-above', '20');
    const asking = await openRelayApp(cleanup, textField(added, 'uri'));
    const event = asking.request('pay_invoice', { invoice: await externalBill(30) });
    assert.equal((await asking.socket.publish(event))[2], true);
    await untilPasses(async () => {
      const open = await asking.call('list_transactions', { unpaid: true, type: 'outgoing' });
      assert(JSON.stringify(open.result).includes('"pending"'));
    });
    return { app: asking, event };
  };

  /** What lies on the disk when the first machine is gone, and what the world remembers. */
  let file = '';
  let rows = 0;
  let transfersAtMost = 0;
  let paidLater = '';
  let openInvoice = '';

  test('it is written while payments run', async () => {
    openInvoice = textField(
      (await ann().post('/invoices', { amount: 700 })).body,
      'payment_request',
    );
    let isOver = false;
    const busy = Promise.all(
      [ann(), bob()].map(async (user, place, both) => {
        for (let turn = 0; !isOver; turn += 1) {
          const other = both[1 - place] ?? user;
          const answer = await (turn % 2 === 0 ? payWithin(user, other, 3) : payExternal(user, 2));
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
        }
      }),
    );
    waiting = await askForApproval();
    const backup = await first.runProgram('backup', folder);
    isOver = true;
    await busy;
    file = textField(backup, 'file');
    rows = numberField(backup, 'rows');
    assert(file.startsWith(folder));
    assert.equal(field(backup, 'secret_key'), true);
    transfersAtMost = numberField(await first.cli('books', 'check'), 'transfers');
  });

  test('the service goes on, and then it is gone', async () => {
    const bill = await externalBill(1000);
    const paid = await pay(ann(), bill);
    assert.equal(paid.status, 200);
    paidLater = textField(paid.body, 'payment_hash');
    const nodes = await (await first.simulator()).nodes();
    assert(nodes.ok);
    const pubkey = nodes.value.find(({ alias }) => alias === 'alice')?.pubkey;
    asked.push(app.request('pay_invoice', { invoice: await externalBill(30) }));
    asked.push(app.request('pay_keysend', { amount: 40_000, pubkey }));
    for (const event of asked) assert.equal((await app.ask(event)).code, null);
    const network = await first.simulator();
    await first.end('SIGKILL');
    // The invoice stays open at the node, and is paid while no one listens.
    assert((await network.pay({ bolt11: openInvoice })).ok);
  });

  test('backups of a newer program, and from before the first release, are refused', async () => {
    const env = { ...first.env, SATCHEL_DATA_DIR: join(folder, 'none') };
    const altered: readonly (readonly [revision: number | undefined, complaint: RegExp])[] = [
      [1_000_000, /of a newer Satchel than this one/],
      [undefined, /from before release 0\.1/],
    ];
    for (const [revision, complaint] of altered) {
      const other = join(folder, `altered-${revision}`);
      await writeBackupFile(other, withRevision(readBackupFile(file), revision));
      await assert.rejects(command(env, 'restore', other), complaint);
    }
  });

  test('restored elsewhere, all of it is there', async () => {
    const dataDir = join(folder, 'data');
    const variables = { ...(await nodeOf(first)), SATCHEL_DATA_DIR: dataDir };
    const env = { ...first.env, ...variables };
    const restored = await command(env, 'restore', file);
    assert.equal(field(restored, 'rows'), rows);
    assert.equal(field(restored, 'books_ok'), true);
    const port = first.env['SATCHEL_PORT'];
    assert(port !== undefined);
    second = await startService({ ...variables, SATCHEL_PORT: port }, { database: 'embedded' });
    const transfers = numberField(await second.cli('books', 'check'), 'transfers');
    assert(transfers > 2 && transfers <= transfersAtMost + 1, 'and what came in meanwhile');
  });

  test('nothing leaves, all else goes on', async () => {
    const refused = await payExternal(ann(), 5);
    assert.deepEqual([refused.status, field(refused.body, 'code')], [500, 6]);
    assert.match(textField(refused.body, 'message'), /stopped at the moment/);
    assert.equal((await payWithin(bob(), ann(), 5)).status, 200);
    const health = await (await request(`${running().baseUrl}/health`)).body.json();
    const { comparing_since: since, ...rest } = health as Record<string, unknown>;
    assert.deepEqual(rest, { status: 'ok', outside_payments: 'stopped' });
    assert.equal(typeof since, 'string');
  });

  test('what came in since is credited by the ordinary way', async () => {
    await untilPasses(async () => {
      const { body } = await ann().get('/invoices/incoming');
      assert(JSON.stringify(body).includes(openInvoice), 'the invoice that was paid meanwhile');
    });
  });

  test('what was paid since is found at the node, listed, and not sent again', async () => {
    const report = () => running().cli('node');
    await untilPasses(async () => {
      assert.notEqual(field(field(await report(), 'comparison'), 'compared_at'), null);
    });
    const comparison = field(await report(), 'comparison');
    const differences = field(comparison, 'differences');
    assert(Array.isArray(differences));
    assert(differences.some((one) => textField(one, 'payment_hash') === paidLater));
    // Alarms are raised after the comparison was saved, one by one.
    await untilPasses(async () => {
      const alarms = JSON.stringify(await running().cli('alarms'));
      assert(alarms.includes('payment_not_in_books') && alarms.includes(paidLater));
    });
    const compared = await running().cli('node', 'compare');
    assert.equal(field(compared, 'due'), true);
  });

  test('after a person has released it, payments leave again', async () => {
    assert.equal(field(await running().cli('node', 'release'), 'released'), true);
    await untilPasses(async () => assert.equal((await payExternal(ann(), 5)).status, 200));
    assert.equal(field(field(await running().cli('node'), 'outside_payments'), 'stopped'), false);
    await assert.rejects(running().cli('node', 'release'), /nothing waits/);
    assert.equal(field(await running().cli('books', 'check'), 'ok'), true);
    await untilPasses(async () => assert.deepEqual(await running().cli('payments', 'pending'), []));
  });

  test('17: what an app had asked for before is not paid again, whoever sends it again', async () => {
    const again = await app.at(`${running().baseUrl.replace(/^http/, 'ws')}/relay`);
    const balanceSat = await bob().balanceSat();
    for (const event of asked) assert.equal((await again.ask(event)).code, 'OTHER');
    assert.equal(await bob().balanceSat(), balanceSat);
    assert.equal((await again.call('get_balance')).code, null);
    assert(waiting !== null);
    const other = await waiting.app.at(`${running().baseUrl.replace(/^http/, 'ws')}/relay`);
    assert.equal((await other.ask(waiting.event)).code, 'OTHER', 'it waited for approval');
    assert.equal(await bob().balanceSat(), balanceSat);
  });

  test('money for no known user is listed, and assigned to its owner once', async () => {
    const pubkey = textField(field(await running().cli('node'), 'node'), 'pubkey');
    const network = await first.simulator();
    assert((await network.keysend({ amountSat: 21, to: pubkey, records: {} })).ok);
    let id = '';
    await untilPasses(async () => {
      const listed = await running().cli('unclaimed', 'list');
      assert(Array.isArray(listed) && listed.length === 1);
      id = textField(listed[0], 'id');
    });
    const had = await bob().balanceSat();
    const assigned = await running().cli('unclaimed', 'assign', id, '--user', bob().email);
    assert.equal(field(assigned, 'amount'), 21);
    assert.equal(await bob().balanceSat(), had + 21);
    assert.deepEqual(await running().cli('unclaimed', 'list'), []);
    const again = running().cli('unclaimed', 'assign', id, '--user', ann().email);
    await assert.rejects(again, /assigned to .* already/);
    assert.equal(field(await running().cli('books', 'check'), 'ok'), true);
  });

  const running = (): RunningService => {
    assert(second !== null, 'it was restored');
    return second;
  };
});
