import type { PageRequest } from '../../web/pages/page.ts';
import type { BrowserCall } from '../oauth/routes/authorization.ts';

/** What the OAuth protocol needs of a request for a page. */
export const browserOf = ({ url, raw: { request } }: PageRequest): BrowserCall => ({
  url,
  cookie: request.headers.cookie,
});
