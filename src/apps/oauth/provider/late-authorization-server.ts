import type { AuthorizationServer } from '../authorization-server.ts';
import type { AuthorizationServerDeps } from './authorization-server.ts';

/**
 * Creates an OAuth server that loads the library oidc-provider at the first call. The library is
 * large, and many services never need it.
 */
export function createLateAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  let loaded: Promise<AuthorizationServer> | null = null;
  const server = (): Promise<AuthorizationServer> => {
    loaded ??= load(deps);
    return loaded;
  };
  return {
    begin: async (request, cookies) => (await server()).begin(request, cookies),
    resume: async (id, cookies) => (await server()).resume(id, cookies),
    findRequest: async (id, cookies) => (await server()).findRequest(id, cookies),
    answerRequest: async (id, cookies, answer) =>
      (await server()).answerRequest(id, cookies, answer),
    call: async (endpoint, form) => (await server()).call(endpoint, form),
    describe: async () => (await server()).describe(),
  };
}

async function load(deps: AuthorizationServerDeps): Promise<AuthorizationServer> {
  const { createAuthorizationServer } = await import('./authorization-server.ts');
  return createAuthorizationServer(deps);
}
