import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from '../limits.ts';
import type { SessionStage } from '../session.ts';

/**
 * The two cookies of the pages, for the session and for known browsers. Other sites and scripts
 * cannot read them. The API uses no cookies.
 */
export interface Cookies {
  install(app: FastifyInstance): Promise<void>;
  /**
   * Reads the secret of the session; null if the cookie is missing or has not the form of our
   * secrets.
   */
  readSecret(request: FastifyRequest): string | null;
  setSecret(reply: FastifyReply, secret: string, stage: SessionStage): void;
  clearSecret(reply: FastifyReply): void;
  readKnownBrowser(request: FastifyRequest): string;
  setKnownBrowser(reply: FastifyReply, text: string): void;
}

export function createCookies(authUrl: () => string): Cookies {
  const isSecure = (): boolean => authUrl().startsWith('https:');
  const nameOf = (name: string): string => cookieNameAt(authUrl(), name);
  // Browsers send the cookie over https alone if the public address is https. The request does not
  // show this, because a proxy in front of the service may have ended TLS.
  const options = () => ({ ...OPTIONS, secure: isSecure() });

  return {
    install: async (app) => {
      await app.register(cookie);
    },
    readSecret: ({ cookies }) => {
      const secret = cookies[nameOf(SESSION)] ?? '';
      return SECRET.test(secret) ? secret : null;
    },
    setSecret: (reply, secret, stage) => {
      // A guest's cookie ends when the browser is closed; a user's cookie lasts as long as the
      // session may.
      const life = stage === 'signed_in' ? { maxAge: SESSION_MS / 1000 } : {};
      reply.setCookie(nameOf(SESSION), secret, { ...options(), ...life });
    },
    clearSecret: (reply) => {
      reply.clearCookie(nameOf(SESSION), options());
    },
    readKnownBrowser: ({ cookies }) => cookies[nameOf(KNOWN_BROWSER)] ?? '',
    setKnownBrowser: (reply, text) => {
      reply.setCookie(nameOf(KNOWN_BROWSER), text, { ...options(), maxAge: KNOWN_BROWSER_SEC });
    },
  };
}

/**
 * The name of a cookie. Over TLS it begins with `__Host-`: browsers take such a cookie only from
 * this host, so no other host of the domain can plant one (RFC 6265bis, 4.1.3.2). Browsers keep one
 * jar for all ports of a host (8.5), so names differ between two services on one host.
 */
export function cookieNameAt(publicUrl: string, name: string): string {
  const { protocol, port } = new URL(publicUrl);
  const own = port === '' ? name : `${name}_${port}`;
  return protocol === 'https:' ? `__Host-${own}` : own;
}

/** The name of the session cookie, for a service whose pages have this public URL. */
export const sessionCookieName = (publicUrl: string): string => cookieNameAt(publicUrl, SESSION);

const SESSION = 'satchel_session';
const KNOWN_BROWSER = 'satchel_browser';
const KNOWN_BROWSER_SEC = 31_536_000;
/** The form of a session's secret, which is 32 random bytes in base64url. */
const SECRET = /^[\w-]{43}$/;
/** Options of both cookies. Without a domain, browsers send them to this host alone. */
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
