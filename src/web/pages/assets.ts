import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { assert } from '../../base/assert.ts';

/** Style sheets and scripts, each at an address that changes with its content. */
export interface Assets {
  /** The address of a style sheet, or of a file in assets/, by its name. */
  pathOf(name: string): string;
  readonly files: readonly Asset[];
}

export interface Asset {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Names of style sheets, with the files of src/ that each is joined from. */
export type StyleSheets = Readonly<Record<string, readonly string[]>>;

export async function loadAssets(sheets: StyleSheets): Promise<Assets> {
  const names = (await readdir(FOLDER)).filter((name) => CONTENT_TYPES.has(extname(name)));
  const files = await Promise.all([
    ...Object.entries(sheets).map(async ([name, parts]) => toAsset(name, await joinParts(parts))),
    ...names.map(async (name) => toAsset(name, await readFile(new URL(name, FOLDER)))),
  ]);
  return {
    files,
    pathOf: (name) => {
      const file = files.find((candidate) => candidate.name === name);
      assert(file !== undefined, `there is an asset ${name}`);
      return file.path;
    },
  };
}

export function registerAssets(app: FastifyInstance, assets: Assets, host: RegExp | null): void {
  for (const { path, contentType, content } of assets.files) {
    app.get(path, {
      config: { cors: false },
      ...(host === null ? {} : { constraints: { host } }),
      handler: async (_, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(contentType)
          .send(content),
    });
  }
}

const SOURCES = new URL('../../', import.meta.url);
const FOLDER = new URL('web/assets/', SOURCES);
const HASH_LENGTH = 16;
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

const joinParts = async (paths: readonly string[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(paths.map((path) => readFile(new URL(path, SOURCES)))));

function toAsset(name: string, content: Buffer): Asset {
  const extension = extname(name);
  const mark = hash('sha256', content, 'hex').slice(0, HASH_LENGTH);
  return {
    name,
    content,
    contentType: CONTENT_TYPES.get(extension) ?? '',
    path: `/assets/${name.slice(0, -extension.length)}.${mark}${extension}`,
  };
}
