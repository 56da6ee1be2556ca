import type { Random } from '../base/random.ts';

/**
 * What receivers verify deliveries with: `whsec_` and standard base64, as all libraries of the
 * scheme read it (Standard Webhooks 1.0.0, Signature scheme; 24 bytes are within its bounds).
 */
export const newSigningSecret = (random: Random): string =>
  `${PREFIX}${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`;

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;
