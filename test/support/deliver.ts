import type { TestContext } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { renderKeysendReceipt } from '../../src/ledger/settled-record.ts';
import type { CustomRecords } from '../../src/lightning/custom-records.ts';
import type { DeliveryResult } from '../../src/webhooks/delivery-result.ts';
import { signDelivery } from '../../src/webhooks/sign-delivery.ts';
import { signingKeyOf } from '../../src/webhooks/signing-secret.ts';
import { openSender, postTo } from './webhook-post.ts';

export interface TestDelivery {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body?: string;
  readonly messageId?: string;
  readonly at?: Date;
}

export const MESSAGE_ID = 'msg_019aa5e0c2b87c41b4bd4a1f4b1f9d32';

/** Signs and sends a delivery like the worker does. */
export function deliver(t: TestContext, delivery: TestDelivery): Promise<DeliveryResult> {
  const { url, secrets, body = RECORD, messageId = MESSAGE_ID, at = new Date() } = delivery;
  const signatures = signDelivery({ messageId, at, body, keys: secrets.map(signingKeyOf) });
  const headers = { 'content-type': 'application/json', ...signatures };
  return openSender(t).send(postTo(url, { headers, body }));
}

/** The settled record of a keysend with these custom records. */
export const recordOf = (records: CustomRecords): string =>
  renderKeysendReceipt(
    {
      id: 'receipt',
      identifier: 'A'.repeat(24),
      source: 'node',
      paymentHash: 'aa'.repeat(32),
      preimage: 'bb'.repeat(32),
      amountMsat: msat(21_000n),
      records,
      createdAt: new Date('2030-01-01T00:00:00.712Z'),
      settledAt: new Date('2030-01-01T01:00:00.000Z'),
    },
    { pubkey: `02${'11'.repeat(32)}`, alias: 'our-node', network: 'regtest' },
  );

/** The settled record of a payment with everything that a payer can write. */
export const RECORD = recordOf(
  new Map([
    [
      7629169n,
      Buffer.from('{"message":"☕ \\u2028 \\ud83d\\ude80 </script>","ts":1.50,"9":1,"2":-0}'),
    ],
    [34349334n, Buffer.from('"quoted" \\ / \t \u0000 \u2029 ünï')],
    [696969n, Buffer.from('user')],
    [18446744073709551615n, Buffer.from([0xff, 0x00])],
    [65536n, Buffer.from([])],
  ]),
);
