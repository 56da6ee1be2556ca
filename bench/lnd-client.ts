import { openHttpClient } from './http-client.ts';

/** How to reach a node, simulated or real. */
export interface NodeAccess {
  readonly restUrl: string;
  readonly macaroonHex: string;
  /** Null without TLS. */
  readonly tlsCaPem: string | null;
}

/** Bare calls to a node; of the answers, only their success is checked. */
export function openLndClient({ restUrl, macaroonHex, tlsCaPem }: NodeAccess) {
  const http = openHttpClient(restUrl, tlsCaPem);
  const headers = { 'grpc-metadata-macaroon': macaroonHex };
  return {
    post: (path: string, body: object): Promise<string> => http.post(path, body, headers),
    close: (): Promise<void> => http.close(),
  };
}
