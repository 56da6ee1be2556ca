import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCheckpoint } from '../../src/app/compose/compose-proof.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import type { ProofCase } from '../support/proof/proof-case.ts';
import { SAMPLE_NODE, signByNode } from '../support/proof/sample-proofs.ts';
import { type StatementBench, startStatementBench } from '../support/statement-bench.ts';

/** The operator's commands, and the program that the hourly job starts. */

const CASES: readonly ProofCase[] = JSON.parse(
  readFileSync(new URL('../vectors/owed.json', import.meta.url), 'utf8'),
);
const cleanups: (() => Promise<void>)[] = [];
let bench: StatementBench;
let session: CommandSession;
let offline: CommandSession;
let folder: string;
let env: NodeJS.ProcessEnv;

before(async () => {
  const cleanup = { after: (end: () => Promise<void>) => void cleanups.push(end) };
  bench = await startStatementBench(cleanup);
  folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  env = {
    PATH: process.env['PATH'],
    SATCHEL_DATA_DIR: folder,
    SATCHEL_DATABASE_URL: bench.serviceUrl,
    SATCHEL_MIGRATE_DATABASE_URL: bench.ownerUrl,
    SATCHEL_UNSAFE_DATABASE: 'on',
  };
  session = openCommandSession(env);
  offline = openCommandSession({ PATH: process.env['PATH'] });
  cleanups.push(
    () => session.end(),
    () => offline.end(),
  );
});
after(async () => {
  for (const end of cleanups.reverse()) await end();
});

const json = async (...args: string[]) => {
  const answer = await session.run('proof', ...args, '--json');
  return { ...answer, body: answer.out === '' ? null : JSON.parse(answer.out) };
};

test('a checkpoint is made once the node is known, and copied to the data folder', async () => {
  const refused = await json('checkpoint');
  assert.equal(refused.status, 1);
  assert.match(refused.err, /no node is known yet/);
  await createNodeStore(bench.database).bindNode('regtest', SAMPLE_NODE);
  await bench.credit(await bench.addUser(), 500, new Date('2021-01-05T00:00:00Z'));
  const { status, body } = await json('checkpoint');
  assert.equal(status, 0);
  assert.deepEqual([body.epoch, body.total_msat], [1, '500000']);
  assert.match(body.root, /^[0-9a-f]{64}$/);
  const copy = JSON.parse(await readFile(join(folder, 'proofs', '1.json'), 'utf8'));
  assert.equal(copy.root, body.root);
});

test('the program of the job makes one, and is ended by its signal', async () => {
  const proofs = createCheckpointStore(bench.database);
  const before = (await proofs.findNewest())?.checkpoint.epoch ?? 0n;
  const saved = { ...process.env };
  Object.assign(process.env, env);
  try {
    await runCheckpoint(new AbortController().signal);
    await assert.rejects(runCheckpoint(AbortSignal.abort()), { name: 'AbortError' });
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, saved);
  }
  assert.equal((await proofs.findNewest())?.checkpoint.epoch, before + 1n);
  assert.deepEqual((await readdir(join(folder, 'proofs'))).toSorted(), ['1.json', '2.json']);
});

test('the key is bound by the node, and by nothing else', async () => {
  const { body } = await json('key');
  assert.equal(body.node, SAMPLE_NODE);
  assert.match(body.text, /^satchel proof key [0-9a-f]{64} of node 0[23][0-9a-f]{64}$/);
  const other = await json('bind', signByNode(body.text, Buffer.alloc(32, 5)));
  assert.equal(other.status, 1);
  assert.match(other.err, /not a signature of the node/);
  assert.equal((await json('bind', signByNode(body.text))).status, 0);
  const { checkpoint } = await json('checkpoint').then(async () => ({
    checkpoint: join(folder, 'proofs', '3.json'),
  }));
  const verified = await offline.run('proof', 'verify', checkpoint, '--json');
  assert.equal(verified.status, 0, verified.err);
  const answer = JSON.parse(verified.out);
  assert.equal(answer.key_signed_by_node, SAMPLE_NODE);
  assert.equal(answer.key_checked, false);
  const said = await offline.run('proof', 'verify', checkpoint);
  assert.match(said.out, /the key is not checked/);
  const checked = await offline.run('proof', 'verify', checkpoint, '--key', answer.key, '--json');
  assert.equal(JSON.parse(checked.out).key_checked, true);
});

test('the key is changed by command, and the chain leads from the old one to the new one', async () => {
  const { body: before } = await json('key');
  const { body: next } = await json('key', '--next');
  assert.notEqual(next.text, before.text);
  const { status, body } = await json('rotate');
  assert.equal(status, 0);
  assert(next.text.includes(body.key));
  assert.equal((await json('key')).body.text, next.text);
  assert.equal((await json('bind', signByNode(next.text))).status, 0);
  const epochs = [body.epoch - 1, body.epoch];
  const checkpoints = await Promise.all(
    epochs.map(async (epoch) =>
      JSON.parse(await readFile(join(folder, 'proofs', `${epoch}.json`), 'utf8')),
    ),
  );
  const chain = join(folder, 'chain.json');
  await writeFile(chain, JSON.stringify({ format: 'satchel-owed-chain-v1', checkpoints }));
  const old = checkpoints[0].key;
  assert.notEqual(old, body.key);
  const verified = await offline.run('proof', 'verify', chain, '--key', old, '--json');
  assert.equal(verified.status, 0, verified.err);
  assert.equal(JSON.parse(verified.out).key, body.key);
});

describe('27 verify, without a service', () => {
  for (const one of CASES) {
    test(`${one.name}: ${one.expected}`, async () => {
      const [checkpoint, mine] = [join(folder, 'checkpoint.json'), join(folder, 'mine.json')];
      await writeFile(checkpoint, JSON.stringify(one.checkpoint));
      if (one.mine !== undefined) await writeFile(mine, JSON.stringify(one.mine));
      const { status, out, err } = await offline.run(
        ...['proof', 'verify', checkpoint],
        ...(one.mine === undefined ? [] : [mine]),
        ...(one.key === undefined ? [] : ['--key', one.key]),
        ...(one.identifier === undefined ? [] : ['--identifier', one.identifier]),
        '--json',
      );
      const answer = JSON.parse(out);
      assert.equal(status, one.expected === 'ok' ? 0 : 1);
      assert.equal(answer.ok ? 'ok' : answer.kind, one.expected);
      if (!answer.ok) assert.match(err, new RegExp(`it does not hold: ${answer.reason}`));
    });
  }

  test('files that are none', async () => {
    const file = join(folder, 'none.json');
    for (const [text, kind] of [
      ['', 'unreadable'],
      ['[]', 'unreadable'],
      ['{"format":"satchel-owed-v1"}', 'unreadable'],
      ['{"format":"satchel-owed-chain-v1","checkpoints":[]}', 'unreadable'],
    ] as const) {
      await writeFile(file, text);
      const { out } = await offline.run('proof', 'verify', file, '--json');
      assert.equal(JSON.parse(out).kind, kind);
    }
    const absent = await offline.run('proof', 'verify', join(folder, 'absent'));
    assert.match(absent.err, /cannot be read/);
    const key = await offline.run('proof', 'verify', file, '--key', 'xy');
    assert.match(key.err, /64 hex digits/);
  });
});
