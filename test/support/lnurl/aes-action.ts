import { createCipheriv } from 'node:crypto';
import type { SuccessAction } from '../../../src/lnurl/success-action.ts';

/**
 * A success action with a secret that only a payer can read, because its key is the preimage
 * (LUD-10).
 */
export function aesAction(preimage: string, description: string, secret: string): SuccessAction {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(preimage, 'hex'), iv);
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]).toString('base64');
  return { tag: 'aes', description, ciphertext, iv: iv.toString('base64') };
}
