import { mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import { escapeInvisible } from '../base/text.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import { approvalsPath } from './approvals-path.ts';
import type { Notice } from './notice.ts';

export interface NoticesMail {
  readonly to: string;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: string;
  readonly notices: readonly Notice[];
}

/**
 * Writes the mail about notices. It contains no amounts, because mail servers on the way can read
 * it.
 */
export function noticesMail(
  { noticeMails: words }: MailTexts,
  { to, authUrl, notices }: NoticesMail,
): Mail {
  const site = new URL(authUrl).hostname;
  const isOfAccess = notices.some(({ matter: { kind } }) => kind === 'app' || kind === 'sign_in');
  return {
    to,
    subject: words.subject({ site }),
    text: mailText([
      words.lead({ site }),
      ...notices.map((notice) => lineOf(words, notice)),
      ...answerLines(words, authUrl, notices),
      words.more,
      [`${authUrl}/notices`],
      ...(isOfAccess ? [words.wasNotYou, [`${authUrl}/security`, `${authUrl}/apps`]] : []),
    ]),
  };
}

/** Says where to decide about payments that ask. The link opens a page, and decides nothing. */
function answerLines(
  words: MailTexts['noticeMails'],
  authUrl: string,
  notices: readonly Notice[],
): readonly (string | readonly string[])[] {
  const path = approvalsPath(notices);
  return path === null ? [] : [words.answer, [`${authUrl}${path}`]];
}

function lineOf(words: MailTexts['noticeMails'], { matter, count, isMore }: Notice): string {
  const isOne = count === 1n && !isMore;
  switch (matter.kind) {
    case 'received':
      return isOne ? words.received : words.receivedSeveral;
    case 'ended':
      if (matter.isPaid) return isOne ? words.paid : words.paidSeveral;
      return isOne ? words.notPaid : words.notPaidSeveral;
    case 'asked':
      return isOne ? words.asked : words.askedSeveral;
    case 'approval':
      return isOne ? words.approval : words.approvalSeveral;
    case 'limit':
      return words.aboveLimit;
    case 'budget':
      return words.budget[matter.percent];
    case 'app':
      return words.app({ name: escapeInvisible(matter.name) });
    case 'sign_in':
      return words.signIn({ device: escapeInvisible(matter.device), address: matter.address });
    case 'webhook_off':
      return words.webhookOff({ url: matter.url });
    case 'alarm':
      return words.alarm;
  }
}
