import { assert } from '../../src/base/assert.ts';
import type { Simulation } from './simulation.ts';

/** The history of a user has the invoices of their address that were paid, and no others. */
export async function judgeHistory({ model, storage }: Simulation): Promise<readonly string[]> {
  const { addressInvoices } = await storage.takeSnapshot();
  const findings: string[] = [];
  for (const { user } of model.people) {
    const bodies = await listIncoming(storage, user.id);
    for (const { paymentHash, isPaid, userId } of addressInvoices) {
      const isListed = bodies.some((body) => body.includes(paymentHash));
      const shouldBe = isPaid && userId === user.id;
      if (isListed === shouldBe) continue;
      const is = `${isPaid ? 'paid' : 'unpaid'}, and ${isListed ? '' : 'not '}listed`;
      findings.push(`${paymentHash} is ${is} for ${user.name}`);
    }
  }
  return findings;
}

async function listIncoming(
  { stores, perform }: Simulation['storage'],
  userId: string,
): Promise<readonly string[]> {
  const answer = await perform(() =>
    stores.history.listRecords({
      userId,
      direction: 'incoming',
      createdAfter: null,
      createdBefore: null,
      since: null,
      before: null,
      settledSince: null,
      offset: 0,
      limit: 1000,
    }),
  );
  assert(answer.kind === 'records', 'a list without identifiers is answered');
  return answer.bodies;
}
