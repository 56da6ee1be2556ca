import { hash } from 'node:crypto';
import type { FastifyApiReferenceOptions } from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { assert } from '../base/assert.ts';
import { type PackedDocument, packDocument } from './wire/packed-document.ts';

/** The page at `/docs`, its one script, and what the browser may load for it. */
export interface ReferencePage {
  readonly html: string;
  readonly script: PackedDocument;
  readonly contentSecurityPolicy: string;
}

/** URLs are relative, so that the page also works below a path of a proxy. */
const CONFIGURATION = {
  url: 'openapi.json',
  cdn: 'docs/reference.js',
  pageTitle: 'Satchel API',
  // The page calls this service directly and contacts nothing else.
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'token' },
  defaultOpenAllTags: true,
} satisfies FastifyApiReferenceOptions['configuration'];

/**
 * The renderer is a Fastify plug-in. It runs briefly in a server of its own to render its two
 * files, so that only our route list decides what our server answers. It is loaded at the first
 * call, because most processes never need its four megabytes.
 */
export async function renderReferencePage(): Promise<ReferencePage> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const app = Fastify({ logger: false });
  await app.register(apiReference, { routePrefix: '/docs', configuration: CONFIGURATION });
  const page = await app.inject('/docs/');
  const script = await app.inject('/docs/js/scalar.js');
  await app.close();
  assert(page.statusCode === 200 && script.statusCode === 200, 'the reference page renders');
  return {
    html: page.body,
    script: await packDocument(script.body),
    contentSecurityPolicy: policyFor(page.body),
  };
}

/** Allows the one inline script of the page by its hash. The script may set any styles. */
function policyFor(html: string): string {
  const [, inline] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(html) ?? [];
  assert(inline !== undefined, 'the reference page starts itself by one inline script');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', inline, 'base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
