import { accept, type Result, refuse } from '../base/result.ts';

/** Port: passwords at rest, as PHC strings. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
}

export type PasswordRefusal = { readonly kind: 'bad_password'; readonly message: string };

export const PASSWORD_LENGTH_MIN = 8;
/** A bound for the hash function's work, far above what people type. */
export const PASSWORD_LENGTH_MAX = 256;

/** Length is the only rule (NIST SP 800-63B, 3.1.1.2): composition rules make passwords worse. */
export function checkPassword(password: string): Result<string, PasswordRefusal> {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    const message = `a password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`;
    return refuse({ kind: 'bad_password', message });
  }
  return accept(password.normalize('NFC'));
}
