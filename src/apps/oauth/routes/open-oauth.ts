import type { HttpDeps, PublicUrls } from '../../../app/http/http-deps.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { type Authorization, createAuthorization } from './authorization.ts';
import { presentMetadata } from './present-metadata.ts';

/** What the parts of the HTTP server need from OAuth. */
export interface Oauth {
  readonly server: () => AuthorizationServer;
  readonly authorization: Authorization;
  /** RFC 8414, as JSON text. */
  readonly metadata: () => Promise<string>;
}

/** The URLs may be known only once the service listens, so they are read at the first use. */
export function openOauth(deps: HttpDeps, urls: () => PublicUrls): Oauth {
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
