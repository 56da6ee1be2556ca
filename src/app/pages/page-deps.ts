import type { RouteDeps } from '../http/http-deps.ts';
import type { PageOnlyDeps } from './page-only-deps.ts';

/** Dependencies of pages: those of the API, and their own. */
export interface PageDeps extends RouteDeps, PageOnlyDeps {}
