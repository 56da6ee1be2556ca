import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { formatChannelPoint } from '../../src/lightning/channel-point.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { openLndNodeLedger } from '../../src/lightning/lnd/node-ledger.ts';
import type { NodeLedger, NodeSpend } from '../../src/lightning/node-ledger.ts';
import { paysOthers } from '../../src/node/find-strange-spends.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, textField } from '../support/fields.ts';
import { openRegtest, type Regtest } from './regtest.ts';

describe('what has left a node, no matter who ordered it', () => {
  let regtest: Regtest;
  let ledger: NodeLedger;
  let earlier: ReadonlySet<string>;

  before(async () => {
    regtest = await openRegtest();
    const access = { ...regtest.nodes.alice, ...(await regtest.bake(WANTED_CALLS)) };
    ledger = openLndNodeLedger({ ...access, clock: systemClock });
    earlier = new Set((await ledger.spends(0)).map(({ txid }) => txid));
  });
  after(() => ledger.close());

  const cli = async (node: 'alice' | 'bob' | 'carol', ...args: readonly string[]) => {
    const said: unknown = JSON.parse(await regtest.run('cli', node, ...args));
    return said;
  };
  /** What alice has paid to others since the last question. */
  const news = async (): Promise<readonly NodeSpend[]> => {
    const listed = await ledger.spends(0);
    const fresh = listed.filter((spend) => !earlier.has(spend.txid));
    earlier = new Set(listed.map(({ txid }) => txid));
    return fresh.filter(paysOthers);
  };
  const openTo = async (peer: 'bob' | 'carol'): Promise<string> => {
    const { pubkey, address } = regtest.nodes[peer];
    await cli('alice', 'connect', `${pubkey}@${address}`).catch(() => undefined);
    const order = ['--node_key', pubkey, '--local_amt', '300000', '--sat_per_vbyte', '3'];
    const opened = await cli('alice', 'openchannel', ...order);
    const txid = textField(opened, 'funding_txid');
    const [spend] = await news();
    assert.equal(spend?.txid, txid);
    assert.deepEqual([spend.paid.length, spend.isOnlyOurs], [1, true]);
    assert.equal(spend.paid[0]?.amountSat, 300_000n);
    const point = `${txid}:${spend.paid[0]?.index}`;
    const opening = (await ledger.openings()).find(
      ({ channelPoint }) => formatChannelPoint(channelPoint) === point,
    );
    assert.deepEqual([opening?.peerPubkey, opening?.capacitySat], [pubkey, 300_000n]);
    await regtest.mine(6);
    await eventually('it is open', async () => {
      const listed = await cli('alice', 'listchannels', '--active_only');
      return JSON.stringify(listed).includes(point) ? true : null;
    });
    return point;
  };
  const close = (node: 'alice' | 'carol', point: string, ...flags: readonly string[]) => {
    const [txid, index] = point.split(':');
    return cli(
      node,
      'closechannel',
      ...flags,
      '--funding_txid',
      txid ?? '',
      '--output_index',
      index ?? '',
    );
  };
  /**
   * Mines blocks and waits until alice has read them. Otherwise btcd mines faster than LND reads,
   * and LND may never catch up.
   */
  const mineAndRead = async (blocks: number): Promise<void> => {
    await regtest.mine(blocks);
    await eventually('alice has read the blocks', async () =>
      field(await cli('alice', 'getinfo'), 'synced_to_chain') === true ? true : null,
    );
  };
  /** The closed channels of alice whose balance has not come back in a block. */
  const closing = async () =>
    listField(await cli('alice', 'pendingchannels'), 'pending_force_closing_channels');
  const closeOf = async (point: string, isComplete: boolean) =>
    (await ledger.ownCloses(isComplete)).find(
      ({ channelPoint }) => formatChannelPoint(channelPoint) === point,
    ) ?? null;

  test('the macaroon that Satchel bakes allows to see it', async () => {
    assert.deepEqual(await ledger.missingRights(), []);
    const { macaroonHex } = await regtest.bake(WANTED_CALLS.slice(0, -2));
    const blind = openLndNodeLedger({ ...regtest.nodes.alice, macaroonHex, clock: systemClock });
    assert.deepEqual(await blind.missingRights(), [
      'uri:/lnrpc.Lightning/ClosedChannels',
      'uri:/walletrpc.WalletKit/ListSweeps',
    ]);
    await blind.close();
  });

  test('bitcoin that is sent is listed before any block has it, and afterwards', async () => {
    const address = textField(await cli('bob', 'newaddress', 'p2tr'), 'address');
    const order = [
      '--addr',
      address,
      '--amt',
      '60000',
      '--sat_per_vbyte',
      '2',
      '--label',
      '0:sweep',
    ];
    const { txid } = { txid: textField(await cli('alice', 'sendcoins', ...order), 'txid') };
    const [sent, ...others] = await news();
    assert.deepEqual(others, []);
    assert.equal(sent?.txid, txid);
    assert.deepEqual(
      sent.paid.map((output) => [output.address, output.amountSat]),
      [[address, 60_000n]],
    );
    assert.deepEqual([sent.isOnlyOurs, sent.label], [true, '0:sweep']);
    assert(!(await ledger.sweeps(0)).has(txid), 'a label makes no sweep');
    await regtest.mine(1);
    assert.deepEqual(await news(), []);
  });

  test('a close that we begin is listed, and one that the peer begins is not', async () => {
    const ours = await openTo('carol');
    await close('alice', ours, '--sat_per_vbyte', '2');
    assert.equal((await closeOf(ours, false))?.isForced, false);
    await regtest.mine(7);
    await eventually('it is closed for good', async () =>
      (await closeOf(ours, false)) === null ? true : null,
    );
    await eventually('it is in the list of closed channels', async () =>
      (await closeOf(ours, true))?.isForced === false ? true : null,
    );

    const theirs = await openTo('carol');
    await close('carol', theirs, '--sat_per_vbyte', '2');
    assert.equal(await closeOf(theirs, true), null);
    await regtest.mine(7);
    assert.equal(await closeOf(theirs, true), null);
    assert.deepEqual(await news(), [], 'closes pay the wallet');
  });

  test('a forced close is told apart, and what it brings back is no payment', async () => {
    const point = await openTo('carol');
    await close('alice', point, '--force');
    assert.equal((await closeOf(point, false))?.isForced, true);
    // The balance waits for 144 blocks or more. LND sends a sweep at a block, and the next one has it.
    await eventually('the node has swept its balance', async () => {
      await mineAndRead(10);
      return (await ledger.sweeps(0)).size > 0 ? true : null;
    });
    // Otherwise the coins of the sweep would come while the next test counts what alice has.
    await eventually('a block has the sweep', async () => {
      await mineAndRead(1);
      return (await closing()).length === 0 ? true : null;
    });
    assert.deepEqual(await news(), []);
  });
});
