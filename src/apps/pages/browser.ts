import type { PageRequest } from '../../web/pages/page.ts';
import type { BrowserCall } from '../oauth/routes/authorization.ts';

/** The parts of a page's request that OAuth needs. */
export const browserOf = ({ url, raw: { request } }: PageRequest): BrowserCall => ({
  url,
  cookie: request.headers.cookie,
});
