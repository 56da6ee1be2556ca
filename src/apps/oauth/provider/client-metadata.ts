import type { AdapterPayload } from 'oidc-provider';
import { bytesToHex } from '../../../base/hex.ts';
import type { Client, DocumentClient, RegisteredClient } from '../../client.ts';

/**
 * The name of a field that we add to the OAuth library's description of a client. It says that only
 * the PKCE method S256 is accepted.
 */
export const S256_ONLY = 's256_only';

/**
 * Describes an app in the form of the OAuth library. Its callbacks are compared by our own rule,
 * see `isSameCallback`.
 */
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
 * Describes a registered app, which always has the type `web`. The OAuth library gets a hash in
 * place of the app's secret, and passes it to our own function for comparing.
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

/**
 * Describes an app with a document on the web, as type `native`. For other types the OAuth library
 * does not allow callbacks by http to the user's own machine (RFC 8252, 7.3).
 */
const describeDocument = (client: DocumentClient): AdapterPayload => ({
  client_id: client.id,
  redirect_uris: [...client.redirectUris],
  application_type: 'native',
  [S256_ONLY]: true,
  token_endpoint_auth_method: 'none',
});
