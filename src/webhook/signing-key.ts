import { createSecretKey, type KeyObject } from 'node:crypto';

/**
 * The key in a signing secret as endpoints show it (`whsec_` and base64). An object: bytes in its
 * place would cost more at each signature than all the rest of it.
 */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
