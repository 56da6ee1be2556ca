import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import {
  commandLineOf,
  endProgram,
  identityOf,
  ownerFile,
  pollFor,
  startProgram,
} from '../../src/system/child-program.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';

const POLLING = { clock: systemClock, pollMs: 5, timeoutMs: 30_000 };

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that runs until the test ends. */
function openProgram(t: TestContext, script = 'exec sleep 100'): ChildProcess & { pid: number } {
  const child = spawn('sh', ['-c', script]);
  t.after(() => child.kill('SIGKILL'));
  const { pid } = child;
  assert(pid !== undefined);
  return Object.assign(child, { pid });
}

async function killedPid(): Promise<number> {
  const child = spawn('sleep', ['100']);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return child.pid ?? 0;
}

async function becomes(pid: number, commandLine: string): Promise<void> {
  await eventually('the shell becomes another program', async () =>
    (await commandLineOf(pid)) === commandLine ? true : null,
  );
}

describe('a program that is started', () => {
  const startShell = async (t: TestContext, script: string, file = 'sh') => {
    const logFile = join(await newFolder(t), 'log');
    await writeFile(logFile, 'from an earlier start\n');
    const args = ['-c', script];
    const child = await startProgram({ file, args, env: null, logFile, account: null });
    return { child, logFile };
  };

  test('writes behind what its log holds', async (t) => {
    const { child, logFile } = await startShell(t, 'pwd; echo oh >&2');
    await eventually('its end', child.end);
    assert.equal(await readFile(logFile, 'utf8'), 'from an earlier start\n/\noh\n');
  });

  test('says how it ended, with the words of this start', async (t) => {
    const { child } = await startShell(t, 'echo no folder; exit 3');
    assert.equal(await eventually('its end', child.end), 'it ended with status 3: no folder');
    const killed = await startShell(t, 'kill -KILL $$');
    assert.equal(await eventually('its end', killed.child.end), 'it ended with SIGKILL: ');
  });

  test('has not ended while it runs, and is in a group of its own', async (t) => {
    const { child } = await startShell(t, 'echo up; exec sleep 100');
    const { pid } = child;
    assert(pid !== undefined);
    assert.equal(await child.end(), null);
    assert.equal(process.kill(-pid, 'SIGKILL'), true);
    assert.match(await eventually('its end', child.end), /SIGKILL/);
  });

  test('that is not there says so', async (t) => {
    const { child } = await startShell(t, '', '/no/such/program');
    assert.equal(child.pid, undefined);
    assert.match(await eventually('its end', child.end), /ENOENT/);
  });
});

test('what is looked for is found, or not before the time is up', async () => {
  let nowMs = 0;
  let looks = 0;
  const clock = {
    ...systemClock,
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
  const polling = { clock, pollMs: 10, timeoutMs: 50 };
  assert.equal(await pollFor(polling, async () => (nowMs >= 30 ? 'there' : null)), 'there');
  nowMs = 0;
  const found = await pollFor(polling, async () => {
    looks += 1;
    return null;
  });
  assert.deepEqual([found, looks, nowMs], [null, 5, 50]);
});

describe('the identity of a process', () => {
  test('stays as long as it runs, and is no one else’s', async (t) => {
    const { pid } = openProgram(t);
    const identity = await identityOf(pid);
    assert.match(`${identity}`, new RegExp(`^${pid} .`));
    assert.equal(await identityOf(pid), identity);
    assert.notEqual(await identityOf(process.pid), identity);
  });

  test('is none once it has ended, though its parent has not asked about it', async (t) => {
    const parent = openProgram(t, 'sleep 100 & echo $!; exec sleep 101');
    assert(parent.stdout !== null);
    const [line] = await once(parent.stdout, 'data');
    const zombie = Number(String(line));
    // The shell would ask about a child that ends; the program that follows it does not.
    await becomes(parent.pid, 'sleep 101 ');
    process.kill(zombie, 'SIGKILL');
    await eventually('its end', async () => ((await identityOf(zombie)) === null ? true : null));
    assert.equal(process.kill(zombie, 0), true, 'the number is still taken');
    assert.equal(await identityOf(await killedPid()), null);
  });
});

describe('the words of a process', () => {
  test('are told while it runs', async (t) => {
    const { pid } = openProgram(t, 'exec sleep 101');
    await becomes(pid, 'sleep 101 ');
    for (const none of [await killedPid(), 0, Number.NaN]) {
      assert.equal(await commandLineOf(none), null);
    }
  });
});

describe('ending a program', () => {
  const isRunning = (pid: number) => async () => (await identityOf(pid)) !== null;

  test('is done by the first signal that is enough', async (t) => {
    const gentle = openProgram(t);
    const ended = once(gentle, 'exit');
    const signals = ['SIGTERM', 'SIGKILL'] as const;
    assert.equal(await endProgram(POLLING, gentle.pid, signals, isRunning(gentle.pid)), true);
    assert.deepEqual(await ended, [null, 'SIGTERM']);
  });

  test('needs the next signal for one that does not listen', async (t) => {
    const deaf = openProgram(t, "trap '' TERM; echo up; while :; do sleep 0.1; done");
    assert(deaf.stdout !== null);
    await once(deaf.stdout, 'data');
    const ended = once(deaf, 'exit');
    const polling = { ...POLLING, timeoutMs: 50 };
    assert.equal(await endProgram(polling, deaf.pid, ['SIGTERM'], isRunning(deaf.pid)), false);
    const running = isRunning(deaf.pid);
    assert.equal(await endProgram(POLLING, deaf.pid, ['SIGKILL'], running), true);
    assert.deepEqual(await ended, [null, 'SIGKILL']);
  });

  test('does not reach another program that has its number by now', async (t) => {
    const other = openProgram(t);
    const gone = async () => false;
    assert.equal(await endProgram(POLLING, other.pid, ['SIGKILL'], gone), true);
    assert.notEqual(await identityOf(other.pid), null);
  });
});

describe('the owner of a program', () => {
  const openOwner = async (t: TestContext, text: string | null) => {
    const path = join(await newFolder(t), 'owner.pid');
    if (text !== null) await writeFile(path, `${text}\n`);
    return ownerFile(path);
  };

  test('is who claims it, until it is removed', async (t) => {
    const owner = await openOwner(t, null);
    assert.equal(await owner.isOurs(), false);
    await owner.claim();
    assert.equal(await owner.isOurs(), true);
    assert.equal(await owner.findOther(), null);
    await owner.remove();
    assert.equal(await owner.isOurs(), false);
    await owner.takeOver();
    assert.equal(await owner.isOurs(), false, 'what has no owner is not taken');
  });

  test('keeps it while it lives', async (t) => {
    const { pid } = openProgram(t);
    for (const text of [`${await identityOf(pid)}`, `${pid}`]) {
      const owner = await openOwner(t, text);
      await owner.takeOver();
      assert.equal(await owner.isOurs(), false, text);
      assert.equal(await owner.findOther(), pid, text);
    }
  });

  test('loses it by its death, also when another program has its number by then', async (t) => {
    const { pid: other } = openProgram(t);
    const killed = await killedPid();
    for (const text of [`${killed} 12345`, `${killed}`, `${other} 1`, `${process.pid} 1`, '']) {
      const owner = await openOwner(t, text);
      assert.equal(await owner.isOurs(), false, text);
      assert.equal(await owner.findOther(), null, text);
      await owner.takeOver();
      assert.equal(await owner.isOurs(), true, text);
    }
  });
});
