import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isLnurlPath } from '../../src/address/lnurl/register-lnurl.ts';
import { ROUTES } from '../../src/app/http/routes.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { isLndhubPath } from '../../src/lndhub/register-lndhub.ts';
import {
  accessErrorSchema,
  complaintsSchema,
  errorSchema,
  oauthErrorSchema,
} from '../../src/web/error-schemas.ts';
import { isClientRoute, type RouteDescription } from '../../src/web/route.ts';

/**
 * Checks all answers of a server against the promises of their routes, which are those of the
 * OpenAPI document, as both are made from the same schemas.
 */
export function checkResponses(app: FastifyInstance): { complaints(): readonly string[] } {
  const complaints: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, routeOptions } = request;
    if (method === 'OPTIONS' || typeof payload !== 'string') return payload;
    // Answers of LNURL and LndHub have forms of their own, which other tests check.
    if (isLnurlPath(request.url) || isLndhubPath(request.url)) return payload;
    const route = findRoute(method === 'HEAD' ? 'GET' : method, routeOptions.url);
    // Pages, and calls of our own script, promise nothing that a schema could check.
    const isPage = PAGES.some(({ path }) => path === routeOptions.url);
    if (route === null && (isPage || !isJson(reply.getHeader('content-type')))) return payload;
    const schema = isOauthPath(routeOptions.url)
      ? schemaForApp(route, reply.statusCode)
      : schemaFor(route, reply.statusCode);
    if (schema === null) return payload;
    const errors = violations(schema, payload);
    if (errors !== null) {
      complaints.push(`${method} ${routeOptions.url} ${reply.statusCode}: ${errors} in ${payload}`);
    }
    return payload;
  });
  return { complaints: () => complaints };
}

/** What is wrong with an answer; null when it keeps its promise. */
export function violations(schema: TSchema, text: string): string | null {
  const validator = Compile(schema);
  const body: unknown = JSON.parse(text);
  if (validator.Check(body)) return null;
  return JSON.stringify(validator.Errors(body).slice(0, 3));
}

const findRoute = (method: string, path: string | undefined): RouteDescription | null =>
  ROUTES.find((route) => route.method === method && route.path === path) ?? null;

/** Paths on which apps authenticate themselves, so that errors have the form of OAuth. */
const isOauthPath = (path: string | undefined): boolean =>
  ROUTES.some((route) => isClientRoute(route) && route.path === path);

function schemaForApp(route: RouteDescription | null, status: number): TSchema {
  if (status === 404) return errorSchema;
  return status === 200 && route !== null ? route.response : oauthErrorSchema;
}

const isJson = (type: unknown): boolean => String(type).startsWith('application/json');

function schemaFor(route: RouteDescription | null, status: number): TSchema | null {
  if (status === 401 || status === 403) return accessErrorSchema;
  if (status === 400 && route?.listsComplaints) return complaintsSchema;
  if (status >= 400) return route?.mayFailAsWhole && status === 500 ? null : errorSchema;
  assert(route !== null && status === 200, `nobody promised an answer with status ${status}`);
  return route.contentType === undefined ? route.response : null;
}
