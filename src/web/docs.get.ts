import { Type } from 'typebox';
import type { ReferenceDeps } from './reference-page.ts';
import { publicRoute } from './route.ts';

const CONTENT_TYPE = 'text/html; charset=utf-8';

export const route = publicRoute({
  method: 'GET',
  path: '/docs',
  access: 'public',
  operationId: 'showReference',
  summary: 'Show API reference',
  description: 'Returns this reference as a web page.',
  success: 'The page.',
  tag: 'Service',
  response: Type.String(),
  contentType: CONTENT_TYPE,
  handle: async (deps: ReferenceDeps) => {
    const page = await deps.referencePage();
    return {
      kind: 'file',
      contentType: CONTENT_TYPE,
      content: page.html,
      headers: { 'content-security-policy': page.contentSecurityPolicy },
    };
  },
});
