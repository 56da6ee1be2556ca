import type { MailReader } from '../i18n/mail-texts.ts';

/** Port: finds who is to get a notice about an endpoint, and whether it still applies. */
export interface NoticeStore {
  /**
   * Finds the recipient of a notice; null when the user need not be notified, or the trouble is
   * over.
   */
  findNotice(endpointId: string, notice: EndpointNotice): Promise<NoticeSubject | null>;
}

export interface NoticeSubject {
  readonly email: string;
  readonly reader: MailReader;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/** What users are notified of about an endpoint, once each time that it happens. */
export const ENDPOINT_NOTICES = ['failing', 'failing_for_a_day', 'disabled'] as const;
export type EndpointNotice = (typeof ENDPOINT_NOTICES)[number];

/** The kind of job that sends such a notice; its payload is an `EndpointNoticeOrder`. */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
