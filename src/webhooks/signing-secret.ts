import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Makes a secret with which receivers verify deliveries: `whsec_` and standard base64, as all
 * libraries of Standard Webhooks 1.0.0 read it (Signature scheme). Its 24 bytes are a length that
 * the standard allows.
 */
export const newSigningSecret = (random: Random): string =>
  `${PREFIX}${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`;

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

/**
 * The key in a signing secret (`whsec_` and base64), as a key object: signing with plain bytes
 * would take more than twice as long.
 */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
