import type { RouteDeps } from '../http-deps.ts';
import type { PagePorts } from './page-ports.ts';
import type { PageTexts } from './texts/en.ts';

/** What pages get: all that the API has, and their own. */
export interface PageDeps extends RouteDeps, PagePorts {
  /** Of the one language that there is. */
  readonly texts: PageTexts;
}
