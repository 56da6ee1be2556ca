import { newSubscriptionKeys } from './browser-keys.ts';
import { TEST_SENDER } from './test-push.ts';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What the script of the pages sends about a browser's subscription, as fields of a form. */
export function sentSubscription(seed: number) {
  const { publicKey, auth } = newSubscriptionKeys(seed);
  return {
    endpoint: `https://push.example/send/${seed}`,
    p256dh: base64url(publicKey),
    auth: base64url(auth),
    sender_key: base64url(TEST_SENDER.key.publicKey),
  };
}
