import { escapeInvisible } from '../base/text.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import type { PushMessage } from '../push/push-message.ts';
import { PUSH_LIFE_MS } from './limits.ts';
import type { DuePush, Notice } from './notice.ts';

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
 * there are. Names and amounts are in it only if the user has chosen so for this browser, because
 * anyone near a locked phone can read it.
 */
export function noticesPush(
  { noticeMails, noticePushes }: Pick<MailTexts, 'noticeMails' | 'noticePushes'>,
  { notices, showsDetails }: Pick<DuePush, 'notices' | 'showsDetails'>,
  { siteName, authUrl, language, now }: PushLook,
): PushMessage {
  const newest = notices.reduce((last, one) => (one.seq > last.seq ? one : last));
  const words = { noticeMails, noticePushes, language };
  const line = showsDetails ? detailedLine(words, newest) : plainLine(words, newest);
  const others = notices.length - 1;
  const isFirst = others === 0 && newest.count === 1n;
  const leftMs = newest.toldAt.getTime() + PUSH_LIFE_MS - now.getTime();
  return {
    title: siteName,
    body: others === 0 ? line : `${line} ${noticePushes.others({ count: String(others) })}`,
    navigate: `${authUrl}/notices`,
    language,
    tag: others === 0 ? `notice${newest.number}` : 'notices',
    urgency: URGENT.has(newest.matter.kind) ? 'high' : 'normal',
    ttlSec: Math.max(Math.ceil(leftMs / 1000), 1),
    // Push services deliver few messages with a topic, so only those have one that replace others.
    topic: isFirst ? null : 'notices',
  };
}

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
});

/** The time for which a push service keeps a test for a browser that is away. */
const TEST_LIFE_SEC = 60;

/** Kinds of notices for which a phone that sleeps is woken. */
const URGENT: ReadonlySet<Notice['matter']['kind']> = new Set(['app', 'sign_in']);

interface Words extends Pick<MailTexts, 'noticeMails' | 'noticePushes'> {
  readonly language: string;
}

/** Says what happened, without amounts and without the names of people, apps and places. */
function plainLine({ noticeMails, noticePushes }: Words, notice: Notice): string {
  const { matter, count, isMore } = notice;
  const isOne = count === 1n && !isMore;
  switch (matter.kind) {
    case 'received':
      return isOne ? noticeMails.received : noticeMails.receivedSeveral;
    case 'ended':
      if (matter.isPaid) return isOne ? noticeMails.paid : noticeMails.paidSeveral;
      return isOne ? noticeMails.notPaid : noticeMails.notPaidSeveral;
    case 'asked':
      return isOne ? noticeMails.asked : noticeMails.askedSeveral;
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
  }
}

/** Says what happened with amounts and names, which come from strangers and are shortened. */
function detailedLine(words: Words, notice: Notice): string {
  const { noticeMails, noticePushes, language } = words;
  const { matter, amountMsat } = notice;
  const isArrival = matter.kind === 'received' || (matter.kind === 'ended' && matter.isPaid);
  if (isArrival && amountMsat !== null) {
    const amount = `${new Intl.NumberFormat(language).format(amountMsat / 1000n)} sat`;
    const line = matter.kind === 'received' ? noticePushes.received : noticePushes.paid;
    return line({ amount });
  }
  if (matter.kind === 'app') return noticeMails.app({ name: shorten(matter.name) });
  return plainLine(words, notice);
}

const shorten = (name: string): string =>
  escapeInvisible(name.slice(0, MAX_SHOWN_NAME).toWellFormed());

const MAX_SHOWN_NAME = 60;
