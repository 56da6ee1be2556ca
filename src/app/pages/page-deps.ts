import type { RouteDeps } from '../http/http-deps.ts';
import type { PagePorts } from './page-ports.ts';

/** What pages get: all that the API has, and their own. */
export interface PageDeps extends RouteDeps, PagePorts {}
