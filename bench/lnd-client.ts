import { openHttpClient } from './http-client.ts';

/** How to reach a node, simulated or real. */
export interface NodeAccess {
  readonly restUrl: string;
  readonly macaroonHex: string;
  /** The certificate authority of the node; null without TLS. */
  readonly tlsCaPem: string | null;
}

/** Makes bare calls to a node. Of an answer, only its success is checked. */
export function openLndClient({ restUrl, macaroonHex, tlsCaPem }: NodeAccess) {
  const http = openHttpClient(restUrl, tlsCaPem);
  const headers = { 'grpc-metadata-macaroon': macaroonHex };
  return {
    post: (path: string, body: object): Promise<string> => http.post(path, body, headers),
    close: (): Promise<void> => http.close(),
  };
}
