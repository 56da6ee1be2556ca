import type { FastifyInstance } from 'fastify';
import type { Assets } from '../kit/assets.ts';
import type { PageDeps } from '../page-deps.ts';
import { renderManifest } from './manifest.ts';
import { OFFLINE_PATH } from './offline.ts';
import { renderWorker } from './worker.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';
export const WORKER_PATH = '/worker.js';

/** What a phone needs to install the wallet. Both hold nothing of any user. */
export function registerInstall(app: FastifyInstance, deps: PageDeps, assets: Assets): void {
  const files = [
    {
      path: MANIFEST_PATH,
      type: 'application/manifest+json; charset=utf-8',
      text: renderManifest(deps.config.site, deps.texts, assets),
    },
    {
      path: WORKER_PATH,
      type: 'text/javascript; charset=utf-8',
      text: renderWorker(assets, OFFLINE_PATH),
    },
  ];
  for (const { path, type, text } of files) {
    app.get(path, {
      config: { cors: false },
      ...(deps.pagesHost === null ? {} : { constraints: { host: deps.pagesHost } }),
      handler: async (_, reply) => reply.header('cache-control', 'no-cache').type(type).send(text),
    });
  }
}
