import { debitSat } from '../base/amount.ts';
import { escapeInvisible } from '../base/text.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import type { PushMessage } from '../push/push-message.ts';
import { PUSH_LIFE_MS } from './limits.ts';
import type { AskingNow, DueNotice, DuePush, Notice } from './notice.ts';

export interface PushLook {
  /** The name of this service, which is the title of all notifications. */
  readonly siteName: string;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: string;
  readonly language: string;
  readonly now: Date;
}

/**
 * Writes the message with which a browser shows notices: the newest of them, and how many others
 * there are. Payments that wait for approval come first, as they do not wait for long. Names and
 * amounts are in it only if the user has chosen so for this browser, because anyone near a locked
 * phone can read it.
 */
export function noticesPush(
  { noticeMails, noticePushes }: Pick<MailTexts, 'noticeMails' | 'noticePushes'>,
  { notices, showsDetails }: Pick<DuePush, 'notices' | 'showsDetails'>,
  { siteName, authUrl, language, now }: PushLook,
): PushMessage {
  const asking = notices.filter((one) => one.asking !== null);
  const first = newestOf(asking.length === 0 ? notices : asking);
  const words = { noticeMails, noticePushes, language };
  const line = showsDetails ? detailedLine(words, first) : plainLine(words, first);
  const others = notices.length - 1;
  return {
    title: siteName,
    body: others === 0 ? line : `${line} ${noticePushes.others({ count: String(others) })}`,
    language,
    ...(first.asking === null
      ? ofNews(first, { others, authUrl, now })
      : ofAsking(first.asking, { askers: asking.length, authUrl, now })),
  };
}

const newestOf = (notices: readonly DueNotice[]): DueNotice =>
  notices.reduce((last, one) => (one.seq > last.seq ? one : last));

type Delivery = Omit<PushMessage, 'title' | 'body' | 'language'>;

/** How a message about something that has happened is delivered, and where it leads. */
function ofNews(
  { number, count, matter, toldAt }: Notice,
  { others, authUrl, now }: { others: number } & Pick<PushLook, 'authUrl' | 'now'>,
): Delivery {
  const isAlone = others === 0;
  return {
    navigate: `${authUrl}/notices`,
    tag: isAlone ? `notice${number}` : 'notices',
    urgency: URGENT.has(matter.kind) ? 'high' : 'normal',
    ttlSec: secondsUntil(new Date(toldAt.getTime() + PUSH_LIFE_MS), now),
    // Push services deliver few messages with a topic, so only those have one that replace others.
    topic: isAlone && count === 1n ? null : 'notices',
    staysShown: false,
  };
}

/**
 * How a message about payments that wait for approval is delivered: at once, not after they have
 * ended, and to the page that asks. No one can pay from the message itself.
 */
function ofAsking(
  { count, approvalId, until }: AskingNow,
  { askers, authUrl, now }: { askers: number } & Pick<PushLook, 'authUrl' | 'now'>,
): Delivery {
  const isOne = askers === 1 && count === 1;
  return {
    navigate: isOne ? `${authUrl}/approvals/${approvalId}` : `${authUrl}/approvals`,
    tag: isOne ? `approval-${approvalId}` : 'approvals',
    urgency: 'high',
    ttlSec: secondsUntil(until, now),
    topic: null,
    staysShown: true,
  };
}

const secondsUntil = (time: Date, now: Date): number =>
  Math.max(Math.ceil((time.getTime() - now.getTime()) / 1000), 1);

/** Writes the message by which a user tries whether a browser shows notices. */
export const testPush = (
  { noticePushes, language }: Pick<MailTexts, 'noticePushes' | 'language'>,
  { siteName, authUrl }: Pick<PushLook, 'siteName' | 'authUrl'>,
): PushMessage => ({
  title: siteName,
  body: noticePushes.test,
  navigate: `${authUrl}/notices`,
  language,
  tag: 'test',
  urgency: 'high',
  ttlSec: TEST_LIFE_SEC,
  topic: null,
  staysShown: false,
});

/** The time for which a push service keeps a test for a browser that is away. */
const TEST_LIFE_SEC = 60;

/** Kinds of notices for which a phone that sleeps is woken. */
const URGENT: ReadonlySet<Notice['matter']['kind']> = new Set(['app', 'sign_in', 'alarm']);

interface Words extends Pick<MailTexts, 'noticeMails' | 'noticePushes'> {
  readonly language: string;
}

/** Says what happened, without amounts and without the names of people, apps and places. */
function plainLine({ noticeMails, noticePushes }: Words, notice: DueNotice): string {
  const { matter, count, isMore, asking } = notice;
  const isOne = count === 1n && !isMore;
  switch (matter.kind) {
    case 'received':
      return isOne ? noticeMails.received : noticeMails.receivedSeveral;
    case 'ended':
      if (matter.isPaid) return isOne ? noticeMails.paid : noticeMails.paidSeveral;
      return isOne ? noticeMails.notPaid : noticeMails.notPaidSeveral;
    case 'asked':
      return isOne ? noticeMails.asked : noticeMails.askedSeveral;
    case 'approval':
      return asking?.count === 1 ? noticeMails.approval : noticeMails.approvalSeveral;
    case 'limit':
      return noticeMails.aboveLimit;
    case 'budget':
      return noticeMails.budget[matter.percent];
    case 'app':
      return noticePushes.app;
    case 'sign_in':
      return noticePushes.signIn;
    case 'webhook_off':
      return noticePushes.webhookOff;
    case 'alarm':
      return noticeMails.alarm;
  }
}

/** Says what happened with amounts and names, which come from strangers and are shortened. */
function detailedLine(words: Words, notice: DueNotice): string {
  const { noticeMails, noticePushes, language } = words;
  const { matter, amountMsat, count, asking } = notice;
  const isArrival = matter.kind === 'received' || (matter.kind === 'ended' && matter.isPaid);
  const amount =
    amountMsat && `${new Intl.NumberFormat(language).format(debitSat(amountMsat))} sat`;
  if (matter.kind === 'approval') {
    const name = shorten(matter.name);
    const isOne = asking?.count === 1 && count === 1n && amount !== null;
    return isOne ? noticePushes.approval({ name, amount }) : noticePushes.approvals({ name });
  }
  if (isArrival && amount !== null) {
    const line = matter.kind === 'received' ? noticePushes.received : noticePushes.paid;
    return line({ amount });
  }
  if (matter.kind === 'app') return noticeMails.app({ name: shorten(matter.name) });
  return plainLine(words, notice);
}

const shorten = (name: string): string =>
  escapeInvisible(name.slice(0, MAX_SHOWN_NAME).toWellFormed());

const MAX_SHOWN_NAME = 60;
