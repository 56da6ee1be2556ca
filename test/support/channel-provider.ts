import assert from 'node:assert/strict';
import {
  createChannelDesk,
  type SoldChannel,
} from '../../src/simulator/channel-provider/channel-desk.ts';
import type { Cleanup } from './database.ts';
import { type Reply, startScriptedServer } from './scripted-server.ts';
import type { SimulatorHere } from './simulator-here.ts';

type Json = Readonly<Record<string, unknown>>;

/** The provider of channels of the simulated network, which tests can bend. */
export interface ChannelProvider {
  readonly url: string;
  readonly pubkey: string;
  readonly orders: readonly SoldChannel[];
  /** Changes answers before they leave; a test sets it. A text is sent as it stands. */
  spoil: (path: string, answer: Json) => Json | string;
  /** Sends other answers altogether; null for the usual ones. */
  reply: ((path: string, reply: Reply) => Promise<void>) | null;
  /** Whether it opens channels; otherwise it gives the money back. */
  delivers: boolean;
  /** The number of requests to a path that begins so. */
  count(path: string): number;
}

const NODE = 'bob';

export async function startChannelProvider(
  cleanup: Cleanup,
  here: SimulatorHere,
  now: () => Date,
): Promise<ChannelProvider> {
  const node = here.simulator.description.nodes.find(({ name }) => name === NODE);
  assert(node !== undefined);
  const orders: SoldChannel[] = [];
  const provider = {
    url: '',
    pubkey: node.pubkey,
    orders,
    spoil: (_: string, answer: Json): Json | string => answer,
    reply: null as ChannelProvider['reply'],
    delivers: true,
    count: (path: string) => server.requests.filter((one) => one.path.startsWith(path)).length,
  };
  const desk = createChannelDesk({
    ...{ network: here.simulator.network, nodeName: NODE, orders, now },
    keep: () => undefined,
    delivers: () => provider.delivers,
  });
  const server = await startScriptedServer(async ({ path, body }, reply) => {
    if (provider.reply !== null) return await provider.reply(path, reply);
    const answer = desk.answer(path, body);
    if (answer === null)
      return await reply.json(404, { code: 101, message: 'Not found', data: {} });
    const said = provider.spoil(path, answer);
    await (typeof said === 'string' ? reply.answer(200, said) : reply.json(200, said));
  });
  provider.url = server.url;
  cleanup.after(() => server.close());
  return provider;
}
