import { isIP } from 'node:net';
import type { Form } from './forms.ts';

/** A host and its port, as Bitcoin programs take them in their settings. */
export interface HostAndPort {
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

function readHostAndPort(text: string): HostAndPort | undefined {
  const found = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:[\]]+)):(?<port>\d{1,5})$/.exec(text)?.groups;
  if (found === undefined) return undefined;
  const { v6, name = '' } = found;
  const port = Number(found['port']);
  const isHost = v6 === undefined ? isName(name) || isIP(name) === 4 : isIP(v6) === 6;
  return isHost && port >= 1 && port <= 65_535 ? { host: v6 ?? name, port } : undefined;
}

/**
 * Whether a text is a host name. Its last label must not be a number, as it would be an IP address
 * then.
 */
function isName(text: string): boolean {
  const labels = text.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));
  return text.length <= 253 && areLabels && /[a-z-]/i.test(labels.at(-1) ?? '');
}

export const hostAndPort: Form<HostAndPort> = {
  accepted:
    'a host and a port, such as node.example.com:9735, 203.0.113.7:9735 or [2001:db8::7]:9735',
  parse: readHostAndPort,
};

export const hostsAndPorts: Form<readonly HostAndPort[]> = {
  accepted: 'a list of hosts with their ports, such as "node.example.com:8333, 192.168.1.7:8333"',
  parse: (text) => {
    const list = text.split(',').map((entry) => readHostAndPort(entry.trim()));
    const known = list.filter((entry) => entry !== undefined);
    return known.length === list.length ? known : undefined;
  },
};

/**
 * The address to listen on. Host names are refused, because a name may stand for several addresses,
 * or for another one tomorrow.
 */
export const listeningAddress: Form<HostAndPort> = {
  accepted: 'an address of this machine and a port, such as 0.0.0.0:9735 or [::]:9735',
  parse: (text) => {
    const read = readHostAndPort(text);
    return read === undefined || isIP(read.host) === 0 ? undefined : read;
  },
};
