import type { FastifyRequest } from 'fastify';
import { memoize } from '../../base/memoize.ts';
import { presentZone } from '../../base/time-zone.ts';

/** A cookie of enhance.js: the time zone of its browser. It says nothing else, and any site may. */
const COOKIE = 'time_zone';

/** Browsers differ in which name of a zone they use. */
const zoneOf = memoize(presentZone);

/** Null before a script has said so. */
export function browserZone(request: FastifyRequest): string | null {
  // Requests that fail early have no cookies.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return zoneOf(cookies?.[COOKIE] ?? '');
}
