import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { DAY_MS } from '../../src/base/durations.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { listOf } from '../support/fields.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { alarmsOf } from '../support/service-alarms.ts';
import { newFolder } from '../support/simulator-process.ts';
import {
  addWalletUser,
  field,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const FUNDS_SAT = 100_000;
const VARIABLES = {
  SATCHEL_PAYMENT_WAIT: '1',
  SATCHEL_HEARTBEAT_GRACE: '2',
  SATCHEL_NOT_FOUND_GRACE: '1',
  SATCHEL_STRANDED_GRACE: '2',
};

/** The whole program on a simulated node whose blocks a test lets pass. */
describe('a payment that hangs in the node forever', () => {
  const folder = newFolder();
  const clock = createMovableClock();
  let simulator: Simulator;
  let service: RunningService;
  let payer: WalletUser;

  const start = (): Promise<Simulator> =>
    startSimulator({
      dir: folder.dir,
      clock,
      random: systemRandom,
      crash: () => undefined,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
  const restartNode = async (): Promise<void> => {
    await simulator.close();
    simulator = await start();
  };
  const nodeNamed = (name: string) => {
    const node = simulator.description.nodes.find((one) => one.name === name);
    assert(node !== undefined);
    return node;
  };

  before(async () => {
    simulator = await start();
    const { restUrl, macaroonFile } = nodeNamed(SERVICE_NODE);
    service = await startService({
      ...VARIABLES,
      SATCHEL_LIGHTNING: 'lnd',
      SATCHEL_LND_REST_URL: restUrl,
      SATCHEL_LND_MACAROON_FILE: macaroonFile,
    });
    payer = await addWalletUser(service);
    const { body } = await payer.post('/invoices', { amount: FUNDS_SAT });
    const peer = await openLndPeer({ ...nodeNamed('alice'), tlsCaPem: null });
    assert.equal((await peer.pay(textField(body, 'payment_request'))).status, 'SUCCEEDED');
    await peer.close();
    await untilPasses(async () => assert.equal(await payer.balanceSat(), FUNDS_SAT));
  });
  after(async () => {
    await service.end('SIGTERM');
    await rm(service.dataDir, { recursive: true, force: true });
    await simulator.close();
    folder.remove();
  });

  const stuck = async (): Promise<readonly unknown[]> =>
    listOf(await service.cli('payments', 'stranded'));
  /** What the command says when it refuses. */
  const refusal = async (id: string): Promise<string> => {
    try {
      await service.cli('payments', 'end', id);
    } catch (error) {
      return textField(error, 'stderr');
    }
    return assert.fail('the payment was ended');
  };
  /** By a command with a grace that never passes: that it is lacking does not pass by. */
  const patientRefusal = async (id: string): Promise<string> => {
    const env = { ...service.env, SATCHEL_STRANDED_GRACE: '86400' };
    try {
      await run(process.execPath, [PROGRAM, 'payments', 'end', id, '--json'], { env });
    } catch (error) {
      return textField(error, 'stderr');
    }
    return assert.fail('the payment was ended');
  };
  /** What the newest action in the log was, and what became of it. */
  const newest = async (): Promise<unknown> => {
    const [action] = listOf(await service.cli('actions'));
    const of = (name: string): unknown => field(action, name);
    return [of('kind'), of('subject'), of('by'), of('result'), of('outcome')];
  };
  const alarms = async (): Promise<readonly string[]> =>
    (await alarmsOf(service)).map((alarm) => textField(alarm, 'kind'));

  test('is listed, refused while its proof has gaps, and given back once it is whole', async () => {
    simulator.network.faults.set({ kind: 'stranded', node: SERVICE_NODE });
    const external = await openLndPeer({ ...nodeNamed('bob'), tlsCaPem: null });
    const invoice = await external.createInvoice(1_000_000n);
    await external.close();
    assert.equal((await payer.post('/payments/bolt11', { invoice })).status, 500);
    const [open] = listOf(await service.cli('payments', 'pending'));
    const id = textField(open, 'id');
    const why = await refusal(id);
    assert.match(why, /still being handed|not started again/);
    const [kind, subject, by, result, outcome] = listOf(await newest());
    assert.deepEqual([kind, subject, by, result], ['payment_end', id, 'command', 'refused']);
    assert(why.includes(textField(outcome, 'why')), 'the log says why');
    assert.deepEqual(await stuck(), []);
    const asked = await service.cli('payments', 'resolve', id);
    assert.deepEqual(await newest(), [
      'payment_resolve',
      id,
      'command',
      'done',
      { state: textField(asked, 'state') },
    ]);

    await restartNode();
    await untilPasses(async () => assert.equal((await stuck()).length, 1));
    assert.match(await patientRefusal(id), /a second look is needed/);
    await untilPasses(async () =>
      assert.match(await refusal(id), /an HTLC of it could be claimed yet: wait for block \d+/),
    );
    await untilPasses(async () => assert.deepEqual(await alarms(), ['payment_stranded']));
    assert.equal(await payer.balanceSat(), FUNDS_SAT - 1010);

    // The days pass for the node alone, so it has to forget how long it runs.
    clock.move(3 * DAY_MS);
    await restartNode();
    await untilPasses(async () =>
      assert.match(await patientRefusal(id), /a second look is needed/),
    );
    await untilPasses(async () => assert.equal(field((await stuck())[0], 'can_end'), true));
    const [listed] = await stuck();
    assert.equal(field(listed, 'lacks'), null);
    const ended = await service.cli('payments', 'end', id);
    assert.equal(textField(ended, 'state'), 'failed');
    assert.deepEqual(await newest(), ['payment_end', id, 'command', 'done', {}]);
    assert.match(textField(ended, 'failure'), /stuck in the node/);
    assert.equal(await payer.balanceSat(), FUNDS_SAT);
    assert.match(await refusal(id), /the payment has failed/);
    assert.deepEqual(await newest(), [
      'payment_end',
      id,
      'command',
      'refused',
      { why: 'the payment has failed' },
    ]);
    await service.cli('payments', 'resolve', id);
    assert.equal(await payer.balanceSat(), FUNDS_SAT, 'and not given back twice');
    assert.deepEqual(await stuck(), []);
    const books = await service.withStores((stores) => stores.books.checkBooks());
    assert.deepEqual(books.findings, []);
    const kinds = [...(await alarms())].sort();
    assert.deepEqual(kinds, ['payment_stranded', 'stranded_payment_ended']);
  });

  test('an id that is none is refused', async () => {
    const before = listOf(await service.cli('actions')).length;
    assert.match(await refusal('no-such-payment'), /there is no payment no-such-payment/);
    assert.equal(listOf(await service.cli('actions')).length, before, 'nothing to log');
  });
});
