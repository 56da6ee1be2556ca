/**
 * How the simulated network describes itself, in `network.json` in its folder and over its control
 * interface. Only this description connects the simulator, a separate program, with those who use
 * it.
 */
export interface NetworkDescription {
  /**
   * An id that is made together with the folder. A process that answers with another id serves
   * another folder.
   */
  readonly instanceId: string;
  readonly pid: number;
  readonly controlUrl: string;
  /** The bearer token of the control interface. */
  readonly controlToken: string;
  readonly nodes: readonly SimulatedNode[];
  /** The URL at which a node of the network sells channels (LSPS1); null where none does. */
  readonly channelProviderUrl: string | null;
}

export interface SimulatedNode {
  readonly name: string;
  readonly alias: string;
  readonly pubkey: string;
  readonly restUrl: string;
  readonly macaroonHex: string;
  readonly macaroonFile: string;
  /** The node's balance over all channels when the description was written. */
  readonly localSat: number;
  readonly remoteSat: number;
}

/** The simulator's folder inside the data folder of the service. */
export const SIMULATOR_FOLDER = 'simulator';
export const NETWORK_FILE = 'network.json';
/** The name of the node that the service uses. */
export const SERVICE_NODE = 'satchel';

export const presentNetwork = (network: NetworkDescription) => ({
  format: FORMAT,
  network: 'regtest',
  instance_id: network.instanceId,
  pid: network.pid,
  control_url: network.controlUrl,
  control_token: network.controlToken,
  nodes: network.nodes.map(presentSimulatedNode),
  channel_provider_url: network.channelProviderUrl,
});

export const presentSimulatedNode = (node: SimulatedNode) => ({
  name: node.name,
  alias: node.alias,
  pubkey: node.pubkey,
  rest_url: node.restUrl,
  macaroon_hex: node.macaroonHex,
  macaroon_file: node.macaroonFile,
  local_balance_sat: node.localSat,
  remote_balance_sat: node.remoteSat,
});

/** Reads a description of a network; null when the text has another form. */
export function parseNetwork(text: string): NetworkDescription | null {
  const json = parseRecord(text);
  if (json === null || json['format'] !== FORMAT || !Array.isArray(json['nodes'])) return null;
  const { instance_id: instanceId, pid, control_url: controlUrl, control_token: token } = json;
  if (typeof instanceId !== 'string' || typeof pid !== 'number') return null;
  if (typeof controlUrl !== 'string' || typeof token !== 'string') return null;
  const nodes = json['nodes'].map(parseNode);
  if (!nodes.every((node) => node !== null)) return null;
  const provider = json['channel_provider_url'];
  const channelProviderUrl = typeof provider === 'string' ? provider : null;
  return { instanceId, pid, controlUrl, controlToken: token, nodes, channelProviderUrl };
}

const FORMAT = 1;

export function parseNode(value: unknown): SimulatedNode | null {
  if (!isRecord(value)) return null;
  const text = (name: string): string => {
    const field = value[name];
    return typeof field === 'string' ? field : '';
  };
  const count = (name: string): number => {
    const field = value[name];
    return typeof field === 'number' ? field : 0;
  };
  const node = {
    name: text('name'),
    alias: text('alias'),
    pubkey: text('pubkey'),
    restUrl: text('rest_url'),
    macaroonHex: text('macaroon_hex'),
    macaroonFile: text('macaroon_file'),
    localSat: count('local_balance_sat'),
    remoteSat: count('remote_balance_sat'),
  };
  const isWhole = node.name !== '' && node.pubkey !== '' && node.restUrl !== '';
  return isWhole && node.macaroonHex !== '' ? node : null;
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
