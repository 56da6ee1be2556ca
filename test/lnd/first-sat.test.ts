/**
 * The way of docs/managed-node.md from an empty folder to the first sat, on regtest, as a person
 * walks it on a terminal and on pages. It tells what it took: how much was typed and pressed, and for
 * how long each step lasted.
 */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { listField } from '../support/fields.ts';
import { guardByShell } from '../support/guard-shell.ts';
import { killIfThere } from '../support/kill-if-there.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { programVariables } from '../support/program-variables.ts';
import { freePort } from '../support/running-service.ts';
import { runInTerminal } from '../support/terminal-program.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { createWebBrowser } from '../support/web-browser.ts';
import {
  activeChannels,
  confirmedSat,
  END_OF_FOLDER,
  mineUntil,
  openCalls,
  openChannelFromPeer,
  PEER,
} from './managed-world.ts';
import { openRegtest, type Regtest } from './regtest.ts';

const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const COINS_SAT = 2_000_000;
const CHANNEL_SAT = 500_000;
const FIRST_SAT = 1;
/** A light client reads the chain, and the service makes its database. */
const LIMIT_MS = 180_000;

/** Counts what a person does, and times what they wait for. */
function createTally() {
  const lines: string[] = [];
  const counts = { commands: 0, answers: 0, presses: 0 };
  let seconds = 0;
  return {
    counts,
    lines,
    async step<T>(name: string, walk: () => Promise<T>): Promise<T> {
      const begunMs = systemClock.monotonicMs();
      const before = { ...counts };
      const answer = await walk();
      const took = (systemClock.monotonicMs() - begunMs) / 1000;
      seconds += took;
      const done = Object.entries(counts).map(
        ([kind, count]) => `${count - before[kind as keyof typeof before]} ${kind}`,
      );
      lines.push(`${name}: ${took.toFixed(1)} s, ${done.join(', ')}`);
      return answer;
    },
    total: () => `all: ${seconds.toFixed(1)} s, ${JSON.stringify(counts)}`,
  };
}

/** An empty folder, with the settings that the manual names, and a terminal in it. */
async function openPlace(t: TestContext, { bitcoin }: Regtest) {
  const cwd = await mkdtemp(join(tmpdir(), 'satchel-first-'));
  // As root, the account of the database passes here.
  await chmod(cwd, 0o711);
  const dataDir = join(cwd, 'data-regtest');
  t.after(guardByShell(`${END_OF_FOLDER}; rm -rf "$2"`, [dataDir, cwd]));
  await mkdir(dataDir);
  const port = String(await freePort());
  // The last two stand for what regtest has not: peers to find, and a port that is free.
  const settings = {
    SATCHEL_DATA_DIR: dataDir,
    SATCHEL_NEUTRINO_PEERS: bitcoin.p2pAddress,
    SATCHEL_PORT: port,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(cwd, '.env'), `${lines.join('\n')}\n`);
  const env = { PATH: process.env['PATH'], HOME: cwd, TERM: 'xterm', ...programVariables() };
  const mark = `HOME=${cwd}\0`;
  const run = (args: string) => {
    const command = `exec '${process.execPath}' '${PROGRAM}' ${args}`;
    const program = runInTerminal(command, { env, cwd, mark });
    let read = 0;
    /** Waits for one of these in new output; answers what came up to its end. */
    const until = async (sign: RegExp): Promise<string> => {
      const part = await eventually(
        `${sign} in ${args}`,
        () => {
          const found = sign.exec(program.output().slice(read));
          return found === null
            ? null
            : program.output().slice(read, read + found.index + found[0].length);
        },
        LIMIT_MS,
      );
      read += part.length;
      return part;
    };
    return { ...program, until };
  };
  return { cwd, dataDir, run, baseUrl: `http://127.0.0.1:${port}` };
}

test('from an empty folder to the first sat', async (t) => {
  const regtest = await openRegtest();
  const peer = await openLndPeer(regtest.nodes[PEER]);
  t.after(() => peer.close());
  const { dataDir, cwd, run, baseUrl } = await openPlace(t, regtest);
  const { step, counts, lines, total } = createTally();
  const command = (args: string) => {
    counts.commands += 1;
    return run(args);
  };
  /** A command that prints one thing and ends. */
  const ask = async (args: string): Promise<string> => {
    const { ended, output } = command(args);
    assert.equal(await ended, 0, output());
    return output();
  };

  await step('3. set-up', async () => {
    const { until, type, ended, output } = command('node setup --network regtest');
    const answer = (text: string): void => {
      counts.answers += 1;
      type(`${text}\n`);
    };
    await until(/Path of the program lnd/);
    answer(join(regtest.binaries, 'lnd'));
    const page = await until(/Press Enter when you have written them down\./);
    const words = new Map(
      [...page.matchAll(/\b(\d+)\.? +([a-z]{3,8})\b/g)].map(([, place, word]) => [place, word]),
    );
    assert.equal(words.size, 24, page);
    answer('');
    for (let count = 0; count < 3; count += 1) {
      const asked = /Word (\d+):/.exec(await until(/Word \d+:/));
      answer(words.get(asked?.[1]) ?? '');
    }
    await until(/\[y\/N\]/);
    answer('y');
    assert.equal(await ended, 0, output());
    assert.match(await readFile(join(cwd, '.env'), 'utf8'), /SATCHEL_LIGHTNING=managed/);
  });

  const link = await step('4. start', async () => {
    const service = command('start');
    t.after(async () => {
      for (const pid of service.processes()) killIfThere(pid, 'SIGTERM');
      await service.ended;
    });
    const shown = await service.until(/http:\S+\/set-up\?token=[\w-]{43}/);
    return /http:\S+\/set-up\?token=[\w-]{43}/.exec(shown)?.[0] ?? assert.fail();
  });
  const browser = createWebBrowser();
  await step('4. the admin', async () => {
    const form = { email: 'operator@example.com', new_password: 'correct horse battery' };
    counts.presses += 1;
    await browser.submit(await browser.get(link), link, form);
  });
  const node = await openCalls(join(dataDir, 'node'));
  await step('4. the node has read the chain', async () => {
    counts.commands += 1;
    await untilPasses(async () => {
      const { ended, output } = run('node');
      assert.equal(await ended, 0, output());
      assert.match(output(), /\bsynced\b/);
    });
  });

  await step('5. coins', async () => {
    const address = /bcrt1\w+/.exec(await ask('node address'))?.[0];
    await regtest.sendCoins(address ?? assert.fail(), COINS_SAT);
    const came = async () => (await confirmedSat(node)) === COINS_SAT;
    await mineUntil(regtest, 'the coins are there', came);
  });
  await step('6. a channel', async () => {
    const where = `${peer.pubkey}@${regtest.nodes[PEER].address}`;
    await ask(`node open-channel ${where} --amount ${CHANNEL_SAT}`);
    const isOpen = async () => (await activeChannels(node)).length === 1;
    await mineUntil(regtest, 'the channel is open', isOpen);
  });
  await step('7. someone opens a channel to us', () =>
    openChannelFromPeer(regtest, node, CHANNEL_SAT),
  );
  await step('7. the first receipt', async () => {
    const receive = `${baseUrl}/receive`;
    counts.answers += 1;
    counts.presses += 1;
    const form = { amount: String(FIRST_SAT), unit: 'sat' };
    const shown = await browser.submit(await browser.get(receive), receive, form);
    const bill = /lnbcrt\w+/.exec(shown)?.[0] ?? assert.fail('the page shows an invoice');
    await untilPasses(async () => assert.equal((await peer.pay(bill)).status, 'SUCCEEDED'));
    await untilPasses(async () => assert.match(await browser.get(`${baseUrl}/`), />1</));
  });
  for (const line of [...lines, total()]) t.diagnostic(line);
  assert.equal(listField(await node.get('/v1/channels'), 'channels').length, 2);
});
