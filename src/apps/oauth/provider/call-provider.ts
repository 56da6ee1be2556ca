import { IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type Provider from 'oidc-provider';
import { noteFault } from './request-scope.ts';

/** A request as the library should see it. The library itself reads nothing from the network. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The parameters, which are in the address of a GET and in the body of a POST. */
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
 * Calls the library with a made-up HTTP request, and takes its answer as data. Host and protocol
 * are those of the public address, whatever the caller claims.
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

/** Makes up an HTTP request, for functions of the library that are no routes. */
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

/** Keeps the library from writing its answer to a socket, as there is none. */
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
