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
  response: Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false }),
  errors: { 503: 'A part does not answer: the message says which' },
  handle: async (deps) => {
    const illness = await findIllness(deps);
    if (illness !== null) return answerRefused({ status: 503, code: 6, message: illness });
    return answerJson({ status: 'ok' as const });
  },
});
