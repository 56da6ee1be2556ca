import type { MailReader } from '../i18n/mail-texts.ts';

/** Port: finds who gets a notice about an endpoint, and whether the notice still applies. */
export interface NoticeStore {
  /**
   * Finds the recipient of a notice; null when the user need not be notified, or when the endpoint
   * works again.
   */
  findNotice(endpointId: string, notice: EndpointNotice): Promise<NoticeSubject | null>;
}

export interface NoticeSubject {
  readonly email: string;
  readonly reader: MailReader;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/**
 * The events about an endpoint of which its user is notified, once for each outage of the endpoint.
 */
export const ENDPOINT_NOTICES = ['failing', 'failing_for_a_day', 'disabled'] as const;
export type EndpointNotice = (typeof ENDPOINT_NOTICES)[number];

/**
 * The kind of job that sends a notice about an endpoint; its payload is an `EndpointNoticeOrder`.
 */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
