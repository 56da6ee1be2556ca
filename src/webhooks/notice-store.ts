/** Port: the recipient of a notice, and whether it still applies. */
export interface NoticeStore {
  /** Null when there is no one to notify, or nothing to report any more. */
  findNotice(endpointId: string, notice: EndpointNotice): Promise<NoticeSubject | null>;
}

export interface NoticeSubject {
  readonly email: string;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/** What an endpoint's user is notified of, once per occasion. */
export type EndpointNotice = 'failing' | 'failing_for_a_day' | 'disabled';

/** Kind of the job that sends the notice; its payload is an `EndpointNoticeOrder`. */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
