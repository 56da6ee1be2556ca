import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyRefusedError } from '../../web/body-refused.ts';
import { discardUnreadBody } from '../../web/discard-unread-body.ts';
import { type BodyBounds, createBodyBounds } from '../../web/rate-limits/body-bounds.ts';
import { BODY_USER, declaredLength, type ReadBody } from '../../web/read-body.ts';
import type { HttpDeps } from './http-deps.ts';

/**
 * Reads the bodies of requests; no other code does. Path, method, rate limit and token are checked
 * first. A body whose declared length is too long, or more than its caller may send now, is refused
 * before a byte of it is read. One without a declared length is counted while it arrives, before it
 * is parsed.
 */
export function readBodies(
  app: FastifyInstance,
  { clock, config }: Pick<HttpDeps, 'clock' | 'config'>,
): ReadBody {
  const bounds = config.rateLimit.isOn ? createBodyBounds(clock) : null;
  app.decorateRequest(BODY_USER, null);
  const refusal = (request: FastifyRequest, bytes: number): BodyRefusedError | null => {
    if (bytes > request.routeOptions.bodyLimit) return new BodyRefusedError(413);
    if (bytes === 0 || bounds === null) return null;
    const userId = request.getDecorator<string | null>(BODY_USER);
    const rate = bounds.take({ address: request.ip, userId }, bytes);
    return rate.isAllowed ? null : new BodyRefusedError(429, rate.retryAfterSec);
  };
  // Without this listener, Node would answer `Expect: 100-continue` by itself, and so ask for the
  // body before it is known whether it will be read.
  app.server.on('checkContinue', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.addHook('preParsing', (request, reply, payload, done) => {
    const error = refusal(request, declaredLength(request.headers) ?? 0);
    const waits = request.headers.expect?.toLowerCase() === '100-continue';
    if (error === null && waits) reply.raw.writeContinue();
    done(error, payload);
  });
  discardUnreadBody(app, clock);
  return async (request, payload) => {
    const declared = declaredLength(request.headers);
    const body = await collect(request, payload, bounds);
    const error = declared === null ? refusal(request, body.length) : null;
    if (error !== null) throw error;
    if (declared !== null && declared !== body.length) throw new BodyRefusedError(400);
    return body;
  };
}

function collect(
  { ip, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  bounds: BodyBounds | null,
): Promise<Buffer> {
  const { bodyLimit } = routeOptions;
  const open = bounds?.open(ip) ?? null;
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      payload.off('data', take).off('end', succeed).off('error', breakOff).off('close', breakOff);
      open?.close();
    };
    const fail = (status: BodyRefusedError['statusCode']): void => {
      finish();
      reject(new BodyRefusedError(status));
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      const status = open?.add(chunk.length) ?? null;
      if (length > bodyLimit) fail(413);
      else if (status !== null) fail(status);
    };
    const succeed = (): void => {
      finish();
      resolve(Buffer.concat(chunks, length));
    };
    const breakOff = (): void => fail(400);
    payload.on('data', take).on('end', succeed).on('error', breakOff).on('close', breakOff);
  });
}
