import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { programVariables } from '../support/program-variables.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  CTRL_C,
  runInTerminal,
  type TerminalProgram,
  untilGone,
} from '../support/terminal-program.ts';
import { listenOn } from '../support/webhooks/listen-on.ts';

const REPOSITORY = new URL('../..', import.meta.url).pathname;
const NODE = process.execPath;
const RECENT_NODE = `exec '${NODE}' bin/satchel.js start`;
/** Beyond it a stop would not be one; it usually takes a second. */
const STOP_LIMIT_MS = 10_000;
/** Loaded before the launcher, makes it believe that it runs on an old Node. */
const OLD_NODE = `Object.defineProperty(process.versions, 'node', { value: '20.18.1' });`;

describe('Ctrl-C in a terminal', () => {
  let service: RunningService;
  let folder: string;
  let launches: Readonly<Record<string, string>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-terminal-'));
    const old = join(folder, 'old-node.mjs');
    await writeFile(old, OLD_NODE);
    launches = {
      'npm start': 'npm start',
      'an old Node': `exec '${NODE}' --import '${old}' bin/satchel.js start`,
    };
    service = await startService({}, { database: 'embedded' });
    await service.end('SIGTERM');
  });
  after(async () => {
    await service.dispose();
    await rm(folder, { recursive: true });
  });

  const launch = async (command: string): Promise<TerminalProgram> => {
    const mark = `SATCHEL_DATA_DIR=${service.dataDir}\0`;
    const started = runInTerminal(command, { env: service.env, cwd: REPOSITORY, mark });
    await eventually('it serves', () => (started.output().includes('running at') ? true : null));
    return started;
  };

  /** What a stop must not change: the books, the people, and the channels of the node. */
  const state = async (): Promise<unknown> => {
    const [users, books, node] = [
      await service.cli('user', 'list'),
      await service.cli('books', 'check'),
      await service.cli('sim', 'nodes'),
    ];
    // Only the process of the commands ends: the service was started by hand.
    await service.end('SIGTERM');
    assert.equal(field(books, 'ok'), true);
    return { users, liabilities: field(books, 'liabilities_msat'), node };
  };

  test('ends all that was started, and the next start finds all as it was', async () => {
    const seen: unknown[] = [];
    for (const [name, command] of Object.entries(launches)) {
      const started = await launch(command);
      const pids = started.processes();
      assert(pids.size > 3, `${name}: service, database and network run`);
      seen.push(await state());
      started.type(CTRL_C);
      await untilGone(pids, STOP_LIMIT_MS);
      await started.ended;
      assert.equal(started.processes().size, 0, name);
      assert.match(started.output(), /stopping/);
      assert.doesNotMatch(started.output(), /at once/);
    }
    for (const state of seen) assert.deepEqual(state, seen[0]);
  });

  test('a copy of the signal changes nothing', async () => {
    const started = await launch(RECENT_NODE);
    const pids = started.processes();
    started.type(CTRL_C + CTRL_C + CTRL_C);
    await untilGone(pids, STOP_LIMIT_MS);
    assert.equal(await started.ended, 0);
    assert.doesNotMatch(started.output(), /at once/);
  });

  test('a later one stops at once, and still ends the database', async () => {
    const started = await launch(RECENT_NODE);
    const before = await state();
    const pids = started.processes();
    const call = await beginCall(service);
    started.type(CTRL_C);
    await eventually('it stops', () => (started.output().includes('stopping') ? true : null));
    await eventually('it stops at once', () => {
      if (started.output().includes('stopping immediately')) return true;
      started.type(CTRL_C);
      return null;
    });
    await untilGone(pids, STOP_LIMIT_MS);
    assert.equal(await started.ended, 130);
    call.destroy();
    const next = await launch(RECENT_NODE);
    assert.deepEqual(await state(), before);
    const last = next.processes();
    next.type(CTRL_C);
    await untilGone(last, STOP_LIMIT_MS);
  });
});

/** A call whose body does not come: an orderly stop waits for it. */
async function beginCall({ baseUrl }: RunningService): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const type = 'content-type: application/x-www-form-urlencoded';
  const head = `POST /oauth/token HTTP/1.1\r\nhost: ${hostname}\r\n${type}`;
  // The body never comes. A call without a token where one is needed would be answered at once.
  socket.write(`${head}\r\ncontent-length: 9\r\n\r\n`);
  return socket;
}

test('a first start that is told to stop does not wait for the money of its users', async () => {
  // A worker would credit it, and none runs.
  const service = await startService({}, { role: 'api' });
  await service.end('SIGTERM');
  const output = service.output();
  await service.dispose();
  assert.match(output, /stopping/);
  assert.doesNotMatch(output, /could not be funded/);
});

describe('a start that fails', () => {
  const other = createServer();
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    await chmod(dataDir, 0o711);
  });
  after(async () => {
    other.close();
    await rm(dataDir, { recursive: true });
  });

  test('as its port is taken names the setting, and leaves nothing running', async () => {
    const { port } = await listenOn(other);
    const variables = { SATCHEL_DATA_DIR: dataDir, SATCHEL_PORT: String(port) };
    const env = { PATH: process.env['PATH'], HOME: dataDir, ...programVariables(), ...variables };
    const mark = `SATCHEL_DATA_DIR=${dataDir}\0`;
    const started = runInTerminal(RECENT_NODE, { env, cwd: REPOSITORY, mark });
    assert.equal(await started.ended, 1);
    assert.match(
      started.output(),
      /satchel: cannot listen on port \d+ of 127\.0\.0\.1: set SATCHEL_PORT/,
    );
    await eventually('nothing is left', () => (started.processes().size === 0 ? true : null));
  });
});
