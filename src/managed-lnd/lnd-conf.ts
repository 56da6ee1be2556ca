import type { NodePorts } from './node-record.ts';

/** The operator's settings for the managed node. */
export interface LndSettings {
  readonly network: string;
  readonly chain: LndChain;
  /** The address on which the node accepts peers; null when it accepts none. */
  readonly listen: LndPlace | null;
  readonly externalAddress: LndPlace | null;
  /** The public name of the node; null to let LND choose it. */
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
  /** Whether LND drops the transactions of its wallet and reads them from the chain again. */
  readonly rescans?: boolean;
  /**
   * Whether LND downloads the chain's headers from the source in the settings. This is set only
   * while LND has no headers: otherwise LND would download them at each start, and would not start
   * when the source is away.
   */
  readonly fetchesHeaders?: boolean;
}

/**
 * Writes the configuration file of LND. All settings are in this file, because other accounts of
 * the machine can read the arguments of a process. REST and RPC listen on 127.0.0.1 only.
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
    // On regtest, there are no DNS seeds that LND could ask for peers.
    ...(network === 'regtest' ? [line('nobootstrap', 'true')] : []),
    ...chainLines(chain),
    ...(fetchesHeaders ? headerLines(chain) : []),
    ...peerLines(settings),
    ...(alias === null ? [] : [line('alias', shortAlias(alias))]),
    line('restlisten', `127.0.0.1:${ports.rest}`),
    line('rpclisten', `127.0.0.1:${ports.rpc}`),
    // Without this setting, the certificate would name all addresses of the machine, and change
    // with them.
    line('tlsdisableautofill', 'true'),
    line('tlsautorefresh', 'true'),
    line('accept-keysend', 'true'),
    line('store-final-htlc-resolutions', 'true'),
    // Without this setting, LND would keep one more backup file for good with each change of its
    // channels.
    line('no-backup-archive', 'true'),
    // LND limits the size of its log file, but not how much it prints, so printing is switched off.
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

/**
 * Announces the address of the node. A host name is set as `externalhosts`, because LND then
 * resolves it again and again, as its address may change.
 */
function announcement(place: LndPlace): string {
  const isName = /[a-z-]$/i.test(place.host) && !place.host.includes(':');
  const isOnion = place.host.endsWith('.onion');
  return line(isName && !isOnion ? 'externalhosts' : 'externalip', write(place));
}

const write = ({ host, port }: LndPlace): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Writes a setting in quotes. LND unquotes values by the rules of Go, whose escapes include those
 * of JSON.
 */
const line = (name: string, value: string): string => `${name}=${JSON.stringify(value)}`;

/** The greatest length of a node's alias in its announcement (BOLT 7). */
const MAX_ALIAS_BYTES = 32;

function shortAlias(alias: string): string {
  let short = '';
  for (const character of alias) {
    if (Buffer.byteLength(short + character) > MAX_ALIAS_BYTES) break;
    short += character;
  }
  return short.trimEnd();
}
