import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { findLnd, restUrlOf } from '../../src/managed-lnd/io/lnd-process.ts';
import { readNodeRecord, saveNodeRecord } from '../../src/managed-lnd/io/node-files.ts';
import { acceptUpgrade, startForSetup } from '../../src/managed-lnd/io/node-for-setup.ts';
import {
  createNodeKeeper,
  type NodeKeeper,
  type NodeWatch,
} from '../../src/managed-lnd/io/node-keeper.ts';
import { isRescanOrdered, orderRescan } from '../../src/managed-lnd/io/rescan-order.ts';
import { identityOf } from '../../src/system/child-program.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeLnd, fakeLnd } from '../support/fake-lnd.ts';

/** No one is told. */
const UNWATCHED: NodeWatch = { ended: async () => undefined, runs: async () => undefined };

function keeperOf(
  t: TestContext,
  { options }: Pick<FakeLnd, 'options'>,
  alias: string | null = null,
  watch = UNWATCHED,
): NodeKeeper {
  const settings = { ...options.settings, alias };
  const keeper = createNodeKeeper({ ...options, settings, watch });
  t.after(() => keeper.end());
  return keeper;
}

async function stateOf({ folder, options }: FakeLnd): Promise<string | null> {
  const restPort = (await readNodeRecord(folder))?.ports.rest ?? 0;
  const tlsCaPem = await readFile(folder.tlsCertFile, 'utf8');
  return await options.askState({ restUrl: restUrlOf(restPort), tlsCaPem });
}

/** The keeper leaves LND alone, as one does whose process was killed. */
async function leaveBehind({ folder }: FakeLnd, keeper: NodeKeeper): Promise<void> {
  await writeFile(folder.ownerFile, '99999999 1\n');
  await keeper.end();
}

describe('an LND that a service keeps', () => {
  test('is started and unlocked with the service, and ends with it', async (t) => {
    const lnd = await fakeLnd(t);
    const keeper = keeperOf(t, lnd);
    await keeper.start();
    assert.equal(await stateOf(lnd), 'RPC_ACTIVE');
    await keeper.end();
    assert.equal(await findLnd(lnd.folder), null);
    assert(existsSync(join(lnd.folder.lndDir, 'ended')), 'it was asked to end, and not killed');
    assert(!existsSync(lnd.folder.ownerFile));
  });

  test('outlives a service that is killed, and the next service takes it up', async (t) => {
    const lnd = await fakeLnd(t);
    const first = keeperOf(t, lnd);
    await first.start();
    const pid = await findLnd(lnd.folder);
    await leaveBehind(lnd, first);
    assert.equal(await findLnd(lnd.folder), pid);

    const second = keeperOf(t, lnd);
    await second.start();
    assert.equal(await findLnd(lnd.folder), pid);
    await second.end();
    assert.equal(await findLnd(lnd.folder), null);
  });

  test('is started again by the next service if its settings have changed', async (t) => {
    const lnd = await fakeLnd(t);
    const first = keeperOf(t, lnd);
    await first.start();
    const pid = await findLnd(lnd.folder);
    await leaveBehind(lnd, first);

    await keeperOf(t, lnd, 'Our Club').start();
    assert.notEqual(await findLnd(lnd.folder), pid);
    assert.match(await readFile(lnd.folder.conf, 'utf8'), /^alias="Our Club"$/m);
  });

  test('is started again when it dies, on its old port, and someone is told why', async (t) => {
    const lnd = await fakeLnd(t);
    const told: string[] = [];
    const watch = { ...UNWATCHED, ended: async (detail: string) => void told.push(detail) };
    await keeperOf(t, lnd, null, watch).start();
    const before = await readNodeRecord(lnd.folder);
    const pid = await findLnd(lnd.folder);
    assert(pid !== null);
    process.kill(pid, 'SIGKILL');
    await eventually('another LND serves', async () =>
      lnd.log.text().includes('LND serves again') ? true : null,
    );
    assert.notEqual(await findLnd(lnd.folder), pid);
    assert.equal(await stateOf(lnd), 'RPC_ACTIVE');
    assert.deepEqual(await readNodeRecord(lnd.folder), before);
    assert.deepEqual(told, ['LND has ended and is started again: it ended with SIGKILL']);
  });

  test('that dies again and again is counted, until it has run well for a while', async (t) => {
    const lnd = await fakeLnd(t);
    let speed = 1;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * speed };
    const told: string[] = [];
    const watch = {
      ended: async (detail: string) => void told.push(detail),
      runs: async () => void (told.at(-1) === 'it runs' || told.push('it runs')),
    };
    await keeperOf(t, { options: { ...lnd.options, clock } }, null, watch).start();
    const untilTold = (text: string) =>
      eventually(text, () => (told.some((line) => line.includes(text)) ? true : null));
    const kill = async () => process.kill((await findLnd(lnd.folder)) ?? assert.fail(), 'SIGKILL');

    const program = join(lnd.options.dataDir, 'lnd');
    const kept = await readFile(program);
    await rm(program);
    await kill();
    await untilTold('(failure 3 ');
    assert.match(told[0] ?? '', /^LND has ended and is started again: /);
    assert.match(told[1] ?? '', /^LND could not be started again \(failure 2 .*: .*lnd/i);
    await writeFile(program, kept, { mode: 0o700 });
    await eventually('it serves', () =>
      lnd.log.text().includes('LND serves again') ? true : null,
    );
    speed = 10_000;
    await untilTold('it runs');
    speed = 1;
    const { length } = told;
    await kill();
    await eventually('another end is told', () => (told.length > length ? true : null));
    assert.match(told[length] ?? '', /^LND has ended and is started again: /);
  });

  test('reads its wallet anew once when that is ordered, whatever dies meanwhile', async (t) => {
    const lnd = await fakeLnd(t);
    await keeperOf(t, lnd).start();
    const opened = () => readFile(join(lnd.folder.lndDir, 'opened'), 'utf8');
    const untilDone = () =>
      eventually('the order is carried out', async () =>
        (await isRescanOrdered(lnd.folder)) || (await stateOf(lnd)) !== 'RPC_ACTIVE' ? null : true,
      );
    const kill = async () => process.kill((await findLnd(lnd.folder)) ?? assert.fail(), 'SIGKILL');
    await orderRescan(lnd.folder);
    await untilDone();
    assert.equal(await opened(), 'as it was anew ');
    assert.doesNotMatch(await readFile(lnd.folder.conf, 'utf8'), /reset-wallet-transactions/);
    const before = await findLnd(lnd.folder);
    await kill();
    await eventually('it is started again', async () =>
      (await findLnd(lnd.folder)) !== before && (await opened()).endsWith('anew as it was ')
        ? true
        : null,
    );

    await lnd.make('slow');
    await orderRescan(lnd.folder);
    await eventually('it begins', async () => ((await opened()).endsWith('anew ') ? true : null));
    await rm(join(lnd.options.dataDir, 'slow'));
    await kill();
    await untilDone();
    assert.equal(await opened(), 'as it was anew as it was anew anew ');
  });

  test('that does not hear a signal is killed when its end is urgent', async (t) => {
    const lnd = await fakeLnd(t);
    const sleep = (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 20, signal);
    const clock = { ...systemClock, sleep };
    const keeper = keeperOf(t, { options: { ...lnd.options, clock } });
    await keeper.start();
    await lnd.make('deaf');
    await keeper.end(true);
    assert.equal(await findLnd(lnd.folder), null);
  });

  test('can be ended while it starts', async (t) => {
    const lnd = await fakeLnd(t);
    await lnd.make('slow');
    const keeper = keeperOf(t, lnd);
    const broken = assert.rejects(keeper.start(), /was broken off/);
    await eventually('LND runs', () => findLnd(lnd.folder));
    await keeper.end();
    await broken;
    assert.equal(await findLnd(lnd.folder), null);
  });

  test('moves to another port if a stranger has its own', async (t) => {
    const lnd = await fakeLnd(t);
    const before = await readNodeRecord(lnd.folder);
    const stranger = createServer().listen(before?.ports.rest, '127.0.0.1');
    await once(stranger, 'listening');
    t.after(() => stranger.close());
    await keeperOf(t, lnd).start();
    const after = await readNodeRecord(lnd.folder);
    assert.notEqual(after?.ports.rest, before?.ports.rest);
    assert.equal(await stateOf(lnd), 'RPC_ACTIVE');
    assert.match(lnd.log.text(), /another program has a port of LND/);
  });
});

describe('a managed node that cannot run', () => {
  const refused = async (t: TestContext, lnd: FakeLnd, why: RegExp): Promise<void> => {
    await assert.rejects(keeperOf(t, lnd).start(), why);
    assert.equal(await findLnd(lnd.folder), null);
  };

  test('is refused while another process keeps it, and harms it in no way', async (t) => {
    const lnd = await fakeLnd(t);
    const first = keeperOf(t, lnd);
    await first.start();
    const pid = await findLnd(lnd.folder);
    const other = spawn('sleep', ['100']);
    t.after(() => other.kill('SIGKILL'));
    const owner = `${await identityOf(other.pid ?? 0)}\n`;
    await writeFile(lnd.folder.ownerFile, owner);

    const second = keeperOf(t, lnd, 'other settings');
    const said = new RegExp(`another Satchel \\(process ${other.pid}\\)`);
    await assert.rejects(second.start(), said);
    await assert.rejects(startForSetup(lnd.options), said);
    await second.end(true);
    assert.equal(await findLnd(lnd.folder), pid);
    assert.equal(await readFile(lnd.folder.ownerFile, 'utf8'), owner);
  });

  test('says what is wrong with its password, and is not tried again', async (t) => {
    const lnd = await fakeLnd(t);
    await writeFile(lnd.folder.passwordFile, 'wrong');
    await refused(t, lnd, /wallet\.password does not open the wallet.*LND says:.*passphrase/);
    assert(!existsSync(lnd.folder.ownerFile));
  });

  test('asks for set-up, or for the rest of it', async (t) => {
    await refused(t, await fakeLnd(t, false), /there is no node in .*run `satchel node setup`/);
    const lnd = await fakeLnd(t);
    await rm(lnd.folder.macaroonFile);
    await refused(t, lnd, /not complete: run `satchel node setup`/);
  });

  test('stays on its network', async (t) => {
    const lnd = await fakeLnd(t);
    const record = await readNodeRecord(lnd.folder);
    assert(record !== null);
    await saveNodeRecord(lnd.folder, { ...record, network: 'signet' });
    await refused(t, lnd, /on signet, but SATCHEL_NETWORK is regtest/);
  });

  test('has a program that is no LND, or none', async (t) => {
    const lnd = await fakeLnd(t);
    const withProgram = (program: string) => ({ ...lnd, options: { ...lnd.options, program } });
    await refused(
      t,
      withProgram('/no/such/lnd'),
      /no program \/no\/such\/lnd: .*SATCHEL_LND_PROGRAM/,
    );
    await refused(t, withProgram('/bin/echo'), /\/bin\/echo is not LND/);
  });

  test('has an LND that is too old to fetch headers from where it is told', async (t) => {
    const lnd = await fakeLnd(t, false);
    await lnd.setVersion('0.20.4');
    const headers = { blocks: 'https://h.example/b', filters: 'https://h.example/f' };
    const chain = { kind: 'neutrino', peers: [], headers, feeUrl: null } as const;
    const options = { ...lnd.options, settings: { ...lnd.options.settings, chain } };
    await assert.rejects(startForSetup(options), /SATCHEL_NEUTRINO_HEADERS needs LND 0\.21\.0/);
    await lnd.setVersion('0.21.3');
    const node = await startForSetup(options);
    await node.end();
  });

  test('takes a newer LND with consent only, and an older one never', async (t) => {
    const lnd = await fakeLnd(t);
    await lnd.setVersion('0.21.4');
    await refused(t, lnd, /LND 0\.21\.4.*last ran with 0\.21\.3.*--accept-upgrade/);
    assert.equal(await acceptUpgrade(lnd.options), '0.21.4');
    const keeper = keeperOf(t, lnd);
    await keeper.start();
    await keeper.end();
    assert.match(lnd.log.text(), /0\.21\.4 is newer than 0\.21\.3/);

    await lnd.setVersion('0.21.3');
    await refused(t, lnd, /has run with LND 0\.21\.4, and the older LND 0\.21\.3 cannot read/);
    await assert.rejects(acceptUpgrade(lnd.options), /the older LND 0\.21\.3 cannot read/);
  });
});
