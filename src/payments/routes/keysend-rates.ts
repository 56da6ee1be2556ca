import type { Caller } from '../../access/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { USER_RATE_FACTOR } from '../../base/limits.ts';
import type { RateLimitConfig } from '../../web/rates/rate-limit-config.ts';
import { createRateLimiter, type RateAnswer } from '../../web/rates/rate-limiter.ts';
import type { KeysendOrder } from '../keysend-order.ts';
import { KEYSEND_RECORDS_KIB } from '../limits.ts';
import type { RefusePaymentDeps } from './refuse-payment.ts';

/**
 * How many keysends an app and a user send, however many are in one call, and how much their
 * records hold: each is kept twice where payer and payee are both here.
 */
export interface KeysendRates {
  /** Counts all of them, or none when they are too many. */
  take(caller: Pick<Caller, 'userId' | 'grantId'>, orders: readonly KeysendOrder[]): RateAnswer;
}

/** What routes for keysends need beside the payments themselves. */
export interface KeysendRouteDeps extends RefusePaymentDeps {
  /** Null if nothing is limited. */
  readonly keysendRates: KeysendRates | null;
}

export function createKeysendRates(clock: Clock, config: RateLimitConfig): KeysendRates {
  const limiter = createRateLimiter(clock);
  const ofGrant = { perSec: config.paymentsPerSec, burst: config.paymentsBurst };
  const ofUser = {
    perSec: ofGrant.perSec * USER_RATE_FACTOR,
    burst: ofGrant.burst * USER_RATE_FACTOR,
  };
  return {
    take: ({ userId, grantId }, orders) => {
      const kib = Math.ceil(orders.reduce((sum, order) => sum + recordBytesOf(order), 0) / 1024);
      const first = { key: `keysends ${userId} ${grantId}`, rate: ofGrant, times: orders.length };
      const others = [
        { key: `keysends ${userId}`, rate: ofUser, times: orders.length },
        { key: `records ${userId}`, rate: KEYSEND_RECORDS_KIB, times: kib },
      ];
      const asked = [first, ...others];
      const full = asked.find(({ key, rate, times }) => !limiter.look(key, rate, times).isAllowed);
      if (full !== undefined) return limiter.look(full.key, full.rate, full.times);
      for (const { key, rate, times } of others) limiter.take(key, rate, times);
      return limiter.take(first.key, first.rate, first.times);
    },
  };
}

function recordBytesOf({ records, recordsText }: KeysendOrder): number {
  const texts = Object.values(recordsText ?? {}).map((text) => Buffer.byteLength(text));
  const bytes = [...(records?.values() ?? [])].map(({ length }) => length);
  return [...texts, ...bytes].reduce((sum, length) => sum + length, 0);
}
