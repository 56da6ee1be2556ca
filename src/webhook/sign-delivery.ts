import { createHmac, createSecretKey } from 'node:crypto';
import { assert } from '../base/assert.ts';

export interface DeliveryToSign {
  /** The same over all attempts: receivers know duplicates by it. */
  readonly messageId: string;
  /** The time of this attempt: receivers refuse what is more than 5 minutes off. */
  readonly at: Date;
  /** Exactly as it is sent. */
  readonly body: string;
  /** As endpoints show them, `whsec_` and base64: the current one and those that it replaced. */
  readonly secrets: readonly string[];
}

/**
 * The headers that prove where a delivery comes from, in the names of Svix and in those of Standard
 * Webhooks 1.0.0: each library reads its own, with equal values.
 */
export function signDelivery(delivery: DeliveryToSign): Readonly<Record<string, string>> {
  const { messageId: id, at, body, secrets } = delivery;
  // The signature covers `id.timestamp.body`: a dot in the id could be shifted into the body.
  assert(id !== '' && !id.includes('.'), 'a message id without dots');
  assert(secrets.length > 0, 'a secret to sign with');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signature = secrets.map((secret) => `v1,${hmac(secret, signed)}`).join(' ');
  return {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
}

const hmac = (secret: string, text: string): string => {
  // A key object: bytes in its place would cost four times the time of all the rest.
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
};
