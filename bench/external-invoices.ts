import { msat } from '../src/base/amount.ts';
import { openLndNode } from '../src/lightning/lnd/node.ts';
import { newPreimage } from '../src/lightning/preimage.ts';
import { systemClock } from '../src/system/system-clock.ts';
import { systemRandom } from '../src/system/system-random.ts';
import type { NodeAccess } from './lnd-client.ts';

const AMOUNT_MSAT = 10_000n;
const AT_ONCE = 32;

/** Creates invoices of another node. */
export async function createExternalInvoices(
  access: NodeAccess,
  count: number,
  description = 'a coffee',
): Promise<readonly string[]> {
  const node = openLndNode({ ...access, clock: systemClock });
  const invoices: string[] = [];
  let begun = 0;
  const createNext = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const { bolt11 } = await node.createInvoice({
        preimage: newPreimage(systemRandom),
        amountMsat: msat(AMOUNT_MSAT),
        expirySec: 86_400,
        purpose: { kind: 'description', text: description },
      });
      invoices.push(bolt11);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, createNext));
  await node.close();
  return invoices;
}
