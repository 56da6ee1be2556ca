import type { PublicUrls } from '../../../web/public-urls.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import {
  type Authorization,
  type AuthorizationDeps,
  createAuthorization,
} from './authorization.ts';
import { presentMetadata } from './present-metadata.ts';

/** What the parts of the HTTP server need from OAuth. */
export interface Oauth {
  readonly server: () => AuthorizationServer;
  readonly authorization: Authorization;
  /** RFC 8414, as JSON text. */
  readonly metadata: () => Promise<string>;
}

export interface OauthDeps extends Omit<AuthorizationDeps, 'server'> {
  /** Called once the public URLs are known. */
  readonly openAuthorizationServer: (urls: PublicUrls) => AuthorizationServer;
}

/** The URLs may be known only once the service listens, so they are read at the first use. */
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
