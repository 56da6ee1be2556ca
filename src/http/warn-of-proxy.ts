import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { PROXY_WARNING_MS } from '../base/limits.ts';
import type { Log } from '../base/log.ts';

/**
 * Behind a proxy that is not declared as trusted everybody has the proxy's address, and fifty wrong
 * passwords of one person close sign-in for all. Such requests look like this. Anybody can send the
 * header, so the log gets one line for it in an hour.
 */
export function warnOfProxy(
  app: FastifyInstance,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    if (headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    const nowMs = clock.now().getTime();
    if (nowMs - warnedAtMs < PROXY_WARNING_MS) return;
    warnedAtMs = nowMs;
    log.warn({ peer: ip }, MESSAGE);
  });
}

const MESSAGE =
  'X-Forwarded-For came from a peer that is not trusted: if it is your proxy, name it in ' +
  'SATCHEL_TRUSTED_PROXIES, or all who come through it count as one address';
