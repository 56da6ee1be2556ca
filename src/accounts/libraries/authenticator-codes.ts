import { Secret, TOTP } from 'otpauth';
import type { AuthenticatorCodes } from '../authenticator-codes.ts';

const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/**
 * The number of time steps before and after the present one whose codes are accepted: clocks of
 * phones are slightly off, and people take time to type (RFC 6238, 5.2).
 */
const STEPS_AROUND = 1;
const CODE = /^[0-9]{6}$/;

/** Creates the port for codes of authenticator apps. The apps show `siteName` above each code. */
export const createAuthenticatorCodes = (siteName: string): AuthenticatorCodes => ({
  address: (secret, account) =>
    new TOTP({
      ...SETTINGS,
      issuer: siteName,
      label: account,
      secret: secretOf(secret),
    }).toString(),
  spell: (secret) => secretOf(secret).base32.replaceAll(/(.{4})(?=.)/g, '$1 '),
  stepOf: (secret, code, now) => {
    // The library otpauth compares bytes, and throws at characters that take more than one byte.
    if (!CODE.test(code)) return null;
    const totp = new TOTP({ ...SETTINGS, secret: secretOf(secret) });
    const timestamp = now.getTime();
    const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND });
    return delta === null ? null : BigInt(totp.counter({ timestamp }) + delta);
  },
});

const secretOf = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: new Uint8Array(bytes).buffer });
