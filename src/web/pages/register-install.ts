import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';
import type { Assets } from './assets.ts';
import { renderManifest } from './manifest.ts';
import { OFFLINE_PATH } from './offline.ts';
import { readLanguage } from './read-language.ts';
import type { ReaderTextsDeps } from './reader-texts.ts';
import { renderWorker } from './worker.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';
export const WORKER_PATH = '/worker.js';

export interface InstallDeps extends ReaderTextsDeps {
  readonly config: { readonly site: Site };
  /** Matches the hosts at which the pages answer; null where pages and API have the same host. */
  readonly pagesHost: RegExp | null;
}

/**
 * Registers the two files that a phone needs to install the wallet. Neither contains anything of a
 * user.
 */
export function registerInstall(app: FastifyInstance, deps: InstallDeps, assets: Assets): void {
  const worker = renderWorker(assets, OFFLINE_PATH, deps.config.site.name);
  const files = [
    {
      path: MANIFEST_PATH,
      type: 'application/manifest+json; charset=utf-8',
      vary: 'accept-language',
      textFor: ({ headers }: FastifyRequest) => {
        const texts = deps.textsOf(readLanguage(headers['accept-language']));
        return renderManifest(deps.config.site, texts, assets);
      },
    },
    {
      path: WORKER_PATH,
      type: 'text/javascript; charset=utf-8',
      vary: null,
      textFor: () => worker,
    },
  ];
  for (const { path, type, vary, textFor } of files) {
    app.get(path, {
      config: { cors: false },
      ...(deps.pagesHost === null ? {} : { constraints: { host: deps.pagesHost } }),
      handler: async (request, reply) => {
        if (vary !== null) reply.header('vary', vary);
        return reply.header('cache-control', 'no-cache').type(type).send(textFor(request));
      },
    });
  }
}
