/** Builds what publishes receipts of zaps. */

import { deriveKey } from '../../access/derived-key.ts';
import { sendZapReceipts } from '../../address/send-zap-receipts.ts';
import { addressRules } from '../../base/address-rules.ts';
import { createReceiptKeys, type ReceiptKeys } from '../../nostr/receipt-keys.ts';
import { openRelayPublisher } from '../../nostr/relays/relay-publisher.ts';
import type { AppContext, Role } from './app-context.ts';
import type { Stores } from './compose-stores.ts';

export interface Zaps {
  readonly receiptKeys: ReceiptKeys;
  /** Whether relays may be reached without TLS. */
  readonly hasPlainRelays: boolean;
  /** Sends receipts until the stop signal. */
  run(role: Role, stop: AbortSignal): Promise<void>;
}

export function composeZaps(
  context: AppContext,
  { zapDeliveries }: Pick<Stores, 'zapDeliveries'>,
  secretKey: Uint8Array,
): Zaps {
  const { clock } = context;
  const addresses = addressRules(context.config.outboundAllow);
  const receiptKeys = createReceiptKeys(deriveKey(secretKey, 'zap receipts'));
  const relays = openRelayPublisher({ addresses, clock });
  return {
    receiptKeys,
    hasPlainRelays: addresses.hasListed,
    run: async (role, stop) => {
      if (role === 'api') return;
      await sendZapReceipts({ ...context, zapDeliveries, receiptKeys, relays }, stop);
    },
  };
}
