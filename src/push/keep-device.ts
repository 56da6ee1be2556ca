import { base64urlnopad } from '@scure/base';
import type { AddressRules } from '../base/address-rules.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import { readOutboundUrl } from '../base/outbound-url.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { areSubscriptionKeys } from './encrypt-message.ts';
import { MAX_ENDPOINT_LENGTH, MAX_PUSH_DEVICES } from './limits.ts';
import type { PushDeviceStore, PushSubscription } from './push-device.ts';
import type { PushSender } from './send-push.ts';

export interface KeepDeviceDeps {
  readonly pushDevices: Pick<PushDeviceStore, 'keepDevice'>;
  readonly pushSender: PushSender;
  readonly addresses: AddressRules;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a browser's script sends about its subscription, with keys in base64url. */
export interface SentSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The public key of the sender for which the browser made the subscription. */
  readonly senderKey: string;
  /** The endpoint that the browser had before, which this one replaces; null for none. */
  readonly earlier: string | null;
}

export interface DeviceOwner {
  readonly userId: string;
  readonly sessionId: string;
  readonly device: string;
}

export type DeviceRefusal =
  /** Another browser, or a program, has sent what no browser of today sends. */
  | 'bad_subscription'
  /** The subscription was made for an earlier key of this service, so it has to be made again. */
  | 'other_sender'
  | 'too_many';

/**
 * Stores the subscription of a browser, whose user then gets push messages there. The endpoint must
 * be an address to which this service may send; it is checked again at each message.
 */
export async function keepDevice(
  deps: KeepDeviceDeps,
  sent: SentSubscription,
  owner: DeviceOwner,
): Promise<Result<null, DeviceRefusal>> {
  const { pushDevices, pushSender, addresses, clock, random } = deps;
  const subscription = readSubscription(sent, addresses);
  if (subscription === null) return refuse('bad_subscription');
  const { publicKey } = pushSender.key;
  if (Buffer.compare(subscription.senderKey, publicKey) !== 0) return refuse('other_sender');
  const { earlier } = sent;
  const id = newUuid(clock, random);
  const device = { ...subscription, ...owner, id, earlier, createdAt: clock.now() };
  const kept = await pushDevices.keepDevice(device, MAX_PUSH_DEVICES);
  if (kept === 'kept') return accept(null);
  return refuse(kept === 'too_many' ? 'too_many' : 'bad_subscription');
}

function readSubscription(
  { endpoint, ...keys }: SentSubscription,
  addresses: AddressRules,
): PushSubscription | null {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !readOutboundUrl(endpoint, { addresses }).ok) {
    return null;
  }
  const publicKey = readBase64url(keys.p256dh);
  const auth = readBase64url(keys.auth);
  const senderKey = readBase64url(keys.senderKey);
  if (publicKey === null || auth === null || senderKey === null) return null;
  return areSubscriptionKeys({ publicKey, auth }) ? { endpoint, publicKey, auth, senderKey } : null;
}

function readBase64url(text: string): Uint8Array | null {
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}
