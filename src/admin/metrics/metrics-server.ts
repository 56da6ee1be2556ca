import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './http-metrics.ts';

/**
 * The HTTP server of `GET /metrics`, apart from the API so that it can stay internal. The caller
 * listens and closes.
 */
export function createMetricsServer(metrics: Metrics): FastifyInstance {
  const app = Fastify({ logger: false });
  app.get('/metrics', async (_, reply) => {
    const text = await metrics.render();
    return reply.type(metrics.contentType).send(text);
  });
  return app;
}
