import { isIP } from 'node:net';
import type { Form } from './forms.ts';

/** A host and its port, as programs of Bitcoin take them. */
export interface HostAndPort {
  /** A name, or an address of IP without brackets. */
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

/** Whether a text is a name: its last label is no number, which would mean an address. */
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

/** Where to listen: no name, which may mean several addresses, or another one tomorrow. */
export const listeningAddress: Form<HostAndPort> = {
  accepted: 'an address of this machine and a port, such as 0.0.0.0:9735 or [::]:9735',
  parse: (text) => {
    const read = readHostAndPort(text);
    return read === undefined || isIP(read.host) === 0 ? undefined : read;
  },
};
