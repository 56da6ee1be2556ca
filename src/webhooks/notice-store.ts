import type { MailReader } from '../i18n/mail-texts.ts';

/** Port: the recipient of a notice, and whether it still applies. */
export interface NoticeStore {
  /** Finds the notice; null when the user need not be notified, or the trouble is over. */
  findNotice(endpointId: string, notice: EndpointNotice): Promise<NoticeSubject | null>;
}

export interface NoticeSubject {
  readonly email: string;
  readonly reader: MailReader;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/** Events of an endpoint of which its user is notified once each time. */
export const ENDPOINT_NOTICES = ['failing', 'failing_for_a_day', 'disabled'] as const;
export type EndpointNotice = (typeof ENDPOINT_NOTICES)[number];

/** Kind of the job that sends the notice; its payload is an `EndpointNoticeOrder`. */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
