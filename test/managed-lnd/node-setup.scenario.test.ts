import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openCommandSession } from '../support/command-session.ts';
import { eventually } from '../support/eventually.ts';
import { fakeLnd } from '../support/fake-lnd.ts';
import { programVariables } from '../support/program-variables.ts';
import { CTRL_C, runInTerminal } from '../support/terminal-program.ts';

const PROGRAM = new URL('../../src/main.ts', import.meta.url).pathname;
const WORDS = Array.from({ length: 24 }, (_, index) => `secret${index + 1}`);
const PUBKEY = `02${'ab'.repeat(32)}`;
/** How a terminal is told to show its second screen, and its first one again. */
const [SECOND, FIRST] = ['\x1b[?1049h', '\x1b[?1049l'];

async function openBench(t: TestContext) {
  const { folder, options } = await fakeLnd(t, false);
  const { dataDir } = options;
  const cwd = join(dataDir, 'home');
  await mkdir(cwd);
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    TERM: 'xterm',
    SATCHEL_DATA_DIR: dataDir,
    ...programVariables(),
  };
  const session = openCommandSession(env, cwd);
  t.after(() => session.end());
  const setUp = (...args: readonly string[]) => session.run('node', 'setup', ...args);
  const inTerminal = () => {
    const command = `exec '${process.execPath}' '${PROGRAM}' node setup`;
    const program = runInTerminal(command, { env, cwd, mark: `SATCHEL_DATA_DIR=${dataDir}\0` });
    let read = 0;
    /** Waits for new output with this in it; answers what came. */
    const until = async (text: string): Promise<string> => {
      const end = await eventually(`"${text}"`, () => {
        const found = program.output().indexOf(text, read);
        return found === -1 ? null : found + text.length;
      });
      const part = program.output().slice(read, end);
      read = end;
      return part;
    };
    return { ...program, until };
  };
  return { folder, dataDir, cwd, setUp, inTerminal };
}

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Everything that a set-up has left on the disk. */
async function filesOf({ dataDir }: Bench): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/^(pair\.json|lnd)/.test(entry.name));
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path, await readFile(path, 'latin1')] as const;
      }),
    ),
  );
}

async function checkSecrets(bench: Bench): Promise<void> {
  const password = await readFile(bench.folder.passwordFile, 'utf8');
  for (const [path, content] of await filesOf(bench)) {
    assert.doesNotMatch(content, /secret\d/, path);
    if (path !== bench.folder.passwordFile) assert(!content.includes(password), path);
    if (!path.includes('/node/lnd/') && path.includes('/node/') && !path.endsWith('.pid')) {
      assert.equal((await stat(path)).mode & 0o777, 0o600, path);
    }
  }
}

describe('node setup, on a terminal', () => {
  test('shows the words until they are written down, and asks for three of them', async (t) => {
    const bench = await openBench(t);
    const { until, type, ended, output } = bench.inTerminal();
    await until('Network (mainnet, signet');
    type('moon\n');
    await until('Network (mainnet, signet');
    type('regtest\n');
    await until(SECOND);
    const page = await until('Press Enter when you have written them down.');
    const shown = page.match(/\bsecret\d+/g);
    assert.deepEqual(shown, WORDS);
    assert.match(page, /aezeed.*BIP 39: only LND takes/s);
    type('\n');
    await until(FIRST);
    const ask = async (): Promise<number> =>
      Number(/Word (\d+):/.exec((await until('Word ')) + (await until(':')))?.[1]);
    await ask();
    assert(!existsSync(bench.folder.passwordFile), 'nothing is made before');
    type('wrong\n');
    await until(SECOND);
    await until('Press Enter');
    type('\n');
    await until(FIRST);
    const places = [];
    for (let count = 0; count < 3; count += 1) {
      const place = await ask();
      places.push(place);
      type(`${WORDS[place - 1]}\n`);
    }
    assert.equal(new Set(places).size, 3);
    await until('Write them into the file .env of this folder? [y/N]');
    type('y\n');
    const end = await until('first payment.');
    assert.equal(await ended, 0);
    assert.match(end, new RegExp(`set up: node ${PUBKEY} on regtest, with LND 0\\.21\\.3`));
    assert.equal(
      await readFile(join(bench.cwd, '.env'), 'utf8'),
      'SATCHEL_LIGHTNING=managed\nSATCHEL_NETWORK=regtest\n',
    );
    await checkSecrets(bench);
    // The first screen shows no more of them than was typed.
    const outside = output()
      .split(SECOND)
      .map((part) => part.split(FIRST).at(-1));
    const typed = places.map((place) => WORDS[place - 1] ?? '');
    for (const word of outside.join().match(/secret\d+/g) ?? []) assert(typed.includes(word), word);
  });

  test('makes nothing when it is broken off', async (t) => {
    const bench = await openBench(t);
    const { until, type, ended } = bench.inTerminal();
    await until('Network (mainnet, signet');
    type('regtest\n');
    await until('Press Enter');
    type(CTRL_C);
    assert.match(await until('written them down\r\n'), /no wallet was made, .* are void/);
    assert.equal(await ended, 1);
    assert(!existsSync(bench.folder.passwordFile));
    const { out } = await bench.setUp('--network', 'regtest', '--accept-seed', '--json');
    assert.deepEqual(JSON.parse(out), { seed: WORDS, pubkey: PUBKEY });
  });
});

describe('node setup, for scripts', () => {
  test('prints the words once, and a repeat does what is missing', async (t) => {
    const bench = await openBench(t);
    const refused = await bench.setUp('--network', 'regtest');
    assert.equal(refused.status, 1);
    assert.match(refused.err, /no terminal on which a person could write down/);
    assert(!existsSync(bench.folder.path), 'refused before anything was made');
    const network = ['--network', 'regtest'];
    const made = await bench.setUp(...network, '--json', '--accept-seed', '--write-env');
    assert.deepEqual(JSON.parse(made.out), { seed: WORDS, pubkey: PUBKEY });
    assert.doesNotMatch(made.err, /secret/);
    await checkSecrets(bench);
    const dotEnv = await readFile(join(bench.cwd, '.env'), 'utf8');
    for (let count = 0; count < 2; count += 1) {
      const again = await bench.setUp('--json', '--accept-seed', '--write-env');
      assert.deepEqual(JSON.parse(again.out), { seed: null, pubkey: PUBKEY });
    }
    assert.equal(await readFile(join(bench.cwd, '.env'), 'utf8'), dotEnv);
    assert.match((await bench.setUp()).out, /nothing to do, there is node 02abab/);
    assert.match((await bench.setUp('--network', 'signet')).err, /SATCHEL_NETWORK is regtest/);
    await unlink(join(bench.cwd, '.env'));
    assert.match((await bench.setUp('--network', 'signet')).err, /folder is on regtest, but/);
  });

  test('leaves settings that a person has made', async (t) => {
    const bench = await openBench(t);
    await writeFile(join(bench.cwd, '.env'), 'SATCHEL_LIGHTNING=lnd\n');
    const made = await bench.setUp('--network', 'regtest', '--accept-seed', '--write-env');
    assert.match(made.err, /\.env sets SATCHEL_LIGHTNING to something else: change it there/);
    assert.equal(await readFile(join(bench.cwd, '.env'), 'utf8'), 'SATCHEL_LIGHTNING=lnd\n');
    // The script that failed has no words, so there is no wallet either.
    const later = await bench.setUp('--network', 'regtest', '--accept-seed', '--json');
    assert.deepEqual(JSON.parse(later.out), { seed: WORDS, pubkey: PUBKEY });
    assert.match(later.err, /ended before it gave away the words .* put aside/);
  });

  test('says how to get LND where there is none', async (t) => {
    const bench = await openBench(t);
    await unlink(join(bench.dataDir, 'lnd'));
    const { status, err } = await bench.setUp('--network', 'regtest', '--accept-seed');
    assert.equal(status, 1);
    assert.match(err, /releases\/tag\/v0\.21\.3-beta\n.*manifest-v0\.21\.3-beta\.txt there/s);
    assert.match(err, /satchel node setup --download 0\.21\.3 --sha256 HASH/);
    assert(!existsSync(bench.folder.path));
  });

  test('refuses a data folder with play money, whose database takes no other node', async (t) => {
    const bench = await openBench(t);
    await mkdir(join(bench.dataDir, 'simulator'));
    const { err } = await bench.setUp('--network', 'regtest', '--accept-seed');
    assert.match(err, /counts play money .* set SATCHEL_DATA_DIR to another folder/);
    assert(!existsSync(bench.folder.path));
  });

  test('refuses options that do not fit together', async (t) => {
    const bench = await openBench(t);
    for (const [args, why] of [
      [['--download', '0.21.3'], /--download and --sha256 together/],
      [['--download', 'latest', '--sha256', 'ab'], /must be a version such as/],
      [['--download', '0.21.3', '--sha256', 'ab'], /must be a SHA-256/],
      [['--channel-backup', 'x'], /a channel backup alone restores nothing/],
      [['--restore', 'x'], /--restore needs --channel-backup FILE/],
      [['--restore', 'x', '--recovery-window', '0'], /number from 1 to/],
      [['--network', 'moon'], /moon/],
    ] as const) {
      assert.match((await bench.setUp(...args)).err, why);
    }
  });

  test('restores only what was confirmed, and keeps nothing of a trial', async (t) => {
    const bench = await openBench(t);
    const write = async (name: string, text: string): Promise<string> => {
      await writeFile(join(bench.cwd, name), text);
      return name;
    };
    const words = await write('words', WORDS.map((word, at) => `${at + 1}. ${word}\n`).join(''));
    const backup = await write('channels.backup', 'backup');
    const network = ['--network', 'regtest', '--json'];
    const bip39 = await write('bip39', 'abandon '.repeat(11));
    const args = [...network, '--channel-backup', backup, '--recovery-window', '20'];
    assert.match((await bench.setUp(...args, '--restore', bip39)).err, /holds 11 words/);
    const refused = await bench.setUp(...args, '--restore', words);
    assert.match(refused.err, /Of two nodes\nwith the same key.*nothing was restored/s);
    assert.deepEqual(await readdir(bench.folder.path), []);
    const done = await bench.setUp(...args, '--restore', words, '--accept-restore');
    assert.deepEqual(JSON.parse(done.out), { seed: null, pubkey: PUBKEY });
    await unlink(join(bench.cwd, words));
    await checkSecrets(bench);
    await write('words', WORDS.join(' '));
    const again = await bench.setUp(...args, '--restore', words, '--accept-restore');
    assert.match(again.err, /has a node already/);
  });
});
