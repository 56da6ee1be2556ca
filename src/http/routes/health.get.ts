import { Type } from 'typebox';
import { findIllness } from '../health.ts';
import { answerJson, answerRefused, publicRoute } from '../route.ts';

export const route = publicRoute({
  method: 'GET',
  path: '/health',
  access: 'public',
  operationId: 'readHealth',
  summary: 'Whether the service can serve: its database and its node answer',
  tag: 'Service',
  response: Type.Object(
    {
      status: Type.Literal('ok'),
      outside_payments: Type.Union([Type.Literal('on'), Type.Literal('stopped')], {
        description:
          'Whether payments may leave over the node; those within the service always may',
      }),
    },
    { additionalProperties: false },
  ),
  errors: { 503: 'A part does not answer: the message says which' },
  handle: async (deps) => {
    const illness = await findIllness(deps);
    if (illness !== null) return answerRefused({ status: 503, code: 6, message: illness });
    const isStopped = deps.outside.stopReason() !== null;
    return answerJson({
      status: 'ok' as const,
      outside_payments: isStopped ? ('stopped' as const) : ('on' as const),
    });
  },
});
