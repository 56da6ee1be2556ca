import type { Load } from '../../test/crash/load.ts';
import type { Item } from '../../test/crash/order-book.ts';

const AMOUNT_SAT = 21;

/**
 * Makes each api process send a payment over the node. Returns a sentence for each payment that did
 * not settle.
 */
export async function payExternalOnce(load: Load, processes: number): Promise<readonly string[]> {
  const violations: string[] = [];
  for (let number = 1; number <= processes; number += 1) {
    const tag = load.newTag();
    const made = await load.simulator.invoice({ amountSat: AMOUNT_SAT, node: 'alice', memo: tag });
    if (!made.ok) throw new Error('an outside node makes invoices');
    const { paymentRequest: invoice, paymentHash } = made.value;
    const item: Item = { tag, amountSat: AMOUNT_SAT, payee: null, paymentHash, verdict: 'unknown' };
    await load.send({
      payer: load.dice.pick(load.wallets),
      path: '/payments/bolt11',
      body: { invoice },
      key: `once ${tag}`,
      items: [item],
      // The call must not be repeated, because the processes get the calls in turn.
      isRepeatable: false,
    });
    if (item.verdict !== 'paid') violations.push(`no payment over the node after it: ${tag}`);
  }
  return violations;
}
