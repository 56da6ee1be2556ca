import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../../base/assert.ts';
import { choosePacked, type PackedDocument, packDocument } from '../packed-document.ts';

/**
 * The version of the npm package `qr`. It is a part of the files' address, so that browsers may
 * cache them for long.
 */
const VERSION = '0.7.0';
const FOLDER = `/assets/qr-${VERSION}`;
/** Files of the QR reader. The first one imports the other by its name. */
const FILES = ['decode.js', 'index.js'] as const;

/** The path of the script that reads QR codes in browsers without a reader of their own. */
export const QR_READER_PATH = `${FOLDER}/decode.js`;

/**
 * Serves the QR reader's files. They are read and compressed when first asked for, as most people
 * never scan.
 */
export function registerQrReader(app: FastifyInstance, host: RegExp | null): void {
  let files: Promise<ReadonlyMap<string, PackedDocument>> | null = null;
  for (const name of FILES) {
    app.get(`${FOLDER}/${name}`, {
      config: { cors: false },
      ...(host === null ? {} : { constraints: { host } }),
      handler: async (request, reply) => {
        files ??= packFiles();
        const file = (await files).get(name);
        assert(file !== undefined, `the reader has a file ${name}`);
        return sendPacked(request, reply, file);
      },
    });
  }
}

function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: PackedDocument,
): FastifyReply {
  const { bytes, encoding } = choosePacked(file, headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .type('text/javascript; charset=utf-8')
    .send(bytes);
}

async function packFiles(): Promise<ReadonlyMap<string, PackedDocument>> {
  const found = createRequire(import.meta.url).resolve('qr/decode.js');
  const read = (name: string) => readFile(new URL(name, pathToFileURL(found)), 'utf8');
  const told: unknown = JSON.parse(await read('package.json'));
  const version = typeof told === 'object' && told !== null ? Reflect.get(told, 'version') : null;
  assert(version === VERSION, `the address of the reader names version ${VERSION}`);
  const packed = FILES.map(async (name) => [name, await packDocument(await read(name))] as const);
  return new Map(await Promise.all(packed));
}
