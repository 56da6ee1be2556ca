import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Security headers: pages load nothing from other sites, are shown in no frame and send no
 * referrer.
 */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: directivesWith({ formAction: true }) },
  referrerPolicy: { policy: 'no-referrer' },
  frameguard: { action: 'deny' },
  // Cross-Origin-Opener-Policy is off, because apps open the consent page in a window of their own,
  // and learn from that window (by `opener`) how it ended.
  crossOriginOpenerPolicy: false,
  // The rule to use only https does not extend to subdomains: whether every host below this one has
  // TLS is for the operator to say.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

/**
 * Headers of pages whose form ends with a redirect to an app's callback. Browsers apply the rule
 * `form-action` to such redirects too, so these pages cannot have that rule. Their form still goes
 * where the page says, as nothing on the page comes from others.
 */
export const LEAVING_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: directivesWith({ formAction: false }) },
};

/**
 * Features of browsers that the pages never use (W3C Permissions Policy). Passkeys, copying and
 * sharing stay allowed.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const permissions = (camera: '()' | '(self)'): string =>
  [`camera=${camera}`, ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(', ');

export const PERMISSIONS_HEADER = 'permissions-policy';
export const NO_PERMISSIONS = permissions('()');
/** The permissions of a page that reads QR codes with the camera. */
export const CAMERA_PERMISSIONS = permissions('(self)');

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
