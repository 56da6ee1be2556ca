import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import {
  ALARM_POST_LATE_MS,
  type AlarmEvent,
  type AlarmMessage,
  type AlarmReceiver,
} from './alarm-post.ts';
import { createStateAlarm, type StateAlarmDeps } from './state-alarm.ts';

export interface PostAlarmDeps extends StateAlarmDeps {
  /** Null if operators have set no address for alarms. Events are then not sent later either. */
  readonly alarmReceiver: AlarmReceiver | null;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  readonly clock: Clock;
}

/**
 * Does the work of a job of the kind POST_ALARM_JOB: sends one event of an alarm. If the process
 * dies after the receiver has accepted it, it is sent again under the same id. Throws if the
 * receiver does not accept it, so that the job is tried again; where that lasts, an alarm of its
 * own tells operators by mail and on the pages.
 */
export async function postAlarm(
  deps: PostAlarmDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { alarmReceiver, authUrl, clock } = deps;
  if (alarmReceiver === null) return;
  const event = readEvent(payload);
  const late = createStateAlarm(
    deps,
    { kind: 'alarm_not_sent', subject: alarmReceiver.host },
    'the receiver of alarms accepts them again',
  );
  const problem = await alarmReceiver.post(alarmMessage(event, authUrl()), signal);
  if (problem === null) return await late.end();
  if (!signal.aborted && clock.now().getTime() - event.atMs > ALARM_POST_LATE_MS) {
    await late.raise(`alarms do not reach the address that is set for them: ${problem}`);
  }
  throw new Error(`the receiver of alarms did not accept an alarm: ${problem}`);
}

/**
 * Writes the message about an event of an alarm, in the form that Standard Webhooks proposes. It
 * names no amounts, because it may pass through the hands of others.
 */
export function alarmMessage(event: AlarmEvent, authUrl: string): AlarmMessage {
  const { type, atMs, id, kind, subject, detail } = event;
  return message(`${type.replace('.', '_')}_${id}_${atMs}`, type, new Date(atMs), {
    id,
    kind,
    subject,
    detail: withoutAmounts(detail),
    url: `${authUrl}/operate/alarms`,
  });
}

/** Writes the message by which operators try whether alarms arrive. */
export const testAlarmMessage = (
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  authUrl: string,
): AlarmMessage =>
  message(`alarm_test_${newUuid(clock, random)}`, 'alarm.test', clock.now(), {
    detail: 'This is a test. Nothing has happened.',
    url: `${authUrl}/operate/alarms`,
  });

const message = (
  messageId: string,
  type: string,
  at: Date,
  data: Readonly<Record<string, string>>,
): AlarmMessage => ({
  messageId,
  body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
});

/** Leaves the numbers out of amounts, such as "2100 sat". */
export const withoutAmounts = (text: string): string =>
  text.replaceAll(/-?\d[\d.,'_ ]{0,30}(?=\s?m?sats?\b)/gi, 'some ').replaceAll('some  ', 'some ');

function readEvent(payload: unknown): AlarmEvent {
  assert(typeof payload === 'object' && payload !== null, 'an event is an object');
  const texts = new Map(Object.entries(payload));
  const text = (name: string): string => {
    const value: unknown = texts.get(name);
    assert(typeof value === 'string', `an event has ${name}`);
    return value;
  };
  const atMs: unknown = texts.get('atMs');
  assert(typeof atMs === 'number', 'an event has a time');
  const type = text('type');
  assert(type === 'alarm.raised' || type === 'alarm.closed', 'an event has a known type');
  const about = { kind: text('kind'), subject: text('subject'), detail: text('detail') };
  return { type, atMs, id: text('id'), ...about };
}
