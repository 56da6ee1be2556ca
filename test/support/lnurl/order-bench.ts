import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { sat } from '../../../src/base/amount.ts';
import type { WithdrawalSpeed } from '../../../src/onchain/withdrawal.ts';
import { type ExecutePayOrderDeps, executePayOrder } from '../../../src/send/execute-pay-order.ts';
import type { ApiUser } from '../api-user.ts';
import type { Cleanup } from '../database.ts';
import { NEVER, startSendBench } from './send-bench.ts';

export type OrderBench = Awaited<ReturnType<typeof startOrderBench>>;

/** Opens a world with Ann, who has money, and with orders of the operator to pay a shop. */
export async function startOrderBench(cleanup: Cleanup) {
  const bench = await startSendBench(cleanup, 1);
  const { api, deps, payee } = bench;
  const { payOrders } = deps;
  const ann = await api.addUser();
  await ann.receive(100_000);
  payee.answers.set('/.well-known/lnurlp/shop', bench.offer());
  const owner = postgres(api.ownerUrl, { max: 1 });
  cleanup.after(() => owner.end());

  /** Lets the callback return another invoice each time, as payees do. */
  const answerInvoices = (): void => {
    payee.answers.set('/cb', (url: URL) => ({
      pr: bench.invoice({ amountMsat: BigInt(url.searchParams.get('amount') ?? 0) }).bolt11,
    }));
  };
  answerInvoices();

  async function order(
    text: string,
    { user }: ApiUser = ann,
    choice: { amountSat?: bigint; comment?: string; speed?: WithdrawalSpeed } = {},
  ): Promise<string> {
    const id = randomUUID();
    await payOrders.insertOrder({
      id,
      userId: user.id,
      text,
      amountSat: choice.amountSat === undefined ? null : sat(choice.amountSat),
      comment: choice.comment ?? null,
      speed: choice.speed ?? null,
    });
    return id;
  }

  async function paymentOf(id: string) {
    const end = (await payOrders.readOrder(id))?.end;
    assert(end?.kind === 'payment', JSON.stringify(end));
    const payment = await deps.payments.findPayment(end.paymentId);
    assert(payment !== null);
    return payment;
  }

  async function refusalOf(id: string): Promise<string> {
    const end = (await payOrders.readOrder(id))?.end;
    assert(end?.kind === 'refused', JSON.stringify(end));
    return end.refusal;
  }

  return {
    ...bench,
    payOrders,
    ann,
    address: `shop@${payee.host}`,
    answerInvoices,
    order,
    run: (id: string, changes: Partial<ExecutePayOrderDeps> = {}, signal = NEVER) =>
      executePayOrder({ ...deps, ...changes }, id, signal),
    paymentOf,
    refusalOf,
    expire: (id: string) =>
      owner`update pay_order set expires_at = clock_timestamp() where id = ${id}`,
    /** The dependencies of a worker whose clock is ahead. */
    aheadBy: (ms: number) => ({
      ...api.clock,
      now: () => new Date(api.clock.now().getTime() + ms),
    }),
    openAs: async (id: string) => (await payOrders.readOrder(id))?.end ?? 'open',
  };
}
