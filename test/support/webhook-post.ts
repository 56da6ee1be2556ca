import type { TestContext } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import type { DeliveryResult } from '../../src/webhooks/delivery-result.ts';
import { openWebhookSender } from '../../src/webhooks/sender/sender.ts';
import type { WebhookPost, WebhookSender } from '../../src/webhooks/sender-port.ts';
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts';

type SenderOptions = Parameters<typeof openWebhookSender>[0];

/** Addresses of this machine are the only ones that tests may reach. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1'];

/** A sender that reaches this machine, unless told otherwise, for as long as the test runs. */
export function openSender(t: TestContext, options: Partial<SenderOptions> = {}): WebhookSender {
  const addresses = addressRules(LOOPBACK);
  const sender = openWebhookSender({ addresses, clock: systemClock, ...options });
  t.after(() => sender.close());
  return sender;
}

/** A receiver for as long as the test runs. */
export async function openReceiver(
  t: TestContext,
  ...options: Parameters<typeof startRawReceiver>
): Promise<RawReceiver> {
  const receiver = await startRawReceiver(...options);
  t.after(() => receiver.close());
  return receiver;
}

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

/** A client frees a connection one turn of the event loop after the answer. */
export const connectionIsFree = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));
