import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Cleanup } from '../database.ts';
import type { FakeNode } from '../fake-node.ts';
import { listenLocally } from './payee.ts';

/** The answers of a server elsewhere, as the files of `test/vectors/lnurl/` contain them. */
interface PlayedCase {
  readonly first: { readonly metadata?: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly gzip?: boolean;
  /** Fields of the callback's answer besides the invoice. */
  readonly callback?: object;
  /** The whole answer of the callback, without an invoice. */
  readonly callbackAnswer?: object;
  readonly callbackStatus?: number;
}

/** Plays such a file on a server, and returns its host. */
export async function playCase(cleanup: Cleanup, node: FakeNode, name: string): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${host}`);
    if (url.pathname === '/cb') {
      const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
      const descriptionHash = hash('sha256', played.first.metadata ?? '');
      const invoice = () => node.externalInvoice({ amountMsat, descriptionHash }).bolt11;
      const answer = played.callbackAnswer ?? { pr: invoice(), routes: [], ...played.callback };
      response.writeHead(played.callbackStatus ?? 200).end(JSON.stringify(answer));
      return;
    }
    const text = JSON.stringify(played.first);
    const coding = played.gzip === true ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { ...played.headers, ...coding });
    response.end(played.gzip === true ? gzipSync(text) : text);
  });
  const host = await listenLocally(cleanup, server);
  const file = new URL(`../../vectors/lnurl/${name}.json`, import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll('{BASE}', `http://${host}`);
  const played: PlayedCase = JSON.parse(text);
  return host;
}
