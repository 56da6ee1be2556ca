import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { type Attempts, takeAttempt } from '../accounts/limit-attempts.ts';
import type { AttemptRate, AttemptStore } from '../authorization/attempt-store.ts';
import type { SealKey } from '../authorization/sealed-box.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { Result } from '../base/result.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { DeliveryLogStore } from './delivery-log-store.ts';
import type { EndpointStatsStore } from './endpoint-stats-store.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { UrlRules } from './url-rules.ts';

/** The dependencies of operations on webhooks. */
export interface WebhookDeps {
  readonly endpoints: EndpointStore;
  readonly deliveryLog: DeliveryLogStore;
  readonly endpointStats: EndpointStatsStore;
  readonly attempts: AttemptStore;
  readonly webhookUrlRules: () => UrlRules;
  /** The key with which signing secrets are encrypted. */
  readonly webhookKey: SealKey;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Counts an act of a user, such as creating an endpoint, against its rate limit, by whatever route
 * it comes.
 */
export const takeWebhookAttempt = (
  deps: Pick<WebhookDeps, 'attempts' | 'clock'>,
  what: string,
  userId: string,
  rate: AttemptRate,
): Promise<Result<null, TooManyRefusal>> => takeAttempt(deps, webhookAttempts(what, userId, rate));

export const webhookAttempts = (what: string, userId: string, rate: AttemptRate): Attempts => ({
  what: `webhook ${what} ${userId}`,
  rate,
});
