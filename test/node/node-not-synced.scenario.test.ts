import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import { listOf } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const START_SAT = 50_000;
const VARIABLES = {
  SATCHEL_PAYMENT_WAIT: '1',
  // Any second look is far enough from the first for a proof, on a node that is synced.
  SATCHEL_NOT_FOUND_GRACE: '0',
  SATCHEL_HEARTBEAT_GRACE: '2',
};

/**
 * A real LND says so only for a moment, while it catches up: with its chain gone it answers nothing,
 * and ends by itself after minutes.
 */
describe('a running node that falls behind its chain', () => {
  let service: RunningService;
  let control: SimulatorControl;
  let payer: WalletUser;

  before(async () => {
    service = await startService(VARIABLES);
    control = await service.simulator();
    payer = await addWalletUser(service);
    await fund(service, payer, START_SAT);
  });
  after(() => service.dispose());

  const order = async (kind: string): Promise<void> => {
    assert((await control.setFault({ kind })).ok, kind);
  };
  const externalInvoice = async (): Promise<string> => {
    const made = await control.invoice({ amountSat: 1000 });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const pay = (invoice: string) => payer.post('/payments/bolt11', { invoice });
  const isSynced = async (): Promise<unknown> =>
    field(field(await service.cli('node'), 'node'), 'synced');

  test('M21 payments go on, and nothing that it does not know is given up meanwhile', async () => {
    assert.equal(await isSynced(), true);
    await order('not_synced');
    assert.equal(await isSynced(), false);
    const invoice = await externalInvoice();
    await untilPasses(async () => assert.equal((await pay(invoice)).status, 200));
    await fund(service, payer, 1000);

    await order('drop_unrecorded');
    assert.equal((await pay(await externalInvoice())).status, 500);
    const held = await payer.balanceSat();
    const [open] = listOf(await service.cli('payments', 'pending'));
    const id = textField(open, 'id');
    for (let look = 0; look < 4; look += 1) {
      const looked = await service.cli('payments', 'resolve', id);
      assert.equal(textField(looked, 'state'), 'unknown');
    }
    assert.equal(await payer.balanceSat(), held);

    await control.clearFaults(null);
    assert.equal(await isSynced(), true);
    await untilPasses(async () => {
      const looked = await service.cli('payments', 'resolve', id);
      assert.equal(textField(looked, 'state'), 'failed');
    });
    assert.equal(await payer.balanceSat(), held + 1010);
    await service.withStores(async ({ books, payments }) => {
      assert.deepEqual(await payments.listOpenPayments(), []);
      assert.deepEqual((await books.checkBooks()).findings, []);
    });
  });
});
