import { IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type Provider from 'oidc-provider';
import { noteFault } from './request-scope.ts';

/**
 * A request in the form that the OAuth library gets. The library reads nothing from the network
 * itself.
 */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * The parameters. They are put into the URL of a GET request, or into the body of a POST request.
   */
  readonly parameters: URLSearchParams;
  readonly cookies: string;
}

export interface Library {
  readonly provider: Provider;
  readonly publicUrl: URL;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly body: unknown;
}

/**
 * Calls the OAuth library with an artificial HTTP request, and returns its answer as data. The host
 * and protocol in the request are those of the public URL, whatever the caller sent.
 */
export async function callProvider(
  { provider, publicUrl }: Library,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const message = toMessage(publicUrl, request);
  const response = new ServerResponse(message);
  await provider.callback()(message, response);
  return {
    status: response.statusCode,
    location: textOf(response.getHeader('location')),
    cookies: listOf(response.getHeader('set-cookie')),
    body: bodies.get(message) ?? null,
  };
}

/** Makes an artificial HTTP request, for functions of the OAuth library that take one. */
export function toMessage(publicUrl: URL, request: ProviderRequest): IncomingMessage {
  const parameters = request.parameters.toString();
  const isPost = request.method === 'POST';
  const message = new IncomingMessage(new Socket());
  message.method = request.method;
  message.url = isPost || parameters === '' ? request.path : `${request.path}?${parameters}`;
  message.headers = {
    host: publicUrl.host,
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    ...(request.cookies === '' ? {} : { cookie: request.cookies }),
    ...(isPost
      ? {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(parameters)),
        }
      : {}),
  };
  if (isPost) message.push(parameters);
  message.push(null);
  message.complete = true;
  return message;
}

const bodies = new WeakMap<IncomingMessage, unknown>();

/**
 * Keeps the OAuth library from writing its answers to a socket, because an artificial request has
 * none. The answers are kept for the caller.
 */
export function takeAnswersOf(provider: Provider): void {
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      noteFault(error);
    }
    bodies.set(ctx.req, ctx.body);
    ctx.respond = false;
  });
  provider.on('server_error', (_, error) => noteFault(error));
}

const textOf = (header: OutgoingHttpHeader | undefined): string | null =>
  typeof header === 'string' ? header : null;

const listOf = (header: OutgoingHttpHeader | undefined): readonly string[] =>
  typeof header === 'string' ? [header] : Array.isArray(header) ? header : [];
