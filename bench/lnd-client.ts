import type { SimulatedNode } from '../src/lightning/simulated-network.ts';
import { openHttpClient } from './http-client.ts';

/** Bare calls to a node, of which nothing is read but that they succeeded. */
export function openLndClient({ restUrl, macaroonHex }: SimulatedNode) {
  const http = openHttpClient(restUrl);
  const headers = { 'grpc-metadata-macaroon': macaroonHex };
  return {
    post: (path: string, body: object): Promise<string> => http.post(path, body, headers),
    close: (): Promise<void> => http.close(),
  };
}
