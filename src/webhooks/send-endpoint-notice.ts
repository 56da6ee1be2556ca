import { assert } from '../base/assert.ts';
import { type Mailer, type MailRun, sendUnlessRefused } from '../base/mailer.ts';
import { type MailTextsDeps, mailTexts } from '../i18n/mail-texts.ts';
import { ENDPOINT_NOTICES, type EndpointNoticeOrder, type NoticeStore } from './notice-store.ts';
import { webhookMail } from './webhook-mails.ts';

export interface SendEndpointNoticeDeps extends MailTextsDeps {
  readonly notices: NoticeStore;
  /**
   * Sends the notice as a mail; null without a mail server, in which case only the pages show it.
   */
  readonly mailer: Mailer | null;
  /** Public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
}

/**
 * Sends the notice of an ENDPOINT_NOTICE_JOB by mail. A repeat of the job may send it twice, but it
 * is never lost.
 */
export async function sendEndpointNotice(
  deps: SendEndpointNoticeDeps,
  order: unknown,
  run: MailRun,
): Promise<void> {
  const { mailer, notices, authUrl } = deps;
  const { endpointId, notice } = readOrder(order);
  if (mailer === null) return;
  const subject = await notices.findNotice(endpointId, notice);
  if (subject === null) return;
  const { email: to, reader, endpointUrl, failingSince } = subject;
  const site = new URL(authUrl()).hostname;
  const address = `${authUrl()}/webhooks/${endpointId}`;
  const mail = { to, site, address, endpointUrl, failingSince };
  await sendUnlessRefused(mailer, webhookMail(mailTexts(deps, reader), notice, mail), run);
}

function readOrder(order: unknown): EndpointNoticeOrder {
  assert(typeof order === 'object' && order !== null, 'a notice says what it is about');
  assert('endpointId' in order && 'notice' in order, 'a notice names endpoint and matter');
  const { endpointId } = order;
  const notice = ENDPOINT_NOTICES.find((one) => one === order.notice);
  assert(typeof endpointId === 'string' && notice !== undefined, 'a notice that we know');
  return { endpointId, notice };
}
