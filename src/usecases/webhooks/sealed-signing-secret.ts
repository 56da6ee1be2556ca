import { seal, unseal } from '../../access/sealed-box.ts';
import type { Random } from '../../base/random.ts';

/** How the signing secret of an endpoint is stored: the box opens for no other endpoint. */
export const sealSigningSecret = (
  key: Uint8Array,
  endpointId: string,
  secret: string,
  random: Random,
): Uint8Array => seal(key, new TextEncoder().encode(secret), endpointId, random);

/** Null when it was sealed under another key, or changed since. */
export function unsealSigningSecret(
  key: Uint8Array,
  endpointId: string,
  sealed: Uint8Array,
): string | null {
  const secret = unseal(key, sealed, endpointId);
  return secret === null ? null : new TextDecoder().decode(secret);
}
