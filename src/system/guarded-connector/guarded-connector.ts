import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressRules } from '../../base/address-rules.ts';
import { type ResolveHost, UnresolvedHost } from './resolve-host.ts';

/** Thrown when the host is, or resolves to, an address that may not be reached. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
}

export interface ConnectorOptions {
  readonly addresses: AddressRules;
  readonly resolve: ResolveHost;
  /** The time limit for name lookup, connection and TLS together. */
  readonly connectMs: number;
  /** Certificate authorities to use; null for the system's. */
  readonly tlsCaPem: string | null;
  /**
   * Which ports may be reached outside the networks that the operator has listed: any, or only that
   * of https.
   */
  readonly publicPorts: 'any' | 'https';
  readonly onConnected?: (socket: Socket) => void;
}

/**
 * Opens connections to allowed addresses only. An IP address in a URL is never looked up, so it is
 * checked first. From the addresses of a name only the allowed ones are tried. The address that was
 * finally connected to is checked again before a byte is sent.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { addresses, publicPorts } = options;
  const anywhere = guard(options, addresses.isReachable);
  const listedOnly = guard(options, addresses.isListed);
  return (target, callback) => {
    const { protocol, port } = target;
    const isUsualPort = port === '' || port === '443';
    const isPublic = protocol === 'https:' && (publicPorts === 'any' || isUsualPort);
    (isPublic ? anywhere : listedOnly)(target, callback);
  };
}

type MayReach = (ip: string) => boolean;

/** The most addresses of a name that are tried, one after the other. */
const MAX_ADDRESSES = 8;
/**
 * The time limit for connecting to each address of a name, except for the last one. Node's own
 * limit would be too short for distant servers.
 */
const ADDRESS_MS = 2000;

function guard(options: ConnectorOptions, mayReach: MayReach): buildConnector.connector {
  const { connectMs, tlsCaPem, resolve, onConnected } = options;
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    lookup: filteredLookup(resolve, mayReach),
    ...(tlsCaPem === null ? {} : { ca: tlsCaPem }),
  });
  return (target, callback) => {
    const { hostname } = target;
    if (isIP(hostname) !== 0 && !mayReach(hostname)) {
      queueMicrotask(() => callback(new BlockedAddress(hostname), null));
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const peer = socket.remoteAddress;
      if (peer !== undefined && mayReach(peer)) {
        onConnected?.(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(peer === undefined ? new Error('closed at once') : new BlockedAddress(peer), null);
    });
  };
}

function filteredLookup(resolve: ResolveHost, mayReach: MayReach): LookupFunction {
  const find = async (hostname: string) => {
    const found = await resolve(hostname);
    const allowed = found.filter(mayReach).slice(0, MAX_ADDRESSES);
    if (found.length > 0 && allowed.length === 0) throw new BlockedAddress(hostname);
    return allowed.map((address) => ({ address, family: isIP(address) }));
  };
  return (hostname, { all }, callback) => {
    find(hostname).then(
      (list) => {
        const [first] = list;
        if (first === undefined) callback(new UnresolvedHost(hostname), '');
        else if (all === true) callback(null, list);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
