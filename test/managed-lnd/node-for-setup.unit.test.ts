import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { findLnd } from '../../src/managed-lnd/io/lnd-process.ts';
import { readNodeRecord } from '../../src/managed-lnd/io/node-files.ts';
import { startForSetup } from '../../src/managed-lnd/io/node-for-setup.ts';
import { createNodeKeeper } from '../../src/managed-lnd/io/node-keeper.ts';
import { fakeLnd } from '../support/fake-lnd.ts';

describe('LND for set-up', () => {
  test('runs without a wallet, in a folder that others cannot read', async (t) => {
    const lnd = await fakeLnd(t, false);
    const { folder, options } = lnd;
    const node = await startForSetup(options);
    assert.equal(await options.askState(node), 'NON_EXISTING');
    assert.doesNotMatch(await readFile(folder.conf, 'utf8'), /password/);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    for (const path of [folder.path, folder.lndDir]) assert.equal(await modeOf(path), '700', path);
    for (const path of [folder.conf, folder.recordFile, folder.outputFile]) {
      assert.equal(await modeOf(path), '600', path);
    }
    const record = await readNodeRecord(folder);
    assert.deepEqual(
      [record?.network, record?.lndVersion, record?.pubkey],
      ['regtest', '0.21.3', null],
    );
    await node.end();
    assert.equal(await findLnd(folder), null);
  });

  test('is started again after a set-up that was killed', async (t) => {
    const { folder, options } = await fakeLnd(t, false);
    await startForSetup(options);
    const pid = await findLnd(folder);
    const node = await startForSetup(options);
    assert.notEqual(await findLnd(folder), pid);
    assert.equal(await options.askState(node), 'NON_EXISTING');
    await node.end();
  });

  test('takes another version for as long as there is no wallet', async (t) => {
    const { options, setVersion } = await fakeLnd(t, false);
    await (await startForSetup(options)).end();
    await setVersion('0.20.4');
    await (await startForSetup(options)).end();
  });

  test('finds a wallet locked, and leaves it to the next service', async (t) => {
    const { options } = await fakeLnd(t);
    const node = await startForSetup(options);
    assert.equal(await options.askState(node), 'LOCKED');
    await node.end();
    const watch = { ended: async () => undefined, runs: async () => undefined };
    const keeper = createNodeKeeper({ ...options, watch });
    await keeper.start();
    assert.equal(await options.askState(node), 'RPC_ACTIVE');
    await keeper.end();
  });
});
