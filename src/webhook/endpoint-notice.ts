/** What the user of an endpoint is told of it, once each time. */
export type EndpointNotice = 'failing' | 'failing_for_a_day' | 'disabled';

/** Kind of the job that tells him; its payload is an `EndpointNoticeOrder`. */
export const ENDPOINT_NOTICE_JOB = 'tell-of-endpoint';

export interface EndpointNoticeOrder {
  readonly endpointId: string;
  readonly notice: EndpointNotice;
}
