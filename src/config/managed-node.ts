import type { HostAndPort } from './host-forms.ts';
import type { BitcoindRpc, BitcoindZmq, HeaderSources } from './url-forms.ts';
import type { Variable } from './variable.ts';
import { VARIABLES as V } from './variables.ts';

/** How Satchel runs its own LND. */
export interface ManagedNodeConfig {
  readonly network: 'mainnet' | 'signet' | 'testnet4' | 'regtest';
  /** The path of the `lnd` program; null means `lnd` in the data folder, or else in PATH. */
  readonly program: string | null;
  readonly chain: ManagedNodeChain;
  /** The address on which the node accepts peers; null if it accepts none. */
  readonly listen: HostAndPort | null;
  readonly externalAddress: HostAndPort | null;
  /** The alias of the node; null leaves the choice to LND. */
  readonly alias: string | null;
}

export type ManagedNodeChain =
  | {
      readonly kind: 'neutrino';
      readonly peers: readonly HostAndPort[];
      /**
       * Where the node downloads the headers of the chain at its first start; null if it asks only
       * its peers.
       */
      readonly headers: HeaderSources | null;
      readonly feeUrl: string | null;
    }
  | { readonly kind: 'bitcoind'; readonly rpc: BitcoindRpc; readonly zmq: BitcoindZmq };

interface Reader {
  readonly read: <T>(variable: Variable<T>) => T;
  readonly refuse: (problem: string) => void;
}

/** Reads the settings of a managed node; null when a setting was refused. */
export function buildManagedNode({ read, refuse }: Reader): ManagedNodeConfig | null {
  const network = read(V.network);
  const chain = buildChain({ read, refuse });
  const listen = read(V.lndListen);
  const externalAddress = read(V.lndExternalAddress);
  const siteName = read(V.siteName);
  if (network === null) {
    refuse('SATCHEL_LIGHTNING=managed needs SATCHEL_NETWORK');
  }
  if (network === 'mainnet' && chain?.kind === 'neutrino' && chain.feeUrl === null) {
    refuse(
      'SATCHEL_LND_CHAIN=neutrino on mainnet needs SATCHEL_FEE_URL: LND does not start without ' +
        'it, and a third party reads there when and from where your node asks',
    );
  }
  if (externalAddress !== null && listen === null) {
    refuse('SATCHEL_LND_EXTERNAL_ADDRESS needs SATCHEL_LND_LISTEN');
  }
  if (network === null || chain === null) return null;
  return {
    network,
    program: read(V.lndProgram),
    chain,
    listen,
    externalAddress,
    alias: siteName === V.siteName.fallback ? null : siteName,
  };
}

function buildChain({ read, refuse }: Reader): ManagedNodeChain | null {
  const kind = read(V.lndChain);
  const peers = read(V.neutrinoPeers);
  const headers = read(V.neutrinoHeaders);
  const feeUrl = read(V.feeUrl);
  const rpc = read(V.bitcoindRpcUrl);
  const zmq = read(V.bitcoindZmq);
  switch (kind) {
    case 'neutrino':
      return { kind, peers, headers, feeUrl };
    case 'bitcoind':
      if (rpc !== null && zmq !== null) return { kind, rpc, zmq };
      refuse('SATCHEL_LND_CHAIN=bitcoind needs SATCHEL_BITCOIND_RPC_URL and SATCHEL_BITCOIND_ZMQ');
      return null;
  }
}
