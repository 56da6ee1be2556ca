import { route as showReference } from './docs.get.ts';
import { route as readReferenceScript } from './docs.reference.js.get.ts';
import { type HealthRouteDeps, route as readHealth } from './health.get.ts';
import { route as readOpenapi } from './openapi.json.get.ts';
import type { PackedDocument } from './packed-document.ts';
import type { ReferenceDeps } from './reference-page.ts';
import type { Route } from './route.ts';

export interface ServiceRouteDeps extends HealthRouteDeps, ReferenceDeps {
  /** The description of the API: OpenAPI 3.1 in JSON. */
  readonly openapi: () => Promise<PackedDocument>;
}

/** Routes that describe the service itself, such as its health and its API. */
export const SERVICE_ROUTES: readonly Route<ServiceRouteDeps>[] = [
  readHealth,
  readOpenapi,
  showReference,
  readReferenceScript,
];
