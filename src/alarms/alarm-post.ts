/**
 * The kind of job that sends one event of an alarm to the address that operators have set. Its
 * payload is an `AlarmEvent`. It is ordered whether or not there is such an address, as the process
 * that raises an alarm may have other settings than the one that sends.
 */
export const POST_ALARM_JOB = 'post-alarm';
/** The attempts to send an event, over about 12 hours. It is then dropped. */
export const ALARM_POST_ATTEMPTS = 20;
/**
 * The time after which an operator is alarmed of an event that the receiver has not accepted, in
 * milliseconds.
 */
export const ALARM_POST_LATE_MS = 900_000;

/** What happened to an alarm: it was opened, or is closed because it is over or acknowledged. */
export type AlarmEventType = 'alarm.raised' | 'alarm.closed';

/** The payload of a POST_ALARM_JOB, as SQL writes it. */
export interface AlarmEvent {
  readonly type: AlarmEventType;
  /** When it happened, in milliseconds of Unix time. */
  readonly atMs: number;
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
}

export interface AlarmMessage {
  /** The id of the message, the same in all attempts, without dots. */
  readonly messageId: string;
  /** The body, as JSON. */
  readonly body: string;
}

/** Port: the receiver of alarms that operators have set. */
export interface AlarmReceiver {
  /** The host of the receiver, which may be named in alarms. */
  readonly host: string;
  /** Sends a signed message once. Returns what went wrong; null if it was accepted. */
  post(message: AlarmMessage, signal: AbortSignal): Promise<string | null>;
}
