import type { FastifyRequest } from 'fastify';
import { memoize } from '../../base/memoize.ts';
import { presentZone } from '../../base/time-zone.ts';

/**
 * The cookie in which enhance.js keeps the time zone of its browser. It says nothing else, and any
 * site may.
 */
const COOKIE = 'time_zone';

/** The name of a time zone that we use: browsers use different names for one zone. */
const zoneOf = memoize(presentZone);

/** The time zone of a browser; null before a script has told it. */
export function browserZone(request: FastifyRequest): string | null {
  // Requests that fail early have no cookies.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return zoneOf(cookies?.[COOKIE] ?? '');
}
