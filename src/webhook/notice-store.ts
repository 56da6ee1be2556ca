/** Port: whom a notice goes to, and whether it is still true. */
export interface NoticeStore {
  /** Null when there is nobody to tell, or nothing to tell him of any more. */
  findNotice(endpointId: string, notice: EndpointNotice): Promise<NoticeSubject | null>;
}

export interface NoticeSubject {
  readonly email: string;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/** What the user of an endpoint is told of it, once each time. */
export type EndpointNotice = 'failing' | 'failing_for_a_day' | 'disabled';

/** Kind of the job that tells him; its payload is an `EndpointNoticeOrder`. */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
