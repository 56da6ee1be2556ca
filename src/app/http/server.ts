import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import {
  isLnurlPath,
  registerLnurl,
  sendUnreadableLnurl,
} from '../../address/lnurl/register-lnurl.ts';
import { createClientRates } from '../../apps/oauth/routes/client-rates.ts';
import { openOauth } from '../../apps/oauth/routes/open-oauth.ts';
import { registerClientRoutes } from '../../apps/oauth/routes/register-client-routes.ts';
import { AUTHENTICATED, createGuards } from '../../apps/routes/authenticate.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import { MAX_BODY_BYTES } from '../../base/limits.ts';
import { addressDomainOf } from '../../config/public-urls.ts';
import { MAX_LONG_LISTS } from '../../history/limits.ts';
import {
  isLndhubPath,
  registerLndhub,
  sendUnreadableLndhub,
} from '../../lndhub/register-lndhub.ts';
import { isWebSocketUpgrade, registerRelay } from '../../nwc/relay/register-relay.ts';
import { createRelayRates, WITHOUT_RELAY_RATES } from '../../nwc/relay/relay-rates.ts';
import { createKeysendRates } from '../../payments/routes/keysend-rates.ts';
import { NO_COMPILERS, validateByTypebox } from '../../web/compile-schemas.ts';
import {
  answerBrokenRequest,
  answerUnreadableAddress,
  installErrors,
  UnusableBodyError,
} from '../../web/errors.ts';
import { parseJsonBody } from '../../web/json-body.ts';
import { PAYER_RATES } from '../../web/limits.ts';
import { renderOpenapi } from '../../web/openapi.ts';
import { packDocument } from '../../web/packed-document.ts';
import { bindPages } from '../../web/pages/page.ts';
import { registerPages } from '../../web/pages/register-pages.ts';
import { answerAsPage } from '../../web/pages/unreadable-address.ts';
import { plainAddress } from '../../web/plain-address.ts';
import { createQrPictures } from '../../web/qr-pictures.ts';
import { createCallRates } from '../../web/rate-limits/call-rates.ts';
import { callerAddress, readForwarded } from '../../web/rate-limits/caller-address.ts';
import { limitConnections, proxyCheck } from '../../web/rate-limits/limit-connections.ts';
import { createListThrottle } from '../../web/rate-limits/list-throttle.ts';
import { createNetworkRates } from '../../web/rate-limits/network-rates.ts';
import { createSlowReaderGuard, watchAnswers } from '../../web/rate-limits/slow-reader-guard.ts';
import { createTurns, WITHOUT_TURNS } from '../../web/rate-limits/turns.ts';
import type { ReadBody } from '../../web/read-body.ts';
import { renderReferencePage } from '../../web/reference-page.ts';
import { registerRoute } from '../../web/register-route.ts';
import { bindRoutes, isClientRoute } from '../../web/route.ts';
import { separateHosts } from '../../web/separate-hosts.ts';
import { METHODS, registerUnknownPaths } from '../../web/unknown-paths.ts';
import { warnOfProxy } from '../../web/warn-of-proxy.ts';
import { refuseDeliveries } from '../../webhooks/routes/refuse-deliveries.ts';
import {
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  MAX_PATH_PART_LENGTH,
  MAX_REPEATED_PAYMENT_CALLS,
  RECEIVE_HEADERS_MS,
  RECEIVE_REQUEST_MS,
} from '../limits.ts';
import type { PageDeps } from '../pages/page-deps.ts';
import { PAGES } from '../pages/pages.ts';
import { STYLE_SHEETS } from '../pages/style-sheets.ts';
import type { HttpConfig } from './http-config.ts';
import type { HttpDeps, RouteDeps } from './http-deps.ts';
import { readBodies } from './read-bodies.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { ROUTES } from './routes.ts';

/**
 * Creates the server of the Wallet API; the caller lets it listen. Only the listed routes answer,
 * and everything else is an error in JSON. To stop it, abort `deps.shutdown`, so that no call waits
 * for a payment any more, and then close the server, which lets running calls finish. A connection
 * over which no byte moves for `silenceMs` is closed, because its client has stopped reading.
 */
export async function createServer(
  deps: HttpDeps,
  silenceMs = longestSilenceMs(deps.config),
): Promise<FastifyInstance> {
  const { config } = deps;
  const isProxy = proxyCheck(config.trustedProxies);
  const app: FastifyInstance = Fastify({
    logger: false,
    // `readForwarded` leaves one address in `X-Forwarded-For`, so only the nearest proxy counts.
    trustProxy: (address, hop) => hop === 0 && isProxy(address),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: RECEIVE_REQUEST_MS,
    connectionTimeout: silenceMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: HTTP_OPTIONS,
    rewriteUrl: ({ url = '' }) => plainAddress(url),
    schemaController: NO_COMPILERS,
    routerOptions: { maxParamLength: MAX_PATH_PART_LENGTH },
    // While the server closes, calls over connections that are still open are answered.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerUnreadable(app, deps, error, request, reply),
  });
  validateByTypebox(app);
  app.decorateRequest(AUTHENTICATED, null);
  readForwarded(app, isProxy);
  installErrors(app, deps.log);
  warnOfProxy(app, deps);
  refuseDeliveries(app);
  separateHosts(app, deps.pages?.pagesHost ?? null);
  await app.register(cors, CORS);
  const readBody = readBodies(app, deps);
  acceptJsonOnly(app, readBody);
  reportCalls(app, deps);
  closeAfterLastAnswers(app);
  if (config.rateLimit.isOn) {
    watchAnswers(app, createSlowReaderGuard(deps.clock), silenceMs);
    limitConnections(app.server, config.trustedProxies);
  }

  const listeningUrl = rememberOrigin(app);
  const baseUrl = (): string => config.baseUrl ?? listeningUrl();
  const authUrl = (): string => config.authUrl ?? baseUrl();
  const oauth = openOauth(deps, () => ({ baseUrl: baseUrl(), authUrl: authUrl() }));
  const share = (max: number) => createKeyLimit(config.rateLimit.isOn ? max : Number.MAX_VALUE);
  const pictures = () => createQrPictures({ clock: deps.clock, isLimited: config.rateLimit.isOn });
  const routeDeps: RouteDeps = {
    ...deps,
    readBody,
    baseUrl,
    authUrl,
    addressDomain: () => config.addressDomain ?? addressDomainOf(authUrl()),
    webhookUrlRules: () => ({
      addresses: deps.webhookAddresses,
      ownUrls: [...(app.server.listening ? [listeningUrl()] : []), baseUrl(), authUrl()],
    }),
    openapi: once(async () => packDocument(await renderOpenapi(ROUTES, baseUrl()))),
    referencePage: once(() => renderReferencePage(authUrl() === baseUrl() ? '/' : authUrl())),
    qrPictures: pictures(),
    payerPictures: pictures(),
    keysendRates: config.rateLimit.isOn ? createKeysendRates(deps.clock, config.rateLimit) : null,
    payerRates: config.rateLimit.isOn ? createNetworkRates(deps.clock, PAYER_RATES) : null,
    oauthMetadata: once(oauth.metadata),
    authorization: oauth.authorization,
    longLists: share(MAX_LONG_LISTS),
    listThrottle: config.rateLimit.isOn ? createListThrottle(deps.clock) : async () => undefined,
    paymentCalls: share(config.openPaymentsMax + MAX_REPEATED_PAYMENT_CALLS),
    turns: config.rateLimit.isOn ? createTurns(deps.clock) : WITHOUT_TURNS,
  };
  app.addHook('preClose', async () => routeDeps.turns.close());
  const { rateLimit } = config;
  const rates = rateLimit.isOn ? createCallRates(deps.clock, rateLimit) : null;
  const createGuard = createGuards({ ...routeDeps, resource: 'wallet_api', rates });
  const registering = { ...routeDeps, createGuard };
  for (const route of bindRoutes(ROUTES, routeDeps)) {
    if (route.access !== 'client') registerRoute(app, route, registering);
  }
  await registerClientRoutes(app, ROUTES.filter(isClientRoute), {
    server: oauth.server,
    log: deps.log,
    readBody,
    rates: rateLimit.isOn ? createClientRates(deps.clock, rateLimit) : null,
  });
  await registerLnurl(app, routeDeps);
  await registerLndhub(app, routeDeps, rates);
  openRelay(app, deps);
  refuseOtherMethods(app, rates);
  const page = deps.pages && (await servePages(app, { ...routeDeps, ...deps.pages }));
  await registerUnknownPaths(app, { rates, page, pagesHost: deps.pages?.pagesHost ?? null });
  return app;
}

const servePages = (app: FastifyInstance, deps: PageDeps) =>
  registerPages(app, deps, bindPages(PAGES, deps), STYLE_SHEETS);

const HTTP_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: RECEIVE_HEADERS_MS,
  shouldUpgradeCallback: isWebSocketUpgrade,
};

function openRelay(app: FastifyInstance, { config, clock, pages, relay }: HttpDeps): void {
  if (relay === null) return;
  const { rateLimit, site, trustedProxies } = config;
  const isProxy = proxyCheck(trustedProxies);
  registerRelay(app, {
    relay,
    rates: rateLimit.isOn ? createRelayRates(clock, rateLimit.requestsPerSec) : WITHOUT_RELAY_RATES,
    siteName: site.name,
    pagesHost: pages?.pagesHost ?? null,
    addressOf: (request) => callerAddress(request, isProxy),
  });
}

/**
 * Answers a request whose path cannot be decoded, with an error in the form that belongs to the
 * start of the path: LNURL, LndHub, a page or the API.
 */
function answerUnreadable(
  app: FastifyInstance,
  { lndhub, pages }: HttpDeps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { url = '' } = request.raw;
  if (isLnurlPath(url)) sendUnreadableLnurl(reply);
  else if (lndhub !== null && isLndhubPath(url)) sendUnreadableLndhub(error, reply);
  else if (pages === null || !answerAsPage(app, PAGES, request, reply)) {
    answerUnreadableAddress(error, reply);
  }
}

/**
 * The longest time for which a connection may be silent. It is longer than any call waits for a
 * payment, because nothing is sent meanwhile.
 */
export const longestSilenceMs = ({ waitSec }: Pick<HttpConfig, 'waitSec'>): number =>
  waitSec * 1000 + RECEIVE_REQUEST_MS;

/** CORS for the API: any website may call it with a token, and cookies are never sent. */
const CORS = {
  origin: '*',
  credentials: false,
  methods: METHODS,
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'User-Agent',
    'X-User-Agent',
    'Idempotency-Key',
    // The entry `*` allows any other header that a website sends, such as those of tracing tools.
    // The star does not cover `Authorization`, which is therefore listed.
    '*',
  ],
  // The plugin would join a list again for each answer.
  exposedHeaders:
    'Retry-After, WWW-Authenticate, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset',
  maxAge: 86_400,
  strictPreflight: false,
};

function acceptJsonOnly(app: FastifyInstance, readBody: ReadBody): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(request, payload);
      if (bytes.length === 0) return undefined;
      const parsed = parseJsonBody(bytes, request.routeOptions.config.maxJsonValues);
      if (parsed === null) throw new UnusableBodyError();
      return parsed.value;
    },
  );
}

/** Writes one debug line to the log for each call. The line holds nothing that the caller sent. */
function reportCalls(app: FastifyInstance, { log, metrics }: HttpDeps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const call = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    };
    metrics?.observe(call);
    log.debug(call, 'answered');
    done();
  });
}

/**
 * Closes each connection after its last answer while the server is closing. Otherwise closing would
 * wait for clients that keep connections open.
 */
function closeAfterLastAnswers(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

/**
 * Remembers the address at which the server listens. Fastify forgets it when it begins to close,
 * but calls that still run need it.
 */
function rememberOrigin(app: FastifyInstance): () => string {
  let origin: string | null = null;
  app.addHook('onListen', async () => {
    origin = app.listeningOrigin;
  });
  return () => origin ?? app.listeningOrigin;
}

/**
 * Makes a value at the first call and keeps it for later calls. If making it fails, the next call
 * tries again.
 */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
