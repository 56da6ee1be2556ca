import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Headers so that pages load nothing from outside, are shown in no frame and leave no traces. */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: directivesWith({ formAction: true }) },
  referrerPolicy: { policy: 'no-referrer' },
  frameguard: { action: 'deny' },
  // Cross-Origin-Opener-Policy is off, as apps open the page that asks for consent in a window of
  // their own, and hear from it by its opener.
  crossOriginOpenerPolicy: false,
  // Subdomains are left out: whether every host below this one has TLS is for the operator to say.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

/**
 * Headers of pages that leave the site. Browsers apply `form-action` to redirects after a form too,
 * so a page whose form ends at an app's callback cannot have it. Its form still goes where the page
 * says, as nothing foreign is on it.
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
