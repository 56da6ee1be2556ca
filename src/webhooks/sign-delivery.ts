import { createHmac, type KeyObject } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { unixSeconds } from '../base/wire-time.ts';

export interface DeliveryToSign {
  /**
   * The id of the message, which is the same in all attempts: receivers recognise repeats by it.
   */
  readonly messageId: string;
  /** The time of this attempt, as receivers refuse times more than 5 minutes off. */
  readonly at: Date;
  /** The body of the message, exactly as it is sent. */
  readonly body: string;
  /** The keys to sign with: the current one, and those that it replaced. */
  readonly keys: readonly KeyObject[];
}

/**
 * Makes headers that prove where a delivery comes from, under the names of Svix and of Standard
 * Webhooks 1.0.0: each library reads its own, with equal values.
 */
export function signDelivery(delivery: DeliveryToSign): Readonly<Record<string, string>> {
  const { messageId: id, at, body, keys } = delivery;
  // The signature covers `id.timestamp.body`: a dot in the id could be shifted into the body.
  assert(id !== '' && !id.includes('.'), 'a message id without dots');
  assert(keys.length > 0, 'a key to sign with');
  const timestamp = String(unixSeconds(at));
  const signed = `${id}.${timestamp}.${body}`;
  const signature = keys.map((key) => `v1,${hmac(key, signed)}`).join(' ');
  return {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
}

const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64');
