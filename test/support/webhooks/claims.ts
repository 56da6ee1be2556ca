import assert from 'node:assert/strict';
import type { DeliveryResult } from '../../../src/webhooks/delivery-result.ts';
import type { ClaimedDelivery, FinishedAttempt } from '../../../src/webhooks/delivery-store.ts';
import type { NextStep } from '../../../src/webhooks/retry-schedule.ts';
import { NOW } from '../money-model/events.ts';
import type { DeliveryBench } from './delivery-bench.ts';

export const HOOK_URL = 'https://receiver.example/hook';
export const LEASE_MS = 60_000;
export const DELIVERED: NextStep = { kind: 'succeeded' };
export const LATER: NextStep = { kind: 'retry', afterMs: 5000 };

export const answered = (status: number, excerpt = ''): DeliveryResult => ({
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt,
  durationMs: 12,
});

/** What a worker writes about a claimed delivery. */
export const finish = (
  claim: ClaimedDelivery,
  result: DeliveryResult,
  next: NextStep,
  more: Partial<FinishedAttempt> = {},
): FinishedAttempt => ({
  endpointId: claim.endpointId,
  deliveryId: claim.deliveryId,
  number: claim.number,
  url: claim.url,
  attemptsBefore: claim.attemptsBefore,
  startedAt: NOW,
  result,
  next,
  disables: null,
  sign: next.kind === 'succeeded' ? 'succeeded' : next.kind === 'retry' ? 'failed' : 'exhausted',
  ...more,
});

export function claimsOf({ store, addReceiver, settle }: DeliveryBench) {
  const claim = (endpointId: string, count = 1): Promise<readonly ClaimedDelivery[]> =>
    store.claim([{ endpointId, count }], LEASE_MS);
  return {
    claim,
    claimOne: async (endpointId: string): Promise<ClaimedDelivery> => {
      const [claimed] = await claim(endpointId);
      assert(claimed !== undefined, 'something is due');
      return claimed;
    },
    dueIds: async (): Promise<readonly string[]> =>
      (await store.listDueEndpoints('', 1000)).map(({ endpointId }) => endpointId),
    /** Adds an endpoint for which this number of deliveries is due. */
    received: async (count = 1) => {
      const receiver = await addReceiver(HOOK_URL);
      await settle(receiver.userId, count);
      return receiver;
    },
  };
}
