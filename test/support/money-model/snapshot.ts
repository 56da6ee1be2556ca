import type { Cast } from './cast.ts';
import { NOW } from './events.ts';
import { accountKey } from './ledger/account.ts';
import type { MoneyWorld } from './money-world.ts';

/** Collects everything that can be seen of a cast in a world, to compare it with another world. */
export async function takeSnapshot(world: MoneyWorld, cast: Cast): Promise<object> {
  const { users, invoices, batch, nodePubkey } = cast;
  const orders = [...cast.reserves, ...cast.internals].map((event) => event.order);
  const receipts = [...cast.internals, ...cast.credits].map((event) => event.receipt);
  const ids = [...orders, ...receipts, ...cast.withdrawn].map(({ id }) => id);
  return {
    wallets: await Promise.all(users.map((user) => world.wallet(user))),
    budgets: await Promise.all(
      users.map((user) => world.budgets.readBudgets(user, cast.grantIds, NOW)),
    ),
    records: await Promise.all(users.map((user) => world.records(user))),
    withdrawals: await Promise.all(cast.withdrawn.map(({ id }) => world.withdrawals.find(id))),
    payments: await Promise.all(orders.map(({ id }) => world.findPayment(id))),
    invoices: await Promise.all(invoices.map(({ id }) => world.findInvoice(id))),
    approvals: await Promise.all(
      [...cast.asked].map(([paymentId]) => world.approvals.findOfPayment(paymentId)),
    ),
    batchItems: await world.batchItemStates(batch.id),
    cursor: await world.cursor(nodePubkey),
    transfers: await readTransfers(world, ids),
  };
}

async function readTransfers(world: MoneyWorld, subjectIds: readonly string[]) {
  return (await world.transfers(subjectIds))
    .map(({ kind, subjectId, postings }) => ({
      name: `${subjectId} ${kind}`,
      postings: postings.map(({ account, amountMsat }) => `${accountKey(account)} ${amountMsat}`),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
