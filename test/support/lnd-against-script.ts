import type { Clock } from '../../src/base/clock.ts';
import type { LndLimits } from '../../src/lightning/lnd/client.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { ChannelNode } from '../../src/lightning/node-wallet.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { MACAROON } from './lnd-messages.ts';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

export interface LndAgainstScript {
  readonly node: ChannelNode;
  readonly server: ScriptedServer;
}

export interface NodeSettings {
  readonly clock?: Clock;
  readonly limits?: Partial<LndLimits>;
}

const opened: { close(): Promise<void> }[] = [];

/** Closes all adapters that a file has opened. Test files register this with `afterEach`. */
export async function closeLnds(): Promise<void> {
  for (const resource of opened.splice(0).reverse()) await resource.close();
}

/** Opens the LND adapter for a server that answers by a script. */
export async function lndAgainst(
  script: Script,
  settings: NodeSettings = {},
): Promise<LndAgainstScript> {
  const server = await startScriptedServer(script);
  opened.push(server);
  return { server, node: lndAt(server.url, settings) };
}

export function lndAt(restUrl: string, settings: NodeSettings = {}): ChannelNode {
  const access = { restUrl, macaroonHex: MACAROON, tlsCaPem: null };
  const node = openLndNode({ clock: systemClock, ...access, ...settings });
  opened.push(node);
  return node;
}
