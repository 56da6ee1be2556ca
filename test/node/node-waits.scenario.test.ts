import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { checkPending, describeFaultyNode, START_SAT } from '../support/faulty-node.ts';
import { type Answer, textField, untilPasses, type WalletUser } from '../support/wallet-user.ts';

/** Callers hear soon that their payments are still pending. */
describeFaultyNode({ SATCHEL_PAYMENT_WAIT: '1' }, (world) => {
  test('M36 the payee holds the payment, and takes or refuses it later', async () => {
    await world.addPayer();
    const taken = await world.payUnder('hold_settle', { ms: 5000 });
    const refused = await world.payUnder('hold_fail', { ms: 5000 });
    for (const { kind, answer } of [taken, refused]) checkPending(await answer, kind);
    assert.equal(await world.payer.balanceSat(), START_SAT - 2 * 1010);
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(1);
    assert.equal((await world.pay(taken.invoice)).status, 200);
    await world.reconcileSettledInvoices(1);
  });

  test('it is slow by seconds: no one waits too long, nothing is sent twice', async () => {
    await world.addPayer();
    const invoice = await world.externalInvoice();
    await world.fault('slow', { ms: 1500 });
    const answers = await Promise.all([world.pay(invoice), world.pay(invoice)]);
    for (const answer of answers) checkPending(answer);
    await world.noneIsOpen();
    await world.control.clearFaults(null);
    assert.equal((await world.pay(invoice)).status, 200);
    await world.reconcileSettledInvoices(1);
  });

  test('M28 it answers nothing, and the service is killed meanwhile', async () => {
    await world.addPayer();
    const invoice = await world.externalInvoice();
    await world.fault('silent', { calls: ['SendPaymentV2'] });
    checkPending(await world.pay(invoice));
    assert.equal(await world.payer.balanceSat(), START_SAT - 1010);
    const [open, ...others] = asArray(await world.service.cli('payments', 'pending'));
    assert.deepEqual(others, []);
    const asked = await world.service.cli('payments', 'resolve', textField(open, 'id'));
    assert.equal(textField(asked, 'state'), 'dispatching', 'a person needs proof as well');
    await world.service.end('SIGKILL');
    await world.service.start();
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(0);
  });

  test('it dies after it has written the payment down, and comes back', async () => {
    await world.addPayer();
    const invoice = await world.externalInvoice();
    await world.fault('crash_recorded');
    const answer = await world.pay(invoice);
    checkPending(answer);
    await world.service.end('SIGTERM');
    await world.service.start();
    await world.reconnect();
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(1);
  });

  test('it comes back with another key: nothing that it says is believed', async () => {
    await world.addPayer();
    const { body } = await world.payer.post('/invoices', { amount: 70 });
    await world.fault('new_identity');
    await untilPasses(async () => checkStopped(await world.pay(await world.externalInvoice())));
    await world.control.keysend({
      to: await newKey(),
      amountSat: 9,
      records: accountOf(world.payer),
    });
    await world.control.pay({ bolt11: textField(body, 'payment_request') });
    await untilPasses(async () => assert.match(world.service.output(), /node_changed/));
    assert.equal(await world.payer.balanceSat(), START_SAT);
    await world.service.end('SIGTERM');
    await assert.rejects(world.service.start(), /this database belongs to node/);
  });

  const newKey = async (): Promise<string> => {
    const nodes = await world.control.nodes();
    assert(nodes.ok);
    const key = nodes.value.find(({ name }) => name === 'satchel')?.pubkey;
    assert(key !== undefined);
    return key;
  };
});

function checkStopped({ body }: Answer): void {
  assert.match(textField(body, 'message'), /payments to other nodes are stopped/);
}

const accountOf = ({ identifier }: WalletUser) => ({ '696969': identifier });
