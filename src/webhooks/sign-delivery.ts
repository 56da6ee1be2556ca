import { createHmac, type KeyObject } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { unixSeconds } from '../base/wire-time.ts';

export interface DeliveryToSign {
  /**
   * The id of the message, which is the same in all attempts: receivers recognise repeats by it.
   */
  readonly messageId: string;
  /**
   * The time of this attempt. Receivers refuse a delivery whose time differs from theirs by more
   * than 5 minutes.
   */
  readonly at: Date;
  /** The body of the message, exactly as it is sent. */
  readonly body: string;
  /** The keys to sign with: the current one, and replaced ones that are still valid. */
  readonly keys: readonly KeyObject[];
}

/**
 * Makes headers that prove where a delivery comes from. The same values stand under the header
 * names of Svix and of Standard Webhooks 1.0.0, as libraries read one or the other.
 */
export function signDelivery(delivery: DeliveryToSign): Readonly<Record<string, string>> {
  const { messageId: id, at, body, keys } = delivery;
  // The signature covers `id.timestamp.body`. With a dot in the id, the same text could be split in
  // another way, so that a part of the id counts as the time or body.
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
