import { assert } from '../base/assert.ts';
import type { Mail, Mailer } from '../base/mailer.ts';
import type { EndpointNotice, EndpointNoticeOrder, NoticeStore } from './notice-store.ts';
import {
  disabledEndpointMail,
  failingEndpointMail,
  stillFailingEndpointMail,
  type WebhookMail,
} from './webhook-mails.ts';

export interface SendEndpointNoticeDeps {
  readonly notices: NoticeStore;
  /** Null without mail: then only the pages show it. */
  readonly mailer: Mailer | null;
  /** Public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
}

/** Does the work of an ENDPOINT_NOTICE_JOB. A mail may be sent twice, but is never lost. */
export async function sendEndpointNotice(
  deps: SendEndpointNoticeDeps,
  order: unknown,
): Promise<void> {
  const { mailer, notices, authUrl } = deps;
  const { endpointId, notice } = readOrder(order);
  if (mailer === null) return;
  const subject = await notices.findNotice(endpointId, notice);
  if (subject === null) return;
  const { email: to, endpointUrl, failingSince } = subject;
  const site = new URL(authUrl()).hostname;
  const address = `${authUrl()}/webhooks/${endpointId}`;
  await mailer.send(MAILS[notice]({ to, site, address, endpointUrl, failingSince }));
}

const MAILS: Readonly<Record<EndpointNotice, (mail: WebhookMail) => Mail>> = {
  failing: failingEndpointMail,
  failing_for_a_day: stillFailingEndpointMail,
  disabled: disabledEndpointMail,
};

const isNotice = (text: unknown): text is EndpointNotice =>
  typeof text === 'string' && Object.hasOwn(MAILS, text);

function readOrder(order: unknown): EndpointNoticeOrder {
  assert(typeof order === 'object' && order !== null, 'a notice says what it is about');
  assert('endpointId' in order && 'notice' in order, 'a notice names endpoint and matter');
  const { endpointId, notice } = order;
  assert(typeof endpointId === 'string' && isNotice(notice), 'a notice that we know');
  return { endpointId, notice };
}
