import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './http-metrics.ts';

/**
 * Creates the HTTP server of `GET /metrics`. It is a server apart from the API, so that it need not
 * be reachable from outside. The caller opens and closes it.
 */
export function createMetricsServer(metrics: Metrics): FastifyInstance {
  const app = Fastify({ logger: false });
  app.get('/metrics', async (_, reply) => {
    const text = await metrics.render();
    return reply.type(metrics.contentType).send(text);
  });
  return app;
}
