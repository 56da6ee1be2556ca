import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { missingRights, NEEDED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';
import { textField } from '../support/fields.ts';
import { programVariables } from '../support/program-variables.ts';
import { nodeVariables } from './lnd-world.ts';
import { openRegtest, type Regtest } from './regtest.ts';
import { openSpareNode } from './spare-node.ts';

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const START_LIMIT_MS = 60_000;

describe('a node that the service cannot start with', () => {
  const cleanups: (() => Promise<void>)[] = [];
  const cleanup: Cleanup = { after: (fn) => cleanups.push(fn) };
  let regtest: Regtest;
  let dataDir: string;
  let databaseVariables: Readonly<Record<string, string>>;

  before(async () => {
    regtest = await openRegtest();
    dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanup.after(() => rm(dataDir, { recursive: true }));
    await chmod(dataDir, 0o711);
    const { serviceUrl, ownerUrl } = await testDatabase(cleanup);
    databaseVariables = {
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
    };
  });
  after(async () => {
    for (const fn of cleanups.reverse()) await fn();
  });

  /** Starts the service with these variables, and returns the error with which it gives up. */
  const refusal = async (variables: Readonly<Record<string, string>>): Promise<string> => {
    const env = {
      PATH: process.env['PATH'],
      HOME: dataDir,
      SATCHEL_DATA_DIR: dataDir,
      ...programVariables(),
      SATCHEL_PORT: '0',
      ...databaseVariables,
      ...variables,
    };
    const options = { env, cwd: dataDir, timeout: START_LIMIT_MS };
    try {
      await run(process.execPath, [PROGRAM, 'start'], options);
    } catch (error) {
      assert.equal(typeof error === 'object' && error && 'code' in error && error.code, 1);
      return textField(error, 'stderr');
    }
    return assert.fail('the service started');
  };

  const rightsOf = (macaroonHex: string): Promise<readonly string[]> =>
    missingRights({ ...regtest.nodes.alice, macaroonHex, clock: systemClock });

  test('a macaroon of just the needed rights, or of all, lacks nothing', async () => {
    assert.deepEqual(await rightsOf((await regtest.bake(NEEDED_CALLS)).macaroonHex), []);
    assert.deepEqual(await rightsOf(regtest.nodes.alice.macaroonHex), []);
  });

  test('each right that is missing is named', async () => {
    for (const call of NEEDED_CALLS) {
      const others = NEEDED_CALLS.filter((other) => other !== call);
      const { macaroonHex } = await regtest.bake(others);
      assert.deepEqual(await rightsOf(macaroonHex), [`uri:${call}`]);
    }
    const [check, ...calls] = NEEDED_CALLS;
    assert(check !== undefined);
    const { macaroonHex } = await regtest.bake([check]);
    assert.deepEqual(
      await rightsOf(macaroonHex),
      calls.map((call) => `uri:${call}`),
    );
  });

  test('a macaroon without rights: named, with the command that bakes a right one', async () => {
    const { alice } = regtest.nodes;
    const allButTwo = NEEDED_CALLS.filter((call) => !/SendPaymentV2|AddInvoice/.test(call));
    const baked = await regtest.bake(allButTwo);
    const said = await refusal(nodeVariables({ ...alice, ...baked }));
    const named = 'uri:/lnrpc.Lightning/AddInvoice uri:/routerrpc.Router/SendPaymentV2';
    assert(said.includes(`${baked.macaroonFile} lacks permissions: ${named};`), said);
    assert.match(said, /lncli bakemacaroon --root_key_id 1 --save_to satchel.macaroon uri:/);
  });

  test('a macaroon of another node', async () => {
    const { alice, bob } = regtest.nodes;
    const variables = nodeVariables({ ...alice, macaroonFile: bob.macaroonFile });
    assert.match(await refusal(variables), /LND refused .*: verification failed: signature/);
  });

  test('a certificate of another node', async () => {
    const { alice, bob } = regtest.nodes;
    const variables = nodeVariables({ ...alice, tlsCertFile: bob.tlsCertFile });
    assert.match(await refusal(variables), /the certificate .* is not the one that is trusted/);
  });

  test('no certificate named, though LND signed its own', async () => {
    const { SATCHEL_LND_TLS_CERT_FILE: _, ...variables } = nodeVariables(regtest.nodes.alice);
    assert.match(await refusal(variables), /the certificate .* is not the one that is trusted/);
  });

  test('no wallet, and a locked one', async () => {
    const { bitcoin } = regtest;
    const spare = await openSpareNode(regtest, { name: 'dave', bitcoin, hasPassword: true });
    try {
      await spare.start();
      await spare.untilState('NON_EXISTING');
      const variables = { ...nodeVariables(regtest.nodes.alice), ...nodeVariables(spare) };
      const withSomeMacaroon = { SATCHEL_LND_MACAROON_FILE: regtest.nodes.alice.macaroonFile };
      assert.match(await refusal({ ...variables, ...withSomeMacaroon }), /wallet not created/);
      await spare.createWallet();
      await spare.untilState('SERVER_ACTIVE');
      await spare.stop();
      await spare.start();
      await spare.untilState('LOCKED');
      assert.match(await refusal(variables), /wallet locked, unlock it/);
    } finally {
      await spare.stop();
    }
  });

  test('a chain that does not answer it', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert(address !== null && typeof address === 'object');
    const bitcoin = { ...regtest.bitcoin, rpcAddress: `127.0.0.1:${address.port}` };
    const spare = await openSpareNode(regtest, { name: 'erin', bitcoin, hasPassword: false });
    try {
      await spare.start();
      await spare.untilState('UNLOCKED');
      const said = await refusal(nodeVariables(spare));
      assert.match(said, /the RPC server is in the process of starting up/);
    } finally {
      await spare.stop();
      silent.close();
    }
  });

  test('no one at its address', async () => {
    const variables = { ...nodeVariables(regtest.nodes.alice) };
    variables.SATCHEL_LND_REST_URL = 'https://127.0.0.1:9';
    assert.match(await refusal(variables), /the Lightning node does not answer: .*ECONNREFUSED/);
  });
});
