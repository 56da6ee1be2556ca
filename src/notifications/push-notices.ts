import { backoffMs } from '../base/backoff.ts';
import { type MailTextsDeps, mailTexts } from '../i18n/mail-texts.ts';
import { MAX_REFUSALS, PUSH_PAUSES } from '../push/limits.ts';
import type { PushDeviceStore } from '../push/push-device.ts';
import type { PushOutcome } from '../push/read-reply.ts';
import { type SendPushDeps, sendPush } from '../push/send-push.ts';
import { PUSH_LIFE_MS } from './limits.ts';
import type { DuePush, NoticeInboxStore } from './notice.ts';
import { readOrder } from './notice-order.ts';
import { noticesPush } from './notice-pushes.ts';

export interface PushNoticesDeps extends SendPushDeps, MailTextsDeps {
  readonly noticeInboxes: Pick<NoticeInboxStore, 'findDuePushes' | 'orderPush'>;
  readonly pushDevices: Pick<PushDeviceStore, 'noteResult'>;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  readonly siteName: string;
}

/**
 * Runs a PUSH_NOTICES_JOB: sends each browser of a user one message about all that it has not shown
 * yet. What was sent is noted afterwards, so if the process dies in between, the message comes
 * twice instead of never. What a push service does not take is tried again for as long as the
 * notice is news.
 */
export async function pushNotices(
  deps: PushNoticesDeps,
  order: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { noticeInboxes, clock } = deps;
  const userId = readOrder(order);
  const now = clock.now();
  const since = new Date(now.getTime() - PUSH_LIFE_MS);
  const due = await noticeInboxes.findDuePushes(userId, since, now);
  const retries = await Promise.all(due.map((one) => pushTo(deps, one, signal)));
  const [next] = retries
    .filter((at) => at !== null)
    .sort((one, other) => one.getTime() - other.getTime());
  if (next !== undefined) await noticeInboxes.orderPush(userId, next);
}

/** Sends what is due to one browser. Returns when to try again; null if that is not needed. */
async function pushTo(
  deps: PushNoticesDeps,
  due: DuePush,
  signal: AbortSignal,
): Promise<Date | null> {
  const { clock, pushDevices, random, siteName } = deps;
  const { deviceId, tries, retryAt, reader } = due;
  if (retryAt !== null && retryAt > clock.now()) return retryAt;
  const look = { siteName, authUrl: deps.authUrl(), language: reader.language };
  const message = noticesPush(mailTexts(deps, reader), due, { ...look, now: clock.now() });
  const outcome = await sendPush(deps, due, message, signal);
  // A stop is no failure of the push service: the job is done again by another process.
  if (signal.aborted && outcome.kind === 'later') return clock.now();
  const seq = due.notices.at(-1)?.seq ?? 0n;
  const at = clock.now();
  if (outcome.kind === 'taken') {
    await pushDevices.noteResult(deviceId, { kind: 'taken', seq, at });
    return null;
  }
  if (outcome.kind === 'gone') {
    await pushDevices.noteResult(deviceId, { kind: 'gone' });
    return null;
  }
  const { detail: problem } = outcome;
  if (outcome.kind === 'refused' && tries + 1 >= MAX_REFUSALS) {
    await pushDevices.noteResult(deviceId, { kind: 'given_up', seq, problem });
    return null;
  }
  const again = new Date(
    at.getTime() + pauseOf(outcome, backoffMs(PUSH_PAUSES, tries + 1, random)),
  );
  await pushDevices.noteResult(deviceId, { kind: 'later', retryAt: again, problem });
  return again;
}

const pauseOf = (outcome: PushOutcome, pauseMs: number): number =>
  outcome.kind === 'later' ? (outcome.pauseMs ?? pauseMs) : pauseMs;
