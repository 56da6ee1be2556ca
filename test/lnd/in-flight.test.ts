import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { HeldInvoice } from '../support/lightning-node/external-peer.ts';
import {
  type Answer,
  field,
  numberField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { type Operator, openOperator } from './end-stuck-payments.ts';
import {
  invoiceOf,
  type LndWorld,
  openLndWorld,
  outgoing,
  payBill,
  untilNothingIsOpen,
} from './lnd-world.ts';

const START_SAT = 200_000;
const CROWD = 12;
const LATE_MS = 90_000;

/** Tests in which something dies while payments are in flight, some of them held by their payee. */
describe('a death with payments in flight', () => {
  let world: LndWorld;
  let operator: Operator;
  let payer: WalletUser;

  before(async () => {
    world = await openLndWorld();
    operator = openOperator(world.regtest, world.service.env);
    payer = await world.addUser(START_SAT);
  });
  afterEach(() => world.checkAgreement());
  after(async () => {
    await operator.close();
    await world.dispose();
  });

  /**
   * Waits until all payments have ended. Those that LND never ends after a kill are ended by the
   * operator.
   */
  const untilAllHasEnded = async (): Promise<void> => {
    await untilPasses(async () => {
      await operator.endStuckPayments();
      const open = await world.service.withStores(({ payments }) => payments.listOpenPayments());
      assert.deepEqual(open, []);
    }, LATE_MS);
  };

  const hold = async (amountMsat: bigint): Promise<HeldInvoice> => {
    const held = await world.carol.createHeldInvoice(amountMsat);
    void payBill(payer, held.bolt11).catch(() => null);
    await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
    return held;
  };

  /** Starts to pay many invoices without waiting; null in place of an answer that never came. */
  const payMany = async (): Promise<readonly Pending[]> => {
    const bills = await Promise.all(
      Array.from({ length: CROWD }, () => world.carol.createInvoice(10_000n)),
    );
    return bills.map((bolt11) => ({
      bolt11,
      answer: payBill(payer, bolt11).catch(() => null),
    }));
  };

  /**
   * Checks that each invoice was either paid or not, and that the wallet has lost what was paid and
   * nothing else.
   */
  const checkEnds = async (before: number, crowd: readonly Pending[], costsSat: number) => {
    await untilAllHasEnded();
    let spent = costsSat;
    for (const { bolt11, answer } of crowd) {
      const first = await answer;
      const paid = await findPaid(bolt11);
      if (first?.status === 200) assert(paid !== null, 'what was told as paid is paid');
      if (paid !== null) spent += numberField(paid, 'amount') + numberField(paid, 'fee');
    }
    assert.equal(await payer.balanceSat(), before - spent);
  };

  const findPaid = async (bolt11: string): Promise<unknown> => {
    const shown = await outgoing(payer);
    return shown.find((record) => field(record, 'payment_request') === bolt11) ?? null;
  };

  const costOf = async ({ bolt11 }: HeldInvoice): Promise<number> => {
    const record = await findPaid(bolt11);
    return numberField(record, 'amount') + numberField(record, 'fee');
  };

  test('kill -9 of the service', async () => {
    const before = await payer.balanceSat();
    const [during, later, refused] = [
      await hold(70_000n),
      await hold(80_000n),
      await hold(90_000n),
    ];
    const crowd = await payMany();
    await crowd[0]?.answer;
    await world.service.end('SIGKILL');
    await during.settle();
    await world.service.start();
    await later.settle();
    await refused.cancel();
    await untilNothingIsOpen(world.service);
    assert.equal(await findPaid(refused.bolt11), null);
    await checkEnds(before, crowd, (await costOf(during)) + (await costOf(later)));
  });

  test('kill -9 of LND', async () => {
    const before = await payer.balanceSat();
    const [during, later, refused] = [
      await hold(70_000n),
      await hold(80_000n),
      await hold(90_000n),
    ];
    const crowd = await payMany();
    await crowd[0]?.answer;
    await world.regtest.kill('alice');
    await during.settle();
    const meanwhile = await payBill(payer, await world.carol.createInvoice(10_000n));
    assert.equal(meanwhile.status, 500);
    await world.regtest.start('alice');
    await later.settle();
    await refused.cancel();
    await untilAllHasEnded();
    assert.equal(await findPaid(refused.bolt11), null);
    await checkEnds(before, crowd, (await costOf(during)) + (await costOf(later)));
  });

  test('kill -9 of both, and an invoice is paid before either hears of it', async () => {
    const before = await payer.balanceSat();
    const own = await invoiceOf(payer, 5000);
    const held = await hold(70_000n);
    const crowd = await payMany();
    await world.service.end('SIGKILL');
    assert.equal((await world.carol.pay(own)).status, 'SUCCEEDED');
    await world.regtest.kill('alice');
    await held.settle();
    await world.regtest.start('alice');
    await world.service.start();
    await untilAllHasEnded();
    await checkEnds(before + 5000, crowd, await costOf(held));
  });
});

interface Pending {
  readonly bolt11: string;
  /** The answer to the call; null when none came. */
  readonly answer: Promise<Answer | null>;
}
