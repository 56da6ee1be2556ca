/** Port: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). */
export interface AuthenticatorCodes {
  /**
   * Makes the address `otpauth://totp/…`, from which an authenticator app reads its secret by a QR
   * code.
   */
  address(secret: Uint8Array, account: string): string;
  /**
   * Writes the secret of an authenticator app in the form in which people type it into the app
   * (base32).
   */
  spell(secret: Uint8Array): string;
  /**
   * Finds the time step to which a code belongs, among the present step and its neighbours; null if
   * the code is wrong.
   */
  stepOf(secret: Uint8Array, code: string, now: Date): bigint | null;
}

/** The length of an authenticator's secret: RFC 4226, section 4, recommends 160 bits. */
export const AUTHENTICATOR_SECRET_BYTES = 20;
