import { Type } from 'typebox';
import { areWritesStalled, findHealthProblem, type HealthDeps } from './health.ts';
import { answerJson, answerRefused, publicRoute } from './route.ts';

export interface HealthRouteDeps extends HealthDeps {
  /**
   * Tells why payments over the node are stopped, if they are, and since when the database is being
   * compared with the node, as after a restored backup.
   */
  readonly paymentStop: {
    stopReason(): string | null;
    comparingSince?(): Date | null;
  };
}

export const route = publicRoute({
  method: 'GET',
  path: '/health',
  access: 'public',
  operationId: 'readHealth',
  summary: 'Check health',
  description:
    'Checks whether the database and the Lightning node respond, and whether writes fail.',
  success: 'The service is healthy.',
  tag: 'Service',
  response: Type.Object(
    {
      status: Type.Literal('ok', { description: 'Always `ok`.' }),
      outside_payments: Type.Union([Type.Literal('on'), Type.Literal('stopped')], {
        description:
          'Whether payments to other nodes are possible. Payments between users of this service ' +
          'always are.',
      }),
      comparing_since: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'Since when the database is being compared with the Lightning node. After a failover ' +
            'or a restore, payments to other nodes wait for that, and usually go on by themselves.',
        }),
      ),
      writes: Type.Optional(
        Type.Literal('waiting', {
          description:
            'Only while the database confirms nothing, as its standbys do not answer: calls ' +
            'that pay or create are answered with 503 after some seconds. Reading works.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  errors: {
    503:
      'The database or the Lightning node does not respond, or the database refuses writes: its ' +
      'disk is full, or it may only be read. `message` says which.',
  },
  handle: async (deps: HealthRouteDeps) => {
    const illness = await findHealthProblem(deps);
    if (illness !== null) return answerRefused({ status: 503, code: 6, message: illness });
    const isStopped = deps.paymentStop.stopReason() !== null;
    const since = deps.paymentStop.comparingSince?.() ?? null;
    return answerJson({
      status: 'ok' as const,
      ...((await areWritesStalled(deps)) ? { writes: 'waiting' as const } : {}),
      outside_payments: isStopped ? ('stopped' as const) : ('on' as const),
      ...(since !== null && { comparing_since: since.toISOString() }),
    });
  },
});
