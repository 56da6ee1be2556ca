import type { PageRequest } from '../../web/pages/page.ts';
import type { BrowserCall } from '../oauth/routes/authorization.ts';

/** The part of a request for a page that the OAuth protocol needs. */
export const browserOf = ({ url, raw: { request } }: PageRequest): BrowserCall => ({
  url,
  cookie: request.headers.cookie,
});
