import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runAtLowPriority } from '../../src/system/low-priority-child.ts';

describe('a program beside the service', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = async (text: string, signal = new AbortController().signal): Promise<void> => {
    const path = join(folder, 'program.mjs');
    await writeFile(path, text);
    await runAtLowPriority(pathToFileURL(path), signal);
  };

  test('has the lowest priority', async () => {
    const lowest = constants.priority.PRIORITY_LOW;
    await run(`
      import { getPriority } from 'node:os';
      import { setTimeout as wait } from 'node:timers/promises';
      for (let look = 0; getPriority() !== ${lowest} && look < 3000; look += 1) await wait(20);
      process.exitCode = getPriority() === ${lowest} ? 0 : 1;`);
  });

  test('that fails says why', async () => {
    const failing = run(`console.error('out of ink'); process.exitCode = 3;`);
    await assert.rejects(failing, /ended with status 3: out of ink$/);
  });

  test('ends with its signal', async () => {
    const stop = new AbortController();
    const running = run('setInterval(() => undefined, 1000);', stop.signal);
    stop.abort();
    await assert.rejects(running, { name: 'AbortError' });
  });
});
