import { join } from 'node:path';
import { type ChannelProvider, openChannelProvider } from '../../channel-orders/channel-orders.ts';
import { runningNetwork } from '../../lightning/simulator-client/simulated-network.ts';
import { SIMULATOR_FOLDER } from '../../lightning/simulator-protocol/network-protocol.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Opens what is needed to ask providers of channels for an offer. With play money, a node of the
 * simulated network is a provider, so that buying channels can be tried.
 */
export async function openProviders(context: AppContext): Promise<ChannelProvider> {
  const { lightning, dataDir } = context.config;
  const network =
    lightning.kind === 'simulated' ? await runningNetwork(join(dataDir, SIMULATOR_FOLDER)) : null;
  return openChannelProvider(context, network?.channelProviderUrl ?? null);
}
