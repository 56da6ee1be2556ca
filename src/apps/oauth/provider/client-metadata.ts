import type { AdapterPayload } from 'oidc-provider';
import { bytesToHex } from '../../../base/hex.ts';
import type { Client, DocumentClient, RegisteredClient } from '../../client.ts';

/** A field of ours among the library's. */
export const S256_ONLY = 's256_only';

/** An app in the library's form. Its callbacks are compared by our own rule. */
export function toMetadata(client: Client | null): AdapterPayload | undefined {
  if (client === null) return undefined;
  switch (client.kind) {
    case 'registered':
      return { ...COMMON, ...describeRegistered(client) };
    case 'document':
      return { ...COMMON, ...describeDocument(client) };
  }
}

const COMMON = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
} satisfies AdapterPayload;

/**
 * Every registered app is `web`. The secret is replaced by its hash, which the library only passes
 * to our comparison.
 */
const describeRegistered = (client: RegisteredClient): AdapterPayload => ({
  client_id: client.id,
  redirect_uris: [client.callback],
  application_type: 'web',
  [S256_ONLY]: client.s256Only,
  ...(client.secretHash === null
    ? { token_endpoint_auth_method: 'none' }
    : {
        token_endpoint_auth_method: 'client_secret_basic',
        client_secret: bytesToHex(client.secretHash),
      }),
});

/** For `native` apps the library accepts http on this machine only (RFC 8252, 7.3). */
const describeDocument = (client: DocumentClient): AdapterPayload => ({
  client_id: client.id,
  redirect_uris: [...client.redirectUris],
  application_type: 'native',
  [S256_ONLY]: true,
  token_endpoint_auth_method: 'none',
});
