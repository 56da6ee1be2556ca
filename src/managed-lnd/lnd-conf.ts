import type { NodePorts } from './node-record.ts';

/** What operators choose for the node. */
export interface LndSettings {
  readonly network: string;
  readonly chain: LndChain;
  /** Where the node accepts peers; null for nowhere. */
  readonly listen: LndPlace | null;
  readonly externalAddress: LndPlace | null;
  /** The name of the node; null leaves it to LND. */
  readonly alias: string | null;
}

export interface LndPlace {
  readonly host: string;
  readonly port: number;
}

type LndChain =
  | {
      readonly kind: 'neutrino';
      readonly peers: readonly LndPlace[];
      readonly headers: { readonly blocks: string; readonly filters: string } | null;
      readonly feeUrl: string | null;
    }
  | {
      readonly kind: 'bitcoind';
      readonly rpc: { readonly host: string; readonly user: string; readonly password: string };
      readonly zmq: { readonly rawBlock: string; readonly rawTx: string };
    };

export interface LndConfInput {
  readonly settings: LndSettings;
  readonly ports: NodePorts;
  /** Whether LND forgets the transactions of its wallet, and reads them from the chain again. */
  readonly rescans?: boolean;
  /**
   * Whether it fetches the headers of the chain from where the settings say. It would do so at each
   * start, and not start where that is away.
   */
  readonly fetchesHeaders?: boolean;
}

/**
 * Writes all that LND is told. A file holds it, as other accounts of the machine can read the
 * arguments of a process. REST and RPC are for this machine only.
 */
export function renderLndConf({
  settings,
  ports,
  rescans = false,
  fetchesHeaders = false,
}: LndConfInput): string {
  const { network, chain, alias } = settings;
  return [
    '# Written by Satchel at each start of this node: changes are lost.',
    line(`bitcoin.${network}`, 'true'),
    // On regtest, no one publishes addresses of nodes.
    ...(network === 'regtest' ? [line('nobootstrap', 'true')] : []),
    ...chainLines(chain),
    ...(fetchesHeaders ? headerLines(chain) : []),
    ...peerLines(settings),
    ...(alias === null ? [] : [line('alias', shortAlias(alias))]),
    line('restlisten', `127.0.0.1:${ports.rest}`),
    line('rpclisten', `127.0.0.1:${ports.rpc}`),
    // The certificate would name all addresses of the machine, and change with them.
    line('tlsdisableautofill', 'true'),
    line('tlsautorefresh', 'true'),
    line('accept-keysend', 'true'),
    line('store-final-htlc-resolutions', 'true'),
    // LND would keep a file more for good with each change of the channels.
    line('no-backup-archive', 'true'),
    // LND bounds its log file, but not what it prints.
    line('logging.console.disable', 'true'),
    ...(rescans ? [line('reset-wallet-transactions', 'true')] : []),
    '',
  ].join('\n');
}

function chainLines(chain: LndChain): readonly string[] {
  switch (chain.kind) {
    case 'neutrino':
      return [
        line('bitcoin.node', 'neutrino'),
        ...chain.peers.map((peer) => line('neutrino.addpeer', write(peer))),
        ...(chain.feeUrl === null ? [] : [line('fee.url', chain.feeUrl)]),
      ];
    case 'bitcoind':
      return [
        line('bitcoin.node', 'bitcoind'),
        line('bitcoind.rpchost', chain.rpc.host),
        line('bitcoind.rpcuser', chain.rpc.user),
        line('bitcoind.rpcpass', chain.rpc.password),
        line('bitcoind.zmqpubrawblock', chain.zmq.rawBlock),
        line('bitcoind.zmqpubrawtx', chain.zmq.rawTx),
      ];
  }
}

function headerLines(chain: LndChain): readonly string[] {
  if (chain.kind !== 'neutrino' || chain.headers === null) return [];
  const { blocks, filters } = chain.headers;
  return [
    line('neutrino.blockheaderssource', blocks),
    line('neutrino.filterheaderssource', filters),
  ];
}

function peerLines({ listen, externalAddress }: LndSettings): readonly string[] {
  if (listen === null) return [line('nolisten', 'true')];
  const announced = externalAddress === null ? [] : [announcement(externalAddress)];
  return [line('listen', write(listen)), ...announced];
}

/** Announces a place: LND looks up names again and again, as their addresses may change. */
function announcement(place: LndPlace): string {
  const isName = /[a-z-]$/i.test(place.host) && !place.host.includes(':');
  const isOnion = place.host.endsWith('.onion');
  return line(isName && !isOnion ? 'externalhosts' : 'externalip', write(place));
}

const write = ({ host, port }: LndPlace): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Writes a line: LND reads a quoted value as Go does, whose escapes include those of JSON. */
const line = (name: string, value: string): string => `${name}=${JSON.stringify(value)}`;

/** The longest name that fits into the announcement of a node (BOLT 7). */
const MAX_ALIAS_BYTES = 32;

function shortAlias(alias: string): string {
  let short = '';
  for (const character of alias) {
    if (Buffer.byteLength(short + character) > MAX_ALIAS_BYTES) break;
    short += character;
  }
  return short.trimEnd();
}
