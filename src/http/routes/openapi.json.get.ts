import { Type } from 'typebox';
import { answerJsonText, publicRoute } from '../route.ts';

export const route = publicRoute({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  operationId: 'readOpenapi',
  summary: 'This document',
  tag: 'Service',
  response: Type.Object({}, { additionalProperties: true, description: 'OpenAPI 3.1' }),
  handle: async (deps) => answerJsonText(await deps.openapi()),
});
