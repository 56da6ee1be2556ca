import { createMetrics } from '../http/http-metrics.ts';
import { createMetricsServer } from '../http/metrics-server.ts';
import { createServer } from '../http/server.ts';
import type { ServiceParts } from './compose-service-parts.ts';
import type { Role } from './role.ts';
import type { Surroundings } from './surroundings.ts';

export interface Listening {
  readonly address: string | null;
  /** Takes no new calls and lets those under way finish. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly surroundings: Surroundings;
  readonly parts: ServiceParts;
  readonly role: Role;
}

/** Opens what this process serves: the API, but in role worker, and the metrics if asked for. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { surroundings, parts, role } = options;
  const { config } = surroundings;
  await using opened = new AsyncDisposableStack();
  const metrics = createMetrics(parts);

  if (config.metricsPort !== null) {
    const server = createMetricsServer(metrics);
    opened.defer(() => server.close());
    await server.listen({ host: config.host, port: config.metricsPort });
  }
  let address: string | null = null;
  if (role !== 'worker') {
    const api = await createServer({ ...parts, metrics, pages: null, ...httpSettings(options) });
    opened.defer(() => api.close());
    address = await api.listen({ host: config.host, port: config.port });
  }
  const all = opened.move();
  return { address: config.baseUrl ?? address, close: () => all.disposeAsync() };
}

function httpSettings({ surroundings: { config }, parts }: ListenOptions) {
  const { baseUrl, trustedProxies, rateLimit, payments } = config;
  return {
    config: { ...payments, baseUrl, trustedProxies, rateLimit },
    health: {
      askDatabase: () => parts.processes.databaseNow().then(() => undefined),
      askNode: () => parts.lightning.info().then(() => undefined),
    },
  };
}
