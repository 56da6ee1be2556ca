import type { RouteDeps } from '../http/http-deps.ts';
import type { PageOnlyDeps } from './page-only-deps.ts';

/** What pages get: all that the API has, and their own. */
export interface PageDeps extends RouteDeps, PageOnlyDeps {}
