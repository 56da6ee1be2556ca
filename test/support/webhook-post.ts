import type { TestContext } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import type { DeliveryResult } from '../../src/webhooks/delivery-result.ts';
import { openWebhookSender } from '../../src/webhooks/sender/sender.ts';
import type { WebhookPost, WebhookSender } from '../../src/webhooks/sender-port.ts';
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts';

type SenderOptions = Parameters<typeof openWebhookSender>[0];

/** Addresses of this machine, the only ones that tests may reach. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1'];

/**
 * Opens a sender that can reach this machine, unless the options say otherwise, until the end of
 * the test.
 */
export function openSender(t: TestContext, options: Partial<SenderOptions> = {}): WebhookSender {
  const addresses = addressRules(LOOPBACK);
  const sender = openWebhookSender({ addresses, clock: systemClock, ...options });
  t.after(() => sender.close());
  return sender;
}

/** Opens a receiver until the end of the test. */
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

/** A result without its duration. */
export function withoutDuration(result: DeliveryResult): object {
  const { durationMs, ...rest } = result;
  if (!Number.isInteger(durationMs) || durationMs < 0) throw new Error(`took ${durationMs} ms`);
  return rest;
}

/**
 * Waits one turn of the event loop, after which the client has freed the connection of an answer.
 */
export const connectionIsFree = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));
