import { Type } from 'typebox';
import type { PackedDocument } from './packed-document.ts';
import { publicRoute } from './route.ts';

export const route = publicRoute({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  operationId: 'readOpenapi',
  summary: 'Get OpenAPI document',
  description: 'Returns the OpenAPI document of this API.',
  success: 'The document.',
  tag: 'Service',
  response: Type.Object({}, { additionalProperties: true, description: 'OpenAPI 3.1 document.' }),
  handle: async (deps: { readonly openapi: () => Promise<PackedDocument> }) => ({
    kind: 'document',
    contentType: 'application/json; charset=utf-8',
    document: await deps.openapi(),
    headers: {},
  }),
});
