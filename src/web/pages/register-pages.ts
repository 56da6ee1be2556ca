import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Waiter } from '../../base/fair-queue.ts';
import { AWAY_RETRY_SEC } from '../../base/fault.ts';
import { MAX_PAIRS } from '../../base/limits.ts';
import { renderHtml } from '../../i18n/html.ts';
import { hangUpOf } from '../hang-up.ts';
import { MAX_FORM_BYTES } from '../limits.ts';
import type { LiveHub } from '../live/live-hub.ts';
import { callerNetwork } from '../rate-limits/caller-network.ts';
import type { RateLimitConfig } from '../rate-limits/rate-limit-config.ts';
import { createRateLimiter, type Rate } from '../rate-limits/rate-limiter.ts';
import { partsInTurns, type Turns } from '../rate-limits/turns.ts';
import { BODY_USER, type ReadBody } from '../read-body.ts';
import { readQuery } from '../read-pairs.ts';
import { sendParts } from '../send-parts.ts';
import type { Site } from '../site.ts';
import { type Assets, loadAssets, registerAssets, type StyleSheets } from './assets.ts';
import { CSRF_FIELD, parseForm, readForm } from './forms.ts';
import { type LayoutInput, renderLayout } from './layout.ts';
import {
  type BoundPage,
  type FileAnswer,
  type LongPage,
  notFoundPage,
  PARTS_HERE,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from './page.ts';
import {
  AWAY_PROBLEM,
  METHOD_PROBLEM,
  NO_COOKIE_PROBLEM,
  NOT_FOUND_PROBLEM,
  type PageProblem,
  STALE_FORM_PROBLEM,
  TOO_MUCH_AT_ONCE_PROBLEM,
  TOO_OFTEN_PROBLEM,
} from './page-problem.ts';
import type { PageSession, SessionPort } from './page-session.ts';
import { formAgain, problemOf, showProblem } from './problem.ts';
import { registerQrReader } from './qr-reader.ts';
import { readerTexts } from './reader-texts.ts';
import { type InstallDeps, registerInstall } from './register-install.ts';
import { readRequestValues } from './request-values.ts';
import { interruptedFormPath } from './resumed-form.ts';
import {
  CAMERA_PERMISSIONS,
  LEAVING_HEADERS,
  NO_PERMISSIONS,
  PERMISSIONS_HEADER,
  SECURITY_HEADERS,
} from './security-headers.ts';
import { type CountUnreadDeps, countUnread } from './unread-notices.ts';
import { namesNothing, UNREADABLE_PATH } from './unreadable-address.ts';

/** The dependencies that all pages share. */
export interface PageServerDeps extends CountUnreadDeps, InstallDeps {
  readonly config: { readonly site: Site; readonly rateLimit: RateLimitConfig };
  readonly sessions: SessionPort;
  readonly live: Pick<LiveHub, 'close'>;
  readonly readBody: ReadBody;
  readonly turns: Turns;
}

export const SIGN_IN_PATH = '/sign-in';

/**
 * Serves the pages, in a part of the server with its own headers, body parsers and error pages. The
 * API beside it has neither cookies nor forms.
 */
export async function registerPages(
  app: FastifyInstance,
  deps: PageServerDeps,
  pages: readonly BoundPage[],
  sheets: StyleSheets,
): Promise<NotFoundPage> {
  const assets = await loadAssets(sheets);
  app.addHook('preClose', async () => deps.live.close());
  const site: Served = { deps, assets };
  await app.register(async (part) => {
    await part.register(helmet, SECURITY_HEADERS);
    part.addHook('onRequest', async (_, reply) => {
      reply.header(PERMISSIONS_HEADER, NO_PERMISSIONS);
    });
    registerAssets(part, assets, deps.pagesHost);
    registerQrReader(part, deps.pagesHost);
    registerInstall(part, deps, assets);
    await part.register(async (inner) => {
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser(
        FORM_TYPE,
        async (request: FastifyRequest, payload: IncomingMessage) =>
          parseForm((await deps.readBody(request, payload)).toString()),
      );
      const rates = deps.config.rateLimit.isOn ? createRateLimiter(deps.clock) : null;
      inner.addHook('onRequest', async ({ ip }, reply) => {
        keepUnknown(reply);
        const rate = rates?.takeOf('pages', callerNetwork(ip), ratesOf(deps)) ?? null;
        if (rate?.isAllowed !== false) return undefined;
        return sendProblem(site, reply, {
          ...TOO_OFTEN_PROBLEM,
          retryAfterSec: rate.retryAfterSec,
        });
      });
      inner.setErrorHandler((error, request, reply) =>
        sendProblem(site, reply, problemOf(error, request, deps.log)),
      );
      await deps.sessions.install(inner);
      for (const page of pages) servePage(inner, site, page);
      refuseOtherMethods(inner, site, pages);
      refuseUnreadable(inner, site);
    });
  });
  return (reply) => {
    keepUnknown(reply.header(PERMISSIONS_HEADER, NO_PERMISSIONS));
    return sendProblem(site, reply, NOT_FOUND_PROBLEM);
  };
}

/** Tells a person that there is no page at the address that they opened. */
export type NotFoundPage = (reply: FastifyReply) => FastifyReply;

const keepUnknown = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');

const ratesOf = ({ config }: PageServerDeps): Rate => ({
  perSec: config.rateLimit.requestsPerSec,
  burst: config.rateLimit.requestsPerSec,
});

const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Served {
  readonly deps: PageServerDeps;
  readonly assets: Assets;
}

const routeOptions = (deps: PageServerDeps) => ({
  config: { cors: false },
  ...(deps.pagesHost === null ? {} : { constraints: { host: deps.pagesHost } }),
});

function servePage(app: FastifyInstance, site: Served, page: BoundPage): void {
  app.route({
    ...routeOptions(site.deps),
    method: page.method,
    url: page.path,
    ...(page.leavesSite ? { helmet: LEAVING_HEADERS } : {}),
    bodyLimit: page.maxFormBytes ?? MAX_FORM_BYTES,
    ...(page.maxFormBytes === undefined ? {} : { onRequest: turnGuestsAway(site, page) }),
    handler: async (request, reply) => {
      if (page.usesCamera) reply.header(PERMISSIONS_HEADER, CAMERA_PERMISSIONS);
      const session = await openInTurn(site, request, reply);
      if (session === null) return refuseTurn(site, reply, null);
      return answerInTurn(site, page, reply, readRequest(site.deps, request, reply, session));
    },
  });
}

const openInTurn = async ({ deps }: Served, request: FastifyRequest, reply: FastifyReply) => {
  const open = () => deps.sessions.open(request, reply);
  const opened = await deps.turns.lookUp(callerNetwork(request.ip), open, hangUpOf(request));
  return opened?.value ?? null;
};

/**
 * Answers a page once it is its user's turn (see turns.ts). Once begun, a page or form goes on to
 * its end, even if the browser is gone.
 */
async function answerInTurn(
  site: Served,
  page: BoundPage,
  reply: FastifyReply,
  asked: PageRequest,
): Promise<FastifyReply> {
  const { request } = reply;
  const give = await site.deps.turns.take(waiterOf(asked), hangUpOf(request));
  if (give === null) return refuseTurn(site, reply, asked);
  try {
    const answer = namesNothing(request.params) ? notFoundPage() : await ask(page, asked);
    await beginAnswer(site, reply, asked, answer);
  } finally {
    give();
  }
  return reply;
}

const waiterOf = ({ user, address }: PageRequest): Waiter => ({
  network: callerNetwork(address),
  knownUserId: user?.id ?? null,
});

/**
 * Answers a request that got no turn, so nothing was done for it. If the browser is gone, no page
 * is made.
 */
function refuseTurn(site: Served, reply: FastifyReply, asked: PageRequest | null): FastifyReply {
  const problem = site.deps.turns.isClosed() ? AWAY_PROBLEM : TOO_MUCH_AT_ONCE_PROBLEM;
  if (hangUpOf(reply.request).aborted) return reply.code(problem.status).send();
  return sendProblem(site, reply, problem, asked);
}

/**
 * Refuses large forms of guests. Such a form is read only after its sender is known to be signed
 * in.
 */
const turnGuestsAway =
  (site: Served, page: BoundPage) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await openInTurn(site, request, reply);
    if (session === null) return refuseTurn(site, reply, null);
    const { user } = session;
    if (user !== null) request.setDecorator<string>(BODY_USER, user.id);
    else if (page.access !== 'anyone') return reply.redirect(SIGN_IN_PATH, 303);
    return undefined;
  };

async function ask(page: BoundPage, asked: PageRequest): Promise<PageAnswer> {
  const { user, session } = asked;
  if (page.access !== 'anyone' && user === null) {
    if (page.method === 'GET') interruptReading(page, asked);
    else if (!isOfAnotherSite(asked.raw.request)) interruptForm(page, asked);
    return redirectTo(SIGN_IN_PATH);
  }
  if (page.access === 'admin' && user?.isAdmin !== true) return refusePage(NOT_FOUND_PROBLEM);
  const needsToken = page.method === 'POST' && page.isOpenToAll !== true;
  if (needsToken && !session.isCsrfToken(asked.form.text(CSRF_FIELD))) {
    return refusePage(session.sentCookie ? STALE_FORM_PROBLEM : NO_COOKIE_PROBLEM);
  }
  if (page.access === 'anyone') return page.answer(asked);
  return user === null ? redirectTo(SIGN_IN_PATH) : page.answer({ ...asked, user });
}

/**
 * Whether another site sent the form. Browsers then send no cookie (SameSite), so it is not known
 * who sends the form, and setting a cookie would end the session that they have.
 */
const isOfAnotherSite = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site';

/**
 * Asks a reader to sign in before the page, to which they then return. Users whose session ended
 * are told so; guests know that they had none.
 */
function interruptReading({ returnPath }: BoundPage, asked: PageRequest): void {
  const { session, texts, url } = asked;
  session.rememberReturn(returnPath?.(asked) ?? url);
  if (session.hasEnded)
    session.keepNotice({ kind: 'problem', text: texts.problems.signedOut.page });
}

/**
 * Asks for signing in after a form was sent, and says why, and whether the form will be filled in
 * again.
 */
function interruptForm({ resumable }: BoundPage, asked: PageRequest): void {
  const { session, texts } = asked;
  const { signedOut: words } = texts.problems;
  const left = resumable === undefined ? null : interruptedFormPath(asked, resumable);
  if (left !== null) session.rememberReturn(left.path);
  session.keepNotice({
    kind: 'problem',
    text: left?.isWhole === true ? words.typed : words.plain,
  });
}

function readRequest(
  deps: PageServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: PageSession,
): PageRequest {
  return {
    url: request.url,
    params: readForm(request.params),
    query: readRequestValues(readQuery(request.url, MAX_PAIRS)),
    form: readForm(request.body),
    user: session.user,
    session,
    address: request.ip,
    texts: readerTexts(deps, request, session.user),
    raw: { request, reply },
  };
}

/**
 * Begins to send an answer, and resolves before all of it is sent. Otherwise a client that reads
 * slowly would keep its turn while others wait for theirs.
 */
async function beginAnswer(
  site: Served,
  reply: FastifyReply,
  asked: PageRequest,
  answer: PageAnswer,
): Promise<void> {
  const isShown = answer.kind === 'shown' || answer.kind === 'long';
  const unread = isShown ? await unreadBeside(site, asked, answer) : null;
  sendAnswer(site, { reply, asked, unread }, answer);
}

interface Answering {
  readonly reply: FastifyReply;
  readonly asked: PageRequest;
  readonly unread: number | null;
}

function sendAnswer(
  site: Served,
  { reply, asked, unread }: Answering,
  answer: PageAnswer,
): FastifyReply {
  switch (answer.kind) {
    case 'answered':
      return reply;
    case 'redirected':
      return reply.redirect(answer.to, 303);
    case 'refused':
      return sendProblem(site, reply, answer.problem, asked);
    case 'data':
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    case 'file':
      reply.header('content-disposition', `attachment; filename="${answer.name}"`);
      return sendParts(reply.type(answer.type), partsOf(site, asked, answer.parts));
    case 'long': {
      const written = writeLong(site, asked, unread, answer);
      return sendParts(reply.type(HTML_TYPE), partsOf(site, asked, written, answer.parts));
    }
    case 'shown':
      return sendShown(site, reply, answer, { asked, texts: asked.texts, unread });
  }
}

async function* writeLong(
  { assets, deps }: Served,
  asked: PageRequest,
  unread: number | null,
  { parts, kind: _, ...page }: LongPage,
): AsyncGenerator<string, void> {
  const { texts } = asked;
  const { site } = deps.config;
  const whole = renderLayout({ assets, page: showPage(page), site, asked, texts, unread });
  const [before = '', after = ''] = whole.split(renderHtml(PARTS_HERE));
  yield before;
  yield* parts;
  yield after;
}

type Parts = FileAnswer['parts'];

const partsOf = ({ deps }: Served, asked: PageRequest, parts: Parts, within: Parts = parts) =>
  partsInTurns(deps.turns, waiterOf(asked), { parts, within }, hangUpOf(asked.raw.request));

/**
 * Counts unread notices after the page was made, so that the bell agrees with the page. A page that
 * follows changes keeps the count from when it began to follow them.
 */
async function unreadBeside(
  { deps }: Served,
  { user }: PageRequest,
  { isQuestion, live }: Omit<ShownPage, 'kind'>,
): Promise<number | null> {
  if (isQuestion === true) return null;
  return live === undefined ? await countUnread(deps, user) : live.unread;
}

/** Answers with a page about a problem. `asked` is null where it is unknown who asks. */
function sendProblem(
  site: Served,
  reply: FastifyReply,
  problem: PageProblem,
  asked: PageRequest | null = null,
): FastifyReply {
  if (problem.retryAfterSec !== undefined) reply.header('retry-after', problem.retryAfterSec);
  const texts = asked?.texts ?? readerTexts(site.deps, reply.request, null);
  const page = showProblem(problem, texts, formAgain(texts, problem, reply.request));
  return sendShown(site, reply, page, { asked, texts, unread: null });
}

function sendShown(
  { assets, deps }: Served,
  reply: FastifyReply,
  page: ShownPage,
  reader: Pick<LayoutInput, 'asked' | 'texts' | 'unread'>,
): FastifyReply {
  if (page.status === 503 && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', AWAY_RETRY_SEC);
  }
  return reply
    .code(page.status ?? 200)
    .type(HTML_TYPE)
    .send(renderLayout({ assets, page, site: deps.config.site, ...reader }));
}

const HTML_TYPE = 'text/html; charset=utf-8';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function refuseUnreadable(app: FastifyInstance, site: Served): void {
  app.route({
    ...routeOptions(site.deps),
    method: METHODS,
    url: UNREADABLE_PATH,
    onRequest: async (_, reply) => sendProblem(site, reply, NOT_FOUND_PROBLEM),
    handler: async (_, reply) => sendProblem(site, reply, NOT_FOUND_PROBLEM),
  });
}

/** Answers other HTTP methods at the addresses of pages with an error without CORS headers. */
function refuseOtherMethods(app: FastifyInstance, site: Served, pages: readonly BoundPage[]): void {
  for (const [path, ofPath] of Map.groupBy(pages, (page) => page.path)) {
    const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      ...routeOptions(site.deps),
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: path,
      onRequest: async (_, reply) =>
        sendProblem(site, reply.header('allow', allowed.join(', ')), METHOD_PROBLEM),
      handler: async (_, reply) => sendProblem(site, reply, METHOD_PROBLEM),
    });
  }
}
