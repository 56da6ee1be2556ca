import { type Client, openClient } from '../../test/crash/wallets.ts';

/** The callers of a cluster, behind a proxy that hands their calls to all api processes in turn. */
export interface ClusterClient extends Client {
  /** When each call that writes was acknowledged, in time of `performance`. */
  readonly writtenAtMs: readonly number[];
  /** When each call that reads was answered, in time of `performance`. */
  readonly readAtMs: readonly number[];
}

export function openClusterClient(baseUrls: readonly string[]): ClusterClient {
  const clients = baseUrls.map(openClient);
  const writtenAtMs: number[] = [];
  const readAtMs: number[] = [];
  let calls = 0;
  return {
    writtenAtMs,
    readAtMs,
    call: async (wallet, call) => {
      calls += 1;
      const client = clients[calls % clients.length];
      if (client === undefined) throw new Error('there are processes to call');
      const answer = await client.call(wallet, call);
      const moments = call.body === undefined ? readAtMs : writtenAtMs;
      if (answer?.status === 200) moments.push(performance.now());
      return answer;
    },
    close: async () => {
      for (const client of clients) await client.close();
    },
  };
}
