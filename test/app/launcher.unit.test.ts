import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { eventually } from '../support/eventually.ts';

/** A stand-in for the program, which tells what it was given and waits when it is told to. */
const MAIN = `
const [word, ...rest]: readonly string[] = process.argv.slice(2);
if (word === 'status') process.exitCode = Number(rest[0]);
if (word === 'wait') {
  setInterval(() => undefined, 1000);
  process.on('SIGTERM', () => { console.log('told to end'); process.exit(7); });
}
console.log('pid', process.pid, 'node', process.versions.node, 'args', JSON.stringify(rest));
if (word === 'start') {
  const { MALLOC_TRIM_THRESHOLD_: kept } = process.env;
  console.log(process.execArgv.join(' '), 'kept', kept, process.ppid);
}
if (word === 'die') process.kill(process.pid, 'SIGKILL');
`;
/** Loaded before the launcher, makes it believe that it runs on an old Node. */
const OLD_NODE = `Object.defineProperty(process.versions, 'node', { value: '20.18.1' });`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-launcher-'));
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'node_modules'));
  await cp(fileURLToPath(new URL('../../bin', import.meta.url)), join(folder, 'bin'), {
    recursive: true,
  });
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'src', 'main.ts'), MAIN);
  await writeFile(join(folder, 'old-node.mjs'), OLD_NODE);
  await mkdir(join(pinnedFolder(), 'bin'), { recursive: true });
  await writeFile(join(pinnedFolder(), 'package.json'), '{}');
  await symlink(process.execPath, join(pinnedFolder(), 'bin', 'node'));
});
after(() => rm(folder, { recursive: true }));

/** As npm installs the package that brings a Node for this system. */
const pinnedFolder = (): string =>
  join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);

interface Launch {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<readonly [status: number | null, signal: string | null]>;
}

function launch(
  flags: readonly string[],
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  program = join(folder, 'bin', 'satchel.js'),
): Launch {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [...flags, program, ...args], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(([status, signal]) => [status, signal] as const);
  return { child, output: () => text, ended };
}

const untilRunning = (launched: Launch): Promise<true> =>
  eventually('the program runs', () => (launched.output().startsWith('pid') ? true : null));

const asOldNode = (): readonly string[] => ['--import', join(folder, 'old-node.mjs')];

describe('the launcher', () => {
  for (const age of ['a recent', 'an old']) {
    const start = (...args: readonly string[]) => launch(age === 'an old' ? asOldNode() : [], args);

    it(`runs the program on ${age} Node, without warnings`, async () => {
      const launched = start('say', '--json', 'a b');
      assert.deepEqual(await launched.ended, [0, null]);
      assert.match(launched.output(), /^pid \d+ node \d+\.\d+\.\d+ args \["--json","a b"\]\n$/);
    });

    it(`ends with the program's status on ${age} Node`, async () => {
      assert.deepEqual(await start('status', '3').ended, [3, null]);
    });

    it(`bounds the heap of the service on ${age} Node, unless the operator does`, async () => {
      const bounded = start('start');
      assert.deepEqual(await bounded.ended, [0, null]);
      const options =
        /--max-semi-space-size=\d+ --max-old-space-size=\d+ --expose-gc kept \d+ \d+\n/;
      assert.match(bounded.output(), options);
      // No process between the service and its starter, where the Node is recent.
      const parents = age === 'a recent' ? process.pid : bounded.child.pid;
      assert.ok(bounded.output().endsWith(` ${parents}\n`));
      const flags = age === 'an old' ? asOldNode() : [];
      const own = launch(flags, ['start'], { NODE_OPTIONS: '--max-old-space-size=900' });
      assert.deepEqual(await own.ended, [0, null]);
      assert.doesNotMatch(own.output(), /semi-space/);
      const kept = launch(flags, ['start'], { MALLOC_TRIM_THRESHOLD_: '7' });
      assert.deepEqual(await kept.ended, [0, null]);
      assert.match(kept.output(), / kept 7 /);
    });

    it(`passes SIGTERM on with ${age} Node`, async () => {
      const launched = start('wait');
      await untilRunning(launched);
      launched.child.kill('SIGTERM');
      assert.deepEqual(await launched.ended, [7, null]);
      assert.match(launched.output(), /told to end/);
    });

    it(`dies of the signal that killed the program on ${age} Node`, async () => {
      assert.deepEqual(await start('die').ended, [null, 'SIGKILL']);
    });

    it(`takes the program with it when it is killed on ${age} Node`, async () => {
      const launched = start('wait');
      await untilRunning(launched);
      const outputClosed = once(launched.child, 'close');
      launched.child.kill('SIGKILL');
      await outputClosed;
    });
  }

  it('ends when the npm that started it is gone', async () => {
    const command = `${process.execPath} ${join(folder, 'bin', 'satchel.js')} wait & cat`;
    const env = { ...process.env, npm_lifecycle_event: 'start' };
    const npm = spawn('sh', ['-c', command], { env });
    let text = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await eventually('the program runs', () => (text.startsWith('pid') ? true : null));
    const outputClosed = once(npm, 'close');
    npm.kill('SIGKILL');
    npm.stdin.end();
    await outputClosed;
    assert.match(text, /told to end/);
  });

  it('says what to do when there is no recent Node', async () => {
    await rm(pinnedFolder(), { recursive: true });
    const launched = launch(asOldNode(), ['say']);
    assert.deepEqual(await launched.ended, [1, null]);
    assert.equal(
      launched.output(),
      'satchel: Node 24.12 or newer is needed: install it, or let npm install optional packages.\n',
    );
  });
});

describe('the launcher of a built program', () => {
  const SOURCE = [
    'interface Gone {',
    '  readonly because: string;',
    '}',
    'export const fail = ({ because }: Gone): never => {',
    '  throw new Error(because);',
    '};',
    "fail({ because: 'on line five' });",
  ].join('\n');

  it('names the files of src/ in stacks', async () => {
    const built = await mkdtemp(join(tmpdir(), 'satchel-built-'));
    await cp(join(folder, 'bin'), join(built, 'bin'), { recursive: true });
    await mkdir(join(built, 'dist'));
    await writeFile(join(built, 'package.json'), '{"type": "module"}');
    const options = { loader: 'ts', sourcemap: 'external', sourcefile: '../src/main.ts' } as const;
    const { code, map } = await transform(SOURCE, options);
    await writeFile(join(built, 'dist', 'main.js'), code);
    await writeFile(join(built, 'dist', 'main.js.map'), map);
    const launched = launch([], [], {}, join(built, 'bin', 'satchel.js'));
    assert.deepEqual(await launched.ended, [1, null]);
    const source = join(built, 'src', 'main.ts');
    const lines = launched
      .output()
      .split('\n')
      .map((line) => line.trim());
    assert(lines.includes('Error: on line five'), launched.output());
    assert(lines.includes(`at fail (file://${source}:5)`), launched.output());
    assert(lines.includes(`at file://${source}:7`), launched.output());
    await rm(built, { recursive: true });
  });
});
