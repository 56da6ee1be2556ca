import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Log } from '../../src/base/log.ts';
import {
  ensureSimulatedNetwork,
  runningNetwork,
} from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import {
  callLnd,
  newFolder,
  type SimulatorProcess,
  spawnSimulator,
  startSimulatorProcess,
} from '../support/simulator-process.ts';

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };

describe('the simulator as a program', () => {
  const folder = newFolder();
  let simulator: SimulatorProcess;
  before(async () => {
    simulator = await startSimulatorProcess(folder.dir);
  });
  after(async () => {
    await simulator.end('SIGKILL');
    folder.remove();
  });

  it('shows its folder in its command line', () => {
    assert(simulator.child.spawnargs.includes(folder.dir));
  });

  it('keeps what opens its nodes to its owner', () => {
    const names = ['network.json', 'identity.json', 'journal.log', 'satchel.macaroon'];
    for (const name of names) {
      assert.equal(statSync(join(folder.dir, name)).mode & 0o777, 0o600, name);
    }
  });

  it('starts with at least 100 million sat in each direction of each channel', async () => {
    for (const { name } of simulator.network.nodes) {
      const { body } = await callLnd(simulator.network, name, { path: '/v1/channels' });
      assert(Array.isArray(body['channels']));
      for (const channel of body['channels']) {
        assert(Number(channel.local_balance) >= 100_000_000);
        assert(Number(channel.remote_balance) >= 100_000_000);
      }
    }
  });

  it('listens on loopback only', () => {
    const urls = simulator.network.nodes.map((node) => node.restUrl);
    for (const url of [...urls, simulator.network.controlUrl]) {
      assert.equal(new URL(url).hostname, '127.0.0.1');
    }
  });

  it('refuses control without its secret', async () => {
    const thief = { ...simulator.network, controlToken: 'guess' };
    assert.equal(await controlOf(thief).identity(), null);
    assert.equal((await controlOf(thief).nodes()).ok, false);
  });

  it('lets no second one into its folder', async () => {
    const second = spawnSimulator(folder.dir);
    let said = '';
    second.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    const [status] = await once(second, 'exit');
    assert.notEqual(status, 0);
    assert.match(said, /another simulator runs in/);
    assert.equal((await runningNetwork(folder.dir))?.pid, simulator.child.pid);
  });

  it('has lost nothing of what it had answered when it is killed', async () => {
    const { network } = simulator;
    const hashes: string[] = [];
    const work = Array.from({ length: 8 }, async () => {
      for (;;) {
        const invoice = await callLnd(network, 'alice', {
          path: '/v1/invoices',
          body: { value: '10' },
        });
        const bolt11 = String(invoice.body['payment_request']);
        const sent = await callLnd(network, 'satchel', {
          path: '/v2/router/send',
          body: { payment_request: bolt11, fee_limit_sat: '10', no_inflight_updates: true },
        });
        assert.equal(result(sent.body)['status'], 'SUCCEEDED');
        hashes.push(String(result(sent.body)['payment_hash']));
      }
    });
    const ended = Promise.allSettled(work);
    await eventually('a few payments', () => (hashes.length > 40 ? true : null));
    await simulator.end('SIGKILL');
    await ended;

    simulator = await startSimulatorProcess(folder.dir);
    const restarted = simulator.network;
    assert.deepEqual(
      restarted.nodes.map((node) => [node.pubkey, node.restUrl, node.macaroonHex]),
      network.nodes.map((node) => [node.pubkey, node.restUrl, node.macaroonHex]),
    );
    for (const hash of hashes) {
      const path = `/v2/router/track/${base64Url(hash)}`;
      const tracked = await callLnd(restarted, 'satchel', { path });
      assert.equal(result(tracked.body)['status'], 'SUCCEEDED');
      const invoice = await callLnd(restarted, 'alice', { path: `/v1/invoice/${hash}` });
      assert.equal(invoice.body['state'], 'SETTLED');
    }
  });

  it('ends on SIGTERM by itself, and goes on where it was', async () => {
    const made = await callLnd(simulator.network, 'bob', {
      path: '/v1/invoices',
      body: { value: '77' },
    });
    await simulator.end('SIGTERM');
    assert.equal(simulator.child.exitCode, 0);
    simulator = await startSimulatorProcess(folder.dir);
    const path = `/v1/payreq/${String(made.body['payment_request'])}`;
    assert.equal((await callLnd(simulator.network, 'bob', { path })).status, 200);
    const list = await callLnd(simulator.network, 'bob', { path: '/v1/invoices' });
    assert.equal(list.body['last_index_offset'], made.body['add_index']);
  });

  it('ends when its folder is gone', async () => {
    const ended = once(simulator.child, 'exit');
    renameSync(folder.dir, `${folder.dir}-gone`);
    const [status] = await ended;
    assert.equal(status, 0);
    renameSync(`${folder.dir}-gone`, folder.dir);
  });
});

describe('the simulated network of a data folder', () => {
  const options = (dataDir: string) => ({ dataDir, clock: systemClock, log: SILENT });
  const untilGone = (dataDir: string) =>
    eventually('it has ended', async () =>
      (await runningNetwork(join(dataDir, 'simulator'))) === null ? true : null,
    );

  it('is started once, outlives who started it, and ends on request', async () => {
    const { dir, remove } = newFolder();
    const first = await ensureSimulatedNetwork(options(dir));
    const again = await ensureSimulatedNetwork(options(dir));
    assert.deepEqual(again.description, first.description);
    assert.match(readFileSync(join(dir, 'simulator', 'simulator.log'), 'utf8'), /is up/);
    assert((await controlOf(first.description).shutdown()).ok);
    await untilGone(dir);
    remove();
  });

  it('ends with the service that started it, at its word and not before', async () => {
    const { dir, remove } = newFolder();
    const network = await ensureSimulatedNetwork(options(dir));
    await network.end();
    await untilEnded(network.description.pid);
    await network.end();
    remove();
  });

  it('is taken over from a service that was killed', async () => {
    const { dir, remove } = newFolder();
    const { description } = await ensureSimulatedNetwork(options(dir));
    const owner = join(dir, 'simulator', 'owner.pid');
    const killed = spawnSync(process.execPath, ['--version']).pid;
    writeFileSync(owner, `${killed}\n`);
    const next = await ensureSimulatedNetwork(options(dir));
    assert.equal(next.description.pid, description.pid);
    await next.end();
    await untilEnded(description.pid);
    remove();
  });

  it('is taken over from a service that was killed while it started', async () => {
    const { dir, remove } = newFolder();
    const starting = spawnSimulator(join(dir, 'simulator'));
    const ended = once(starting, 'exit');
    const killed = spawnSync(process.execPath, ['--version']).pid;
    mkdirSync(join(dir, 'simulator'), { recursive: true });
    writeFileSync(join(dir, 'simulator', 'owner.pid'), `${killed}\n`);
    const network = await ensureSimulatedNetwork(options(dir));
    await network.end();
    await untilEnded(network.description.pid);
    await ended;
    remove();
  });

  it('is one, however many services start it at once', async () => {
    const { dir, remove } = newFolder();
    const both = await Promise.all([1, 2].map(() => ensureSimulatedNetwork(options(dir))));
    const [first, second] = both.map(({ description }) => description.pid);
    assert.equal(first, second);
    await Promise.all(both.map((network) => network.end()));
    await untilGone(dir);
    remove();
  });

  it('is taken over when the number of its owner is now that of another program', async () => {
    const { dir, remove } = newFolder();
    const { description } = await ensureSimulatedNetwork(options(dir));
    writeFileSync(join(dir, 'simulator', 'owner.pid'), `${process.ppid} 1\n`);
    await (await ensureSimulatedNetwork(options(dir))).end();
    await untilEnded(description.pid);
    remove();
  });

  it('stays when another service or `sim start` runs it', async () => {
    const { dir, remove } = newFolder();
    const { description } = await ensureSimulatedNetwork(options(dir));
    const owner = join(dir, 'simulator', 'owner.pid');
    writeFileSync(owner, `${process.ppid}\n`);
    await (await ensureSimulatedNetwork(options(dir))).end();
    assert.equal(isRunning(description.pid), true, 'its owner lives');
    rmSync(owner);
    await (await ensureSimulatedNetwork(options(dir))).end();
    assert.equal(isRunning(description.pid), true, 'it belongs to no service');
    assert((await controlOf(description).shutdown()).ok);
    await untilGone(dir);
    remove();
  });
});

/** This process started it, and hears of its end a moment later. */
const untilEnded = (pid: number): Promise<true> =>
  eventually('the network has ended', () => (isRunning(pid) ? null : true));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function result(body: Record<string, unknown>): Record<string, unknown> {
  const value = body['result'];
  assert(typeof value === 'object' && value !== null, JSON.stringify(body));
  return { ...value };
}

const base64Url = (hex: string): string =>
  Buffer.from(hex, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_');
