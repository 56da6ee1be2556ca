import type { RouteDeps } from '../http/http-deps.ts';
import type { PageOnlyDeps } from './page-only-deps.ts';

/** What the pages need: what the API needs, and some things for pages alone. */
export interface PageDeps extends RouteDeps, PageOnlyDeps {}
