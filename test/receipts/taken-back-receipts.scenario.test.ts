import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import type { FaultOrder } from '../../src/simulator/fault-registry.ts';
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { alarmsOf } from '../support/service-alarms.ts';
import { newFolder } from '../support/simulator-process.ts';
import { addWalletUser, textField, untilPasses, type WalletUser } from '../support/wallet-user.ts';

/** The whole program on a simulated node that can be started again. */
describe('a receipt that the node settled, and gave back', () => {
  const folder = newFolder();
  let simulator: Simulator;
  let service: RunningService;
  let payee: WalletUser;
  let external: ExternalPeer;

  const start = (): Promise<Simulator> =>
    startSimulator({
      dir: folder.dir,
      clock: systemClock,
      random: systemRandom,
      crash: () => undefined,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
  const nodeNamed = (name: string) => {
    const node = simulator.description.nodes.find((one) => one.name === name);
    assert(node !== undefined);
    return node;
  };
  const fault = (order: Omit<FaultOrder, 'node'>) =>
    simulator.network.faults.set({ node: SERVICE_NODE, ...order });
  /** Waits until Satchel speaks with the node again. */
  const restartNode = async (order?: Omit<FaultOrder, 'node'>): Promise<void> => {
    await simulator.close();
    simulator = await start();
    if (order !== undefined) fault(order);
    await untilPasses(async () => assert.equal(simulator.network.openStreams.size, 1));
  };
  /** Answers the payment hash, and what the payer was told. */
  const receive = async (amount: number): Promise<readonly [hash: string, status: string]> => {
    const before = await payee.balanceSat();
    const { body } = await payee.post('/invoices', { amount });
    const { status } = await external.pay(textField(body, 'payment_request'));
    await untilPasses(async () => assert.equal(await payee.balanceSat(), before + amount));
    return [textField(body, 'payment_hash'), status];
  };
  const alarms = async () => await alarmsOf(service);

  before(async () => {
    simulator = await start();
    const { restUrl, macaroonFile } = nodeNamed(SERVICE_NODE);
    external = await openLndPeer({ ...nodeNamed('alice'), tlsCaPem: null });
    service = await startService({
      SATCHEL_LIGHTNING: 'lnd',
      SATCHEL_LND_REST_URL: restUrl,
      SATCHEL_LND_MACAROON_FILE: macaroonFile,
    });
    payee = await addWalletUser(service);
  });
  after(async () => {
    await external.close();
    await service.end('SIGTERM');
    await rm(service.dataDir, { recursive: true, force: true });
    await simulator.close();
    folder.remove();
  });

  test('is told after the next start of the node; what is good is not', async () => {
    assert.equal((await receive(1000))[1], 'SUCCEEDED');
    fault({ kind: 'taken_back' });
    const [hash, status] = await receive(2000);
    assert.equal(status, 'FAILED', 'the payer has their money');
    await restartNode();
    await untilPasses(async () => assert.equal((await alarms()).length, 1));
    const [alarm] = await alarms();
    assert.equal(textField(alarm, 'kind'), 'receipt_taken_back');
    assert.equal(textField(alarm, 'subject'), hash);
    assert.match(textField(alarm, 'detail'), /of 2000 sat settled, and has given 2000 sat/);
    assert.equal(await payee.balanceSat(), 3000, 'no money is moved');
    const books = await service.withStores((stores) => stores.books.checkBooks());
    assert.deepEqual(books.findings, []);
  });

  test('is not seen where the node keeps no ends, or the macaroon may not ask', async () => {
    for (const [order, why] of [
      [{ kind: 'no_resolutions' }, /LND runs without store-final-htlc-resolutions=true/],
      [
        { kind: 'no_permission', calls: ['LookupHtlcResolution'] },
        /the macaroon does not allow uri:\/lnrpc.Lightning\/LookupHtlcResolution/,
      ],
    ] as const) {
      fault({ kind: 'taken_back' });
      await receive(10);
      await restartNode(order);
      await untilPasses(async () => assert.match(service.output(), why));
      assert.equal((await receive(5))[1], 'SUCCEEDED');
    }
    assert.equal((await alarms()).length, 1);
  });

  test('is seen by the next process as well', async () => {
    await service.end('SIGKILL');
    await service.start();
    await untilPasses(async () => assert.equal((await alarms()).length, 1));
    await restartNode();
    await untilPasses(async () => assert.equal((await alarms()).length, 3));
    const counts = (await alarms()).map((alarm) => JSON.stringify(alarm));
    assert(
      counts.every((alarm) => alarm.includes('"count":1')),
      'each once',
    );
  });
});
