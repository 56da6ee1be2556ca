import { systemClock } from '../../src/adapters/system-clock.ts';
import { openWebhookSender } from '../../src/adapters/webhook-sender/sender.ts';
import type { Clock } from '../../src/base/clock.ts';
import { addressRules } from '../../src/webhook/address-rules.ts';
import type { DeliveryResult } from '../../src/webhook/delivery-result.ts';
import type { WebhookPost } from '../../src/webhook/sender-port.ts';

type SenderOptions = Parameters<typeof openWebhookSender>[0];

/** Private addresses are the only ones that tests may reach. */
export const LOOPBACK = ['127.0.0.0/8', '::1'];

/** A sender that reaches this machine, unless told otherwise. */
export const openTestSender = (options: Partial<SenderOptions> & { readonly clock?: Clock } = {}) =>
  openWebhookSender({ addresses: addressRules(LOOPBACK), clock: systemClock, ...options });

export const postTo = (url: string, post: Partial<WebhookPost> = {}): WebhookPost => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"amount":21}',
  signal: new AbortController().signal,
  ...post,
});

/** What is left when time is taken away. */
export function withoutDuration(result: DeliveryResult): object {
  const { durationMs, ...rest } = result;
  if (!Number.isInteger(durationMs) || durationMs < 0) throw new Error(`took ${durationMs} ms`);
  return rest;
}
