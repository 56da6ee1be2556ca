import type { EndpointNotice } from './endpoint-notice.ts';

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
