import type { FastifyRequest } from 'fastify';
import { memoize } from '../../base/memoize.ts';
import { presentZone } from '../../base/time-zone.ts';

/**
 * The cookie in which enhance.js keeps the time zone of its browser. The zone is no secret, as any
 * site may read it from the browser.
 */
const COOKIE = 'time_zone';

/** Finds the present name of a time zone, as browsers use different names for one zone. */
const zoneOf = memoize(presentZone);

/** The time zone of a browser; null before a script has told it. */
export function browserZone(request: FastifyRequest): string | null {
  // A request that fails early has no parsed cookies, and counts as one whose time zone is unknown.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return zoneOf(cookies?.[COOKIE] ?? '');
}
