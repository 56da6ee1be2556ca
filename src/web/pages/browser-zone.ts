import type { FastifyRequest } from 'fastify';
import { memoize } from '../../base/memoize.ts';
import { presentZone } from '../../base/time-zone.ts';

/**
 * The cookie in which enhance.js keeps the time zone of its browser. It says nothing else, so any
 * site may read it.
 */
const COOKIE = 'time_zone';

/** The present name of a time zone: browsers use different names for one zone. */
const zoneOf = memoize(presentZone);

/** The time zone of a browser; null before a script has told it. */
export function browserZone(request: FastifyRequest): string | null {
  // Requests that fail early have no parsed cookies.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return zoneOf(cookies?.[COOKIE] ?? '');
}
