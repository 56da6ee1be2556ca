import { Type } from 'typebox';
import { ADDRESS_DOCUMENTS } from './limits.ts';
import type { ReferenceDeps } from './reference-page.ts';
import { publicRoute } from './route.ts';

const CONTENT_TYPE = 'text/javascript; charset=utf-8';

export const route = publicRoute({
  method: 'GET',
  path: '/docs/reference.js',
  access: 'public',
  operationId: 'readReferenceScript',
  summary: 'Get script of API reference',
  description: 'Returns the script that renders the page `/docs`.',
  success: 'The script.',
  tag: 'Service',
  ownLimit: ADDRESS_DOCUMENTS,
  response: Type.String(),
  contentType: CONTENT_TYPE,
  handle: async (deps: ReferenceDeps) => {
    const { script } = await deps.referencePage();
    const headers = { 'cache-control': 'public, max-age=3600' };
    return { kind: 'document', contentType: CONTENT_TYPE, document: script, headers };
  },
});
