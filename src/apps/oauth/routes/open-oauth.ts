import type { PublicUrls } from '../../../web/public-urls.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import {
  type Authorization,
  type AuthorizationDeps,
  createAuthorization,
} from './authorization.ts';
import { presentMetadata } from './present-metadata.ts';

/** The parts of OAuth that the HTTP server uses. */
export interface Oauth {
  readonly server: () => AuthorizationServer;
  readonly authorization: Authorization;
  /** The metadata of the authorization server (RFC 8414), as JSON text. */
  readonly metadata: () => Promise<string>;
}

export interface OauthDeps extends Omit<AuthorizationDeps, 'server'> {
  /** Creates the authorization server, once the public URLs are known. */
  readonly openAuthorizationServer: (urls: PublicUrls) => AuthorizationServer;
}

/**
 * Opens OAuth for the HTTP server. Public URLs may not be known before the service listens, so they
 * are read at the first call.
 */
export function openOauth(deps: OauthDeps, urls: () => PublicUrls): Oauth {
  let opened: AuthorizationServer | null = null;
  const server = (): AuthorizationServer => {
    opened ??= deps.openAuthorizationServer(urls());
    return opened;
  };
  return {
    server,
    authorization: createAuthorization({ ...deps, server }),
    metadata: async () => JSON.stringify(presentMetadata(await server().describe(), urls())),
  };
}
