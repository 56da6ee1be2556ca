import type { Clock } from '../base/clock.ts';
import { type Mailer, type MailRun, sendUnlessRefused } from '../base/mailer.ts';
import { type MailTextsDeps, mailTexts } from '../i18n/mail-texts.ts';
import type { NoticeInboxStore } from './notice.ts';
import { noticesMail } from './notice-mails.ts';
import { readOrder } from './notice-order.ts';

export interface MailNoticesDeps extends MailTextsDeps {
  readonly noticeInboxes: Pick<NoticeInboxStore, 'findDueMail' | 'markMailed'>;
  /**
   * Sends mails. Null without a mail server: then notices are shown on the pages only, and are not
   * mailed later either.
   */
  readonly mailer: Mailer | null;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  readonly clock: Clock;
}

/**
 * Runs a MAIL_NOTICES_JOB: sends one mail about everything that a user was not mailed yet. Notices
 * are marked as mailed after the mail was sent, so if the process dies in between, the mail comes
 * twice instead of never. If the server refuses the mail for good, the notices are shown on the
 * pages only.
 */
export async function mailNotices(
  deps: MailNoticesDeps,
  order: unknown,
  run: MailRun,
): Promise<void> {
  const { noticeInboxes, mailer, authUrl, clock } = deps;
  const userId = readOrder(order);
  const due = await noticeInboxes.findDueMail(userId, clock.now());
  if (due === null) return;
  const { email: to, reader, notices } = due;
  if (mailer !== null && to !== null) {
    const mail = { to, authUrl: authUrl(), notices };
    await sendUnlessRefused(mailer, noticesMail(mailTexts(deps, reader), mail), run);
  }
  await noticeInboxes.markMailed(
    userId,
    notices.map(({ number }) => number),
  );
}
