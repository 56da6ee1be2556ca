import type { FastifyRequest } from 'fastify';
import { TIME_ZONES } from '../../../account/preferences.ts';

/** A cookie of comfort.js: the time zone of its browser. It says nothing else, and any site may. */
const COOKIE = 'time_zone';

/** Browsers differ in which name of a zone they use. */
const KNOWN: ReadonlySet<string> = new Set([...TIME_ZONES, ...Intl.supportedValuesOf('timeZone')]);

/** Null before a script has said so. */
export function browserZone(request: FastifyRequest): string | null {
  // Requests that fail early have no cookies.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  const said = cookies?.[COOKIE] ?? '';
  return KNOWN.has(said) ? said : null;
}
