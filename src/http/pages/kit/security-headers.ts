import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What pages may do and who may show them: nothing from outside, no frames, no traces. */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: directivesWith({ formAction: true }) },
  referrerPolicy: { policy: 'no-referrer' },
  frameguard: { action: 'deny' },
  // Apps open the consent page in a window of their own and hear from it through its opener.
  crossOriginOpenerPolicy: false,
  // Whether every host below this one speaks TLS is the operator's to say.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

/**
 * Browsers apply `form-action` to redirects after a form too, so a page whose form ends at an app's
 * callback cannot have it. Its form still goes where the page says: nothing foreign is on it.
 */
export const LEAVING_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: directivesWith({ formAction: false }) },
};

function directivesWith({ formAction }: { readonly formAction: boolean }) {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(formAction ? { 'form-action': ["'self'"] } : {}),
  };
}
