import type { AdapterPayload } from 'oidc-provider';
import { bytesToHex } from '../../../base/hex.ts';
import type { Client } from '../../client.ts';

/** A field of ours among the library's. */
export const S256_ONLY = 's256_only';

/**
 * An app in the library's form. Every kind is `web`, and its callback is compared by our own rule.
 * The secret is replaced by its hash, which the library only passes to our comparison.
 */
export function toMetadata(client: Client | null): AdapterPayload | undefined {
  if (client === null) return undefined;
  const { id, callback, secretHash, s256Only } = client;
  return {
    client_id: id,
    redirect_uris: [callback],
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    [S256_ONLY]: s256Only,
    ...(secretHash === null
      ? { token_endpoint_auth_method: 'none' }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: bytesToHex(secretHash),
        }),
  };
}
