import type { AlarmStore } from '../alarms/alarm-store.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { encryptMessage } from './encrypt-message.ts';
import { PADDED_TEXT_BYTES } from './limits.ts';
import type { PushClient } from './push-client.ts';
import type { PushSubscription } from './push-device.ts';
import { type PushMessage, renderMessage } from './push-message.ts';
import { type PushOutcome, readReply } from './read-reply.ts';
import { newEphemeralKey, type SenderKey, senderAuthorization } from './sender-token.ts';

export interface SendPushDeps {
  readonly pushClient: PushClient;
  readonly pushSender: PushSender;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** As whom this service sends push messages. */
export interface PushSender {
  readonly key: SenderKey;
  /** How makers of browsers reach the operator; null if no message can be sent without it. */
  readonly contact: string | null;
}

export interface PushTarget {
  readonly subscription: PushSubscription;
  /** Whether the last message to this browser was not taken. */
  readonly hadProblem: boolean;
}

/**
 * Sends a message to a browser once. The operator is alarmed if the push service refuses what this
 * service sends, which only the operator can repair.
 */
export async function sendPush(
  deps: SendPushDeps,
  { subscription, hadProblem }: PushTarget,
  message: PushMessage,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const outcome = await post(deps, subscription, message, signal);
  const { host } = new URL(subscription.endpoint);
  const alarm = { kind: 'push_refused', subject: host } as const;
  if (outcome.kind === 'taken' && hadProblem) {
    await deps.alarms.endAlarm(alarm, 'it takes messages again');
  }
  if (outcome.kind === 'refused' && isOfBrowserMaker(host)) {
    await raiseAlarm(deps, { ...alarm, detail: `push messages are refused: ${outcome.detail}` });
  }
  return outcome;
}

async function post(
  { pushClient, pushSender: { key, contact }, clock, random }: SendPushDeps,
  subscription: PushSubscription,
  message: PushMessage,
  signal: AbortSignal,
): Promise<PushOutcome> {
  if (Buffer.compare(subscription.senderKey, key.publicKey) !== 0) return { kind: 'gone' };
  if (contact === null) return { kind: 'later', pauseMs: null, detail: 'no contact is set' };
  const { endpoint } = subscription;
  const body = encryptMessage(
    renderMessage(message, PADDED_TEXT_BYTES),
    subscription,
    { privateKey: newEphemeralKey(random), salt: random.bytes(SALT_BYTES) },
    PADDED_TEXT_BYTES,
  );
  const authorization = senderAuthorization(key, { endpoint, contact, now: clock.now() });
  const { ttlSec, urgency, topic } = message;
  const request = { endpoint, body, authorization, ttlSec, urgency, topic };
  return readReply(await pushClient.post(request, signal), clock.now());
}

const SALT_BYTES = 16;

/**
 * Whether a push service belongs to the maker of a browser. Users can name any server as their push
 * service, so what others answer says nothing about this service, and must not alarm the operator.
 */
const isOfBrowserMaker = (host: string): boolean => BROWSER_MAKERS.some((one) => one.test(host));

const BROWSER_MAKERS = [
  /^fcm\.googleapis\.com$/,
  /^jmt\d+\.google\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];
