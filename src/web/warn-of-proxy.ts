import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { PROXY_WARNING_MS } from './limits.ts';

/**
 * Warns of a proxy that is not configured as trusted. All users behind it seem to have the proxy's
 * address, so fifty wrong passwords of one person lock out everyone. The proxy shows itself by a
 * forwarding header; anyone can send that header, so the log gets only one line per hour.
 */
export function warnOfProxy(
  app: FastifyInstance,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  const warn = (peer: string): void => {
    const nowMs = clock.now().getTime();
    if (nowMs - warnedAtMs < PROXY_WARNING_MS) return;
    warnedAtMs = nowMs;
    log.warn({ peer }, MESSAGE);
  };
  app.addHook('onRequest', (request, _, done) => {
    // The framework searches the chain of proxies for the address whenever it is asked for it.
    if (request.headers['x-forwarded-for'] !== undefined) {
      const { ip, socket } = request;
      if (ip === socket.remoteAddress) warn(ip);
    }
    done();
  });
}

const MESSAGE =
  'X-Forwarded-For came from a peer that is not trusted. If it is your proxy, add it to ' +
  'SATCHEL_TRUSTED_PROXIES; otherwise all its users count as one address';
