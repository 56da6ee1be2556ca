import type { CreatedEndpoint } from '../create-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';

/** Presents an endpoint, with the fields of the specification and its health. */
export const presentEndpoint = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  filter_types: [...endpoint.filterTypes],
  created_at: endpoint.createdAt.toISOString(),
  enabled: endpoint.disabled === null,
  disabled_at: endpoint.disabled?.at.toISOString() ?? null,
  disabled_reason: endpoint.disabled?.reason ?? null,
  failing_since: endpoint.health.failingSince?.toISOString() ?? null,
  consecutive_failures: endpoint.health.consecutiveFailures,
  last_success_at: endpoint.health.lastSuccessAt?.toISOString() ?? null,
});

export const presentNewSecret = ({ endpoint, secret }: CreatedEndpoint) => ({
  ...presentEndpoint(endpoint),
  endpoint_secret: secret,
});
