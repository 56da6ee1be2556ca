/** What was true of the managed node when it last ran, stored in its folder as `node.json`. */
export interface NodeRecord {
  readonly network: string;
  /**
   * The newest version of LND that has opened the node's databases: an older one could not read
   * them.
   */
  readonly lndVersion: string;
  readonly ports: NodePorts;
  /** The public key of the node; null until its wallet is made. */
  readonly pubkey: string | null;
}

/** The ports on which LND answers on 127.0.0.1. */
export interface NodePorts {
  readonly rest: number;
  readonly rpc: number;
}

export function writeNodeRecord({ network, lndVersion, ports, pubkey }: NodeRecord): string {
  const fields = { network, lndVersion, restPort: ports.rest, rpcPort: ports.rpc, pubkey };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** Reads the text of a stored record; null when this service has not written it. */
export function parseNodeRecord(text: string): NodeRecord | null {
  const fields = readObject(text);
  const { network, lndVersion, restPort, rpcPort, pubkey } = fields;
  if (typeof network !== 'string' || typeof lndVersion !== 'string') return null;
  if (typeof restPort !== 'number' || typeof rpcPort !== 'number') return null;
  if (typeof pubkey !== 'string' && pubkey !== null) return null;
  return { network, lndVersion, ports: { rest: restPort, rpc: rpcPort }, pubkey };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
