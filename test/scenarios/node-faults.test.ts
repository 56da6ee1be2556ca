import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { FaultOrder, SimulatorControl } from '../../src/adapters/simulator-control.ts';
import { FAULT_NAMES } from '../../src/lightning/simulated-faults.ts';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  type Answer,
  addWalletUser,
  eventually,
  field,
  fund,
  numberField,
  textField,
  type WalletUser,
} from '../support/wallet-user.ts';

/** Short graces, so that what never arrived is given back within seconds, not minutes. */
const VARIABLES = {
  SATCHEL_PAYMENT_WAIT: '2',
  SATCHEL_NOT_FOUND_GRACE: '1',
  SATCHEL_HEARTBEAT_GRACE: '2',
};
const START_SAT = 100_000;

/** A node that misbehaves over LND's REST border, under the whole program. */
describe('a node that misbehaves', () => {
  let service: RunningService;
  let control: SimulatorControl;
  let payer: WalletUser;

  before(async () => {
    service = await startService(VARIABLES);
    control = await service.outside();
  });
  after(() => service.dispose());
  afterEach(async () => {
    await control.clearFaults(null);
    await service.withStores(async ({ payments, books }) => {
      await eventually(async () => assert.deepEqual(await payments.listOpenPayments(), []), 20_000);
      assert.deepEqual((await books.checkBooks()).findings, []);
    });
  });

  const addPayer = async (): Promise<void> => {
    payer = await addWalletUser(service);
    await fund(service, payer, START_SAT);
  };

  const fault = async (kind: string, order: Omit<FaultOrder, 'kind'> = {}): Promise<void> => {
    assert(FAULT_NAMES.some((name) => name === kind));
    assert((await control.setFault({ kind, ...order })).ok, kind);
  };

  const outsideInvoice = async (): Promise<string> => {
    const made = await control.invoice({ amountSat: 1000 });
    assert(made.ok);
    return made.value.paymentRequest;
  };

  const pay = (invoice: string): Promise<Answer> => payer.post('/payments/bolt11', { invoice });

  /** Pays under a fault, and answers when the fault has struck. */
  const payUnder = async (kind: string, order: Omit<FaultOrder, 'kind'> = {}): Promise<Struck> => {
    const invoice = await outsideInvoice();
    await fault(kind, order);
    const answer = pay(invoice);
    await eventually(async () => {
      const rules = await control.faults();
      assert(rules.ok && !rules.value.some((rule) => field(rule, 'kind') === kind), kind);
    });
    return { kind, invoice, answer };
  };

  const noneIsOpen = () =>
    service.withStores(({ payments }) =>
      eventually(async () => assert.deepEqual(await payments.listOpenPayments(), []), 20_000),
    );

  /** The wallet has lost what its settled payments cost, and nothing else. */
  const checkSettled = async (count: number): Promise<void> => {
    const records = asArray((await payer.get('/invoices/outgoing')).body);
    assert.equal(records.length, count);
    const costs = records.map((one) => numberField(one, 'amount') + numberField(one, 'fee'));
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    assert.equal(await payer.balanceSat(), START_SAT - spent);
  };

  test('M20 it took the payment, and the answer does not arrive or cannot be read', async () => {
    await addPayer();
    const struck: Struck[] = [];
    for (const kind of ['drop_recorded', 'half_answer', 'wrong_types']) {
      struck.push(await payUnder(kind));
    }
    await Promise.all(struck.map(({ answer }) => answer));
    await noneIsOpen();
    await checkSettled(3);
    for (const { invoice, kind } of struck) {
      assert.equal((await pay(invoice)).status, 200, `${kind}: a repeat answers the success`);
    }
    await checkSettled(3);
  });

  test('M21 it never took the payment: held until that is proven, then given back', async () => {
    await addPayer();
    const struck: Struck[] = [];
    for (const kind of ['drop_unrecorded', 'already_paid', 'in_transition']) {
      struck.push(await payUnder(kind));
    }
    for (const { answer, kind } of struck) {
      // Pending, or its proven end already: with graces this short either may come first.
      assert.equal((await answer).status, 500, kind);
    }
    await noneIsOpen();
    await checkSettled(0);
    for (const { invoice } of struck) assert.equal((await pay(invoice)).status, 200);
    await checkSettled(3);
  });

  test('it refuses in its own words: given back at once', async () => {
    await addPayer();
    for (const kind of ['starting', 'locked', 'no_permission', 'expired', 'no_route']) {
      const { answer } = await payUnder(kind, { calls: ['SendPaymentV2'], count: 1 });
      const { status, body } = await answer;
      assert.equal(status, 500, kind);
      assert.doesNotMatch(textField(body, 'message'), PENDING, kind);
    }
    assert.equal(await payer.balanceSat(), START_SAT);
  });

  test('M44 it looks up payments wrongly, too: whatever it says is no end', async () => {
    await addPayer();
    for (const kind of ['half_answer', 'wrong_types', 'drop_unrecorded']) {
      await fault(kind, { calls: ['TrackPaymentV2'], count: 1 });
    }
    const { answer } = await payUnder('drop_recorded');
    await answer;
    await noneIsOpen();
    await checkSettled(1);
  });

  test('M36 the payee holds the payment, and takes or refuses it later', async () => {
    await addPayer();
    const taken = await payUnder('hold_settle', { ms: 5000 });
    const refused = await payUnder('hold_fail', { ms: 5000 });
    for (const { kind, answer } of [taken, refused]) checkPending(await answer, kind);
    assert.equal(await payer.balanceSat(), START_SAT - 2 * 1010);
    await noneIsOpen();
    await checkSettled(1);
    assert.equal((await pay(taken.invoice)).status, 200);
    await checkSettled(1);
  });

  test('it is slow by seconds: nobody waits too long, nothing is sent twice', async () => {
    await addPayer();
    const invoice = await outsideInvoice();
    await fault('slow', { ms: 1500 });
    const answers = await Promise.all([pay(invoice), pay(invoice)]);
    for (const answer of answers) checkPending(answer);
    await noneIsOpen();
    await control.clearFaults(null);
    assert.equal((await pay(invoice)).status, 200);
    await checkSettled(1);
  });

  test('nobody listens at its address: nothing is sent, and all goes on when it is back', async () => {
    await addPayer();
    const [invoice, own] = [await outsideInvoice(), await payer.post('/invoices', { amount: 70 })];
    await fault('node_down');
    const { status, body } = await pay(invoice);
    assert.equal(status, 500);
    assert.doesNotMatch(textField(body, 'message'), PENDING);
    await control.clearFaults(null);
    await eventually(async () => assert.equal((await pay(invoice)).status, 200));
    await checkSettled(1);
    const before = await payer.balanceSat();
    assert((await control.pay({ bolt11: textField(own.body, 'payment_request') })).ok);
    await eventually(async () => assert.equal(await payer.balanceSat(), before + 70));
  });

  /** What the service owes, to its users and to nobody known. */
  const owedMsat = (): Promise<bigint> =>
    service.withStores(async ({ books }) => (await books.checkBooks()).liabilitiesMsat);

  const receive = async (...amountsSat: readonly number[]): Promise<void> => {
    for (const amount of amountsSat) {
      const { body } = await payer.post('/invoices', { amount });
      assert((await control.pay({ bolt11: textField(body, 'payment_request') })).ok);
    }
  };

  test('M50 M52 its stream is cut, replays, repeats itself and mixes up the order', async () => {
    await addPayer();
    for (const kind of ['duplicate_events', 'stale_replay']) await fault(kind);
    await fault('out_of_order', { count: 2, ms: 300 });
    for (const amountSat of [100, 10, 1]) {
      await receive(amountSat, amountSat, amountSat);
      await fault('stream_cut');
    }
    await receive(1000);
    await eventually(async () => assert.equal(await payer.balanceSat(), START_SAT + 1333));
    await fault('lost_events', { count: 3 });
    await receive(1, 1, 1, 2);
    await eventually(async () => assert.equal(await payer.balanceSat(), START_SAT + 1335));
    // What was lost is behind the cursor by now.
    await fault('stream_cut');
    await eventually(async () => assert.equal(await payer.balanceSat(), START_SAT + 1338));
    assert.equal(asArray((await payer.get('/invoices/incoming')).body).length, 15);
  });

  test('M54 M60 what arrives is strange: NUL, broken text, AMP, parts of a sat', async () => {
    await addPayer();
    const account = payer.identifier;
    const kinds = ['keysend_nul', 'keysend_bad_json', 'keysend_even_type', 'keysend_oversize'];
    for (const kind of [...kinds, 'keysend_sub_sat']) await fault(kind, { account });
    const incoming = async () => asArray((await payer.get('/invoices/incoming')).body);
    await eventually(async () => assert.equal((await incoming()).length, 1 + kinds.length + 1));
    const records = await incoming();
    const received = records.reduce<number>((sum, one) => sum + numberField(one, 'amount'), 0);
    assert.equal(await payer.balanceSat(), received);
    assert.equal(JSON.stringify(records).includes('\\u0000'), false);

    const owedBefore = await owedMsat();
    await fault('amp', { amountMsat: 5_000_000 });
    await eventually(async () => assert.equal(await owedMsat(), owedBefore + 5_000_000n));
    for (const kind of ['keysend_no_account', 'keysend_unknown_account']) await fault(kind);
    await eventually(async () => assert((await owedMsat()) > owedBefore + 5_000_000n));
    assert.equal(await payer.balanceSat(), received);
  });

  test('M28 it answers nothing, and the service is killed meanwhile', async () => {
    await addPayer();
    const invoice = await outsideInvoice();
    await fault('silent', { calls: ['SendPaymentV2'] });
    checkPending(await pay(invoice));
    assert.equal(await payer.balanceSat(), START_SAT - 1010);
    const [open, ...others] = asArray(await service.cli('payments', 'pending'));
    assert.deepEqual(others, []);
    const asked = await service.cli('payments', 'resolve', textField(open, 'id'));
    assert.equal(textField(asked, 'state'), 'dispatching', 'a person needs proof as well');
    await service.end('SIGKILL');
    await service.start();
    await noneIsOpen();
    await checkSettled(0);
  });

  test('it dies after it has written the payment down, and comes back', async () => {
    await addPayer();
    const invoice = await outsideInvoice();
    await fault('crash_recorded');
    const answer = await pay(invoice);
    checkPending(answer);
    await service.end('SIGTERM');
    await service.start();
    control = await service.outside();
    await noneIsOpen();
    await checkSettled(1);
  });

  test('it comes back with another key: nothing that it says is believed', async () => {
    await addPayer();
    const { body } = await payer.post('/invoices', { amount: 70 });
    await fault('new_identity');
    await eventually(async () => checkStopped(await pay(await outsideInvoice())));
    await control.keysend({ to: await newKey(), amountSat: 9, records: accountOf(payer) });
    await control.pay({ bolt11: textField(body, 'payment_request') });
    await eventually(async () => assert.match(service.output(), /node_changed/), 20_000);
    assert.equal(await payer.balanceSat(), START_SAT);
    await service.end('SIGTERM');
    await assert.rejects(service.start(), /this database belongs to node/);
  });

  const newKey = async (): Promise<string> => {
    const nodes = await control.nodes();
    assert(nodes.ok);
    const key = nodes.value.find(({ name }) => name === 'satchel')?.pubkey;
    assert(key !== undefined);
    return key;
  };
});

interface Struck {
  readonly kind: string;
  readonly invoice: string;
  readonly answer: Promise<Answer>;
}

const PENDING = /still pending/;

function checkStopped({ body }: Answer): void {
  assert.match(textField(body, 'message'), /payments to other nodes are stopped/);
}

function checkPending({ status, body }: Answer, why = ''): void {
  assert.equal(status, 500, why);
  assert.equal(field(body, 'code'), 10);
  assert.match(textField(body, 'message'), PENDING, why);
}

const accountOf = ({ identifier }: WalletUser) => ({ '696969': identifier });
