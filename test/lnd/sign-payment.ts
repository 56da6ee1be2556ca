import { listField, textField } from '../support/fields.ts';
import { askLnd } from './ask-lnd.ts';
import type { RegtestNode } from './regtest.ts';

export interface PaymentOrder {
  /** The output that is spent, as `txid:index`. */
  readonly coin: string;
  readonly outputs: Readonly<Record<string, number>>;
  readonly satPerVbyte: number;
}

/**
 * Signs a transaction that spends a coin of a node, which another one may replace, and unlocks the
 * coin again.
 */
export async function signPayment(
  node: RegtestNode,
  { coin, outputs, satPerVbyte }: PaymentOrder,
): Promise<string> {
  const [txid = '', index] = coin.split(':');
  const outpoint = { txid_str: txid, output_index: Number(index) };
  const funded = await askLnd(node, '/v2/wallet/psbt/fund', {
    raw: {
      inputs: [outpoint],
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([address, amountSat]) => [address, String(amountSat)]),
      ),
    },
    sat_per_vbyte: String(satPerVbyte),
  });
  const finalized = await askLnd(node, '/v2/wallet/psbt/finalize', {
    funded_psbt: textField(funded, 'funded_psbt'),
  });
  for (const lock of listField(funded, 'locked_utxos')) {
    await askLnd(node, '/v2/wallet/utxos/release', { id: textField(lock, 'id'), outpoint });
  }
  return Buffer.from(textField(finalized, 'raw_final_tx'), 'base64').toString('hex');
}
