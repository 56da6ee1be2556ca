import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { FAULT_NAMES } from '../../src/lightning/simulator-protocol/fault-protocol.ts';
import { openCommandSession } from '../support/command-session.ts';
import { newFolder } from '../support/simulator-process.ts';

const PROGRAM = new URL('../../src/main.ts', import.meta.url).pathname;

describe('the sim commands', () => {
  const folder = newFolder();
  const env = { ...process.env, SATCHEL_DATA_DIR: folder.dir };
  const session = openCommandSession(env);
  const run = (...args: string[]) => session.run('sim', ...args);
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { status, out, err } = await run(...args, '--json');
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const network = spawn(process.execPath, [PROGRAM, 'sim', 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let pubkey = '';
  before(async () => {
    const [line] = await once(network.stdout, 'data');
    pubkey = JSON.parse(String(line)).nodes[0].pubkey;
  });
  after(async () => {
    await session.end();
    if (network.exitCode === null) network.kill('SIGKILL');
    folder.remove();
  });

  it('list the nodes with what opens them', async () => {
    const { status, out } = await run('nodes', '--json');
    assert.equal(status, 0);
    const nodes: unknown = JSON.parse(out);
    assert(Array.isArray(nodes));
    assert.deepEqual(
      nodes.map((node) => node.name),
      ['satchel', 'hub-one', 'hub-two', 'alice', 'bob', 'carol'],
    );
    for (const node of nodes) {
      assert.match(node.rest_url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match(node.macaroon_hex, /^[0-9a-f]+$/);
      assert.match(node.macaroon_file, /\.macaroon$/);
      assert(node.local_balance_sat > 100_000_000 && node.remote_balance_sat > 100_000_000);
    }
  });

  it('make an invoice and pay it from another node, which then cannot be done again', async () => {
    const made = await json('invoice', '--amount', '1500', '--node', 'carol', '--memo', 'tea');
    const bolt11 = String(made['payment_request']);
    assert.match(bolt11, /^lnbcrt15u1/);
    const paid = await json('pay', bolt11);
    assert.deepEqual(Object.keys(paid), ['status', 'preimage', 'fee_msat']);
    assert.deepEqual([paid['status'], paid['fee_msat']], ['SUCCEEDED', '1001']);
    const again = await run('pay', bolt11);
    assert.notEqual(again.status, 0);
    assert.equal(again.err, 'satchel: invoice is already paid\n');
  });

  it('pay what leaves the amount to the payer', async () => {
    const made = await json('invoice', '--amount', '0');
    const bolt11 = String(made['payment_request']);
    const without = await run('pay', bolt11);
    assert.match(without.err, /amount must be specified/);
    assert.equal((await json('pay', bolt11, '--amount', '12'))['status'], 'SUCCEEDED');
  });

  it('mine blocks, pay on chain, replace what waits, and reorganise', async () => {
    const height = Number((await json('mine'))['block_height']);
    // A block of the clock may come at any moment.
    const expect = async (above: number, ...args: string[]) => {
      const risen = Number((await json(...args))['block_height']) - height;
      assert(risen === above || risen === above + 1, `${args.join(' ')}: ${risen} above`);
    };
    await expect(3, 'mine', '3');
    const address = 'bcrt1p5y7s8n4v680lt0rzls0n0azrchucu9fumu6vd00hvez0u6fftuhqtykt2u';
    const paid = await json('onchain', 'pay', address, '5000', '--outputs', '2');
    assert.match(String(paid['txid']), /^[0-9a-f]{64}$/);
    const replaced = await json('onchain', 'replace', String(paid['txid']));
    assert.notEqual(replaced['txid'], paid['txid']);
    await expect(4, 'mine');
    await expect(5, 'reorg', '2');
    await expect(4, 'reorg', '1', '--blocks', '0');
    await expect(5, 'reorg', '1', '--replace', String(paid['txid']));
    const wrong = await run('onchain', 'pay', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1');
    assert.match(wrong.err, /is no address of regtest/);
    assert.match((await run('reorg', '0')).err, /depth is a count from 1/);
    assert.match((await run('mine', 'x')).err, /whole number/);
  });

  it('send keysends with records, and AMP payments', async () => {
    const to = ['keysend', '--to', pubkey, '--amount', '33'];
    const sent = await json(...to, '--records', '{"696969":"somebody"}');
    assert.equal(sent['status'], 'SUCCEEDED');
    assert.equal((await json(...to, '--amp'))['status'], 'SUCCEEDED');
    const wrong = await run(...to, '--records', '{"x":1}');
    assert.notEqual(wrong.status, 0);
    assert.match(wrong.err, /decimal types/);
  });

  it('order faults, list and clear them', async () => {
    const rule = await json('fault', 'silent', '--count', '2', '--for-ms', '60000');
    assert.deepEqual([rule['kind'], rule['node'], rule['remaining']], ['silent', 'satchel', 2]);
    const listed = await run('fault', 'list', '--json');
    assert.deepEqual(JSON.parse(listed.out), [rule]);
    assert.deepEqual(await json('fault', 'clear'), { cleared: 1 });
    const unknown = await run('fault', 'no_rout');
    assert.notEqual(unknown.status, 0);
    assert.match(unknown.err, /`sim fault --help` lists the kinds/);
    const { out } = await run('fault', '--help');
    for (const name of FAULT_NAMES) assert(out.includes(name), name);
  });

  it('refuse a second network, end the first, and then say that none runs', async () => {
    const second = await run('start');
    assert.notEqual(second.status, 0);
    assert.match(second.err, /runs already, as process \d+/);
    const ended = once(network, 'exit');
    assert.equal((await json('stop'))['stopped'], true);
    const [status] = await ended;
    assert.equal(status, 0);
    const none = await run('nodes', '--json');
    assert.notEqual(none.status, 0);
    assert.match(String(JSON.parse(none.out).error), /no simulated network runs/);
  });
});
