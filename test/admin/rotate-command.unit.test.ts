import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { describeRotation } from '../../src/admin/commands/print-rotation.ts';
import { addRotateCommand, type RotateCommandDeps } from '../../src/admin/commands/rotate.ts';
import type { ActionEnd, NewAction } from '../../src/alarms/operator-log/operator-action.ts';
import type { LivingProcess } from '../../src/background/process-store.ts';
import type { Clock } from '../../src/base/clock.ts';
import { RefusedError, UnfinishedError } from '../../src/cli/refused.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-rotate-'));
after(() => rm(folder, { recursive: true }));
const ADMIN = join(folder, 'admin.macaroon');
await writeFile(ADMIN, lndMacaroon('0', ['macaroon:generate']));

/** A clock of which each pause takes no time, though it says that time has passed. */
function hurriedClock(): Clock {
  let nowMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
  };
  return { now: () => new Date(nowMs), monotonicMs: () => nowMs, sleep };
}

/** A service with one macaroon, of root key 7. */
function openBench(t: TestContext, isManaged = false) {
  const begun: NewAction[] = [];
  const ended: ActionEnd[] = [];
  const given: (string | null)[] = [];
  const keys = new Set(['0', '7']);
  const noted = new Set<string>();
  const living: LivingProcess[] = [];
  let held = lndMacaroon('7', ['uri:/pay']);
  const deps: RotateCommandDeps = {
    macaroons: {
      isManaged,
      files: [
        {
          purpose: 'payments',
          path: '/satchel.macaroon',
          callsFor: () => ['/pay'],
          read: async () => held,
          replace: async (macaroon) => {
            held = macaroon;
          },
          saveInto: async (folder) => `${folder}/satchel.macaroon`,
        },
      ],
      openBakery: async (macaroon) => {
        given.push(macaroon === null ? null : Buffer.from(macaroon).toString('latin1'));
        return {
          rootKeyId: '0',
          info: () => assert.fail('the node was identified already'),
          bake: async (id) => lndMacaroon(id, ['uri:/pay']),
          rootKeyIds: async () => [...keys],
          deleteRootKey: async (id) => void keys.delete(id),
          missingCalls: async () => [],
          close: async () => undefined,
        };
      },
    },
    rootKeys: {
      addRootKeys: async (ids) => {
        for (const id of ids) noted.add(id);
      },
      listRootKeys: async () => [...noted],
      removeRootKeys: async (ids) => {
        for (const id of ids) noted.delete(id);
      },
    },
    processes: {
      listLiving: async () => living,
      acquireLease: async () => ({ fence: 1n }),
      releaseLease: async () => undefined,
    },
    actions: {
      begin: async (action) => begun.push(action) > 0,
      end: async (_id, end) => void ended.push(end),
    },
    clock: hurriedClock(),
    random: createSeededRandom(1),
    log: createListeningLog(),
  };
  const written: string[] = [];
  const run = async (opened: RotateCommandDeps, args: readonly string[]): Promise<void> => {
    const program = new Command().option('--json').exitOverride();
    addRotateCommand(program.command('node'), { open: (work) => work(opened) });
    t.mock.method(process.stderr, 'write', () => true);
    const print = process.stdout.write.bind(process.stdout);
    // The test runner writes bytes there, also while a command reads its file.
    const write = t.mock.method(process.stdout, 'write', (said: string | Uint8Array) =>
      typeof said === 'string' ? written.push(said) > 0 : print(said),
    );
    try {
      await program.parseAsync(['--json', 'node', 'rotate', ...args], { from: 'user' });
    } finally {
      write.mock.restore();
    }
  };
  return {
    deps,
    begun,
    ended,
    given,
    keys,
    living,
    run: (...args: readonly string[]) => run(deps, args),
    runOn: run,
    answer: (): unknown => JSON.parse(written.splice(0).join('')),
  };
}

test('node rotate tells what it has replaced and ended, and stands in the log', async (t) => {
  const { run, answer, begun, ended, given, keys } = openBench(t);
  await run('--macaroon', ADMIN);
  assert(!keys.has('7'));
  assert.partialDeepStrictEqual(answer(), {
    macaroons: [{ purpose: 'payments', path: '/satchel.macaroon' }],
    deleted_root_keys: ['7'],
    waiting: null,
    other_root_keys: ['0'],
    old_macaroons_of_root_key_0: [],
  });
  assert(given.every((one) => one?.includes('generate')));
  assert.deepEqual([begun.map(({ kind }) => kind), ended], [['node_rotate'], [DONE]]);
});

test('a process that still uses the old macaroon leaves the command unfinished', async (t) => {
  const { run, answer, living, ended, keys } = openBench(t);
  living.push({ id: 'one', role: 'api', rootKeyIds: ['7'] });
  await assert.rejects(run('--macaroon', ADMIN), UnfinishedError);
  const waiting = { root_keys: ['7'], processes: [{ id: 'one', role: 'api' }] };
  assert.partialDeepStrictEqual(answer(), { deleted_root_keys: [], waiting });
  assert.equal(ended[0]?.result, 'failed');
  assert(keys.has('7'));

  living.pop();
  await run('--macaroon', ADMIN, '--finish');
  assert.partialDeepStrictEqual(answer(), { deleted_root_keys: ['7'], waiting: null });
});

test('macaroons that the operator puts in place are saved, and the old ones stay', async (t) => {
  const { run, answer, keys } = openBench(t);
  await run('--macaroon', ADMIN, '--into', '/out');
  const told = { saved: ['/out/satchel.macaroon'], deleted_root_keys: [] };
  assert.partialDeepStrictEqual(answer(), told);
  assert(keys.has('7'));
  for (const option of ['--finish', '--delete-others']) {
    const both = run('--macaroon', ADMIN, '--into', '/out', option);
    await assert.rejects(both, /use --into alone/);
  }
});

test('an LND of the operator needs a macaroon that bakes, and a managed one does not', async (t) => {
  const own = openBench(t);
  t.mock.getter(process, 'stdin', () => ({ isTTY: true }));
  await assert.rejects(own.run(), /give a macaroon that may bake others/);
  await assert.rejects(own.run('--macaroon', join(folder, 'none')), /cannot be read/);
  await assert.rejects(own.runOn({ ...own.deps, macaroons: null }, []), RefusedError);
  assert.deepEqual([own.given, own.begun], [[], []]);
  const managed = openBench(t, true);
  await managed.run();
  assert(managed.given.length > 0 && managed.given.every((one) => one === null));
});

test('people are told what still opens the node, and how to end that', () => {
  const rotation = {
    files: [{ purpose: 'payments', path: '/satchel.macaroon', rootKeyId: '9' } as const],
    saved: [],
    deleted: ['7'],
    waiting: null,
    others: ['0', '5'],
    undeletable: ['/satchel.macaroon'],
  };
  const own = describeRotation(rotation, false).join('\n');
  for (const words of [
    'payments   /satchel.macaroon (root key 9)',
    'LND has deleted these root keys, and accepts no macaroon of them any more:\n  7',
    '--delete-others',
    'were made with root key 0:\n  /satchel.macaroon',
    'lncli changepassword --new_mac_root_key',
  ]) {
    assert(own.includes(words), own);
  }
  assert.match(describeRotation(rotation, true).join('\n'), /run `satchel node setup`/);
  const saved = describeRotation({ ...rotation, saved: ['/out/satchel.macaroon'] }, false);
  assert.match(saved.join('\n'), /\/out\/satchel\.macaroon\nDo that, and then: .* --finish/);
  const clean = { ...rotation, others: [], undeletable: [] };
  assert.doesNotMatch(describeRotation(clean, false).join('\n'), /root key 0/);
});

const DONE = { result: 'done', outcome: {} };
