import type { BrowserCall } from '../../oauth/authorization.ts';
import type { PageRequest } from './page.ts';

/** What the OAuth protocol needs of a request for a page. */
export const browserOf = ({ url, raw: { request } }: PageRequest): BrowserCall => ({
  url,
  cookie: request.headers.cookie,
});
