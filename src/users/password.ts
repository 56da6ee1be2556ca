import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/** Port: stores passwords as hashes (PHC strings), and checks them. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /**
   * Whether a stored hash is cheaper to attack than new ones are, so that it should be replaced.
   */
  isOutdated(hash: string): boolean;
}

export type PasswordRefusal = { readonly kind: 'bad_password'; readonly message: string };

/**
 * Checks a new password. Its length is the only rule (NIST SP 800-63B, 3.1.1.2), as composition
 * rules make passwords worse.
 */
export function checkPassword(password: string): Result<string, PasswordRefusal> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    const message = `a password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
    return refuse({ kind: 'bad_password', message });
  }
  return accept(password.normalize('NFC'));
}
