import type { Static } from 'typebox';
import { sat, satToMsat } from '../../base/amount.ts';
import type { KeysendOrder } from '../keysend-order.ts';
import type { keysendRequestSchema } from './keysend-schemas.ts';

export function readKeysendOrder(request: Static<typeof keysendRequestSchema>): KeysendOrder {
  return {
    destination: request.destination,
    amountMsat: satToMsat(sat(BigInt(request.amount))),
    memo: request.memo ?? null,
    recordsText: request.custom_records ?? request.customRecords ?? null,
  };
}
