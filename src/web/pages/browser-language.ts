import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../i18n/language.ts';
import { readLanguage } from './read-language.ts';

/** The cookie with the language that a person chose in this browser while not signed in. */
const COOKIE = 'language';
const KEPT_SEC = 31_536_000;

/** Finds the language that was chosen in this browser, else the one that it asks for. */
export function browserLanguage(request: FastifyRequest): Language {
  // A request that fails early has no parsed cookies, and counts as one in which nothing was
  // chosen.
  const { cookies }: Partial<Pick<FastifyRequest, 'cookies'>> = request;
  return languageNamed(cookies?.[COOKIE]) ?? readLanguage(request.headers['accept-language']);
}

export function keepLanguage(reply: FastifyReply, language: Language): void {
  const options = { path: '/', maxAge: KEPT_SEC, httpOnly: true, sameSite: 'lax' } as const;
  reply.setCookie(COOKIE, language, options);
}

/** Finds a language by name; null for one that the pages do not have. */
export const languageNamed = (text: string | undefined): Language | null =>
  LANGUAGES.find((one) => one === text) ?? null;
