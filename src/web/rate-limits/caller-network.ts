import { isIP, isIPv6 } from 'node:net';
import { IPV6_END } from '../../base/network-sizes.ts';

/**
 * Finds the narrowest network that counts as one caller. With IPv6 each customer has at least a /64
 * (RFC 6177) and may use any address in it. An IPv4 address counts by itself, also when it is
 * written as IPv6 (RFC 4291, 2.5.5.2; RFC 6052, 2.1). All texts without an address count as one
 * caller. For larger networks around this one, see `networkSizes`.
 */
export function callerNetwork(text: string): string {
  const address = readAddress(text);
  if (address === null) return NO_NETWORK;
  if (!isIPv6(address)) return address;
  const groups = toGroups(address);
  const isIpv4 = IPV4_PREFIXES.some((prefix) => prefix.every((group, at) => group === groups[at]));
  if (isIpv4) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16).padStart(4, '0'));
  return `${network.join(':')}${IPV6_END}`;
}

const NO_NETWORK = 'no address';

/**
 * Prefixes of IPv6 addresses that contain an IPv4 address: mapped ones, and those of translators
 * (NAT64), through which any IPv4 address may come.
 */
const IPV4_PREFIXES = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
] as const;

/**
 * Reads the address in a proxy's text, without what some proxies add: quotation marks, brackets, a
 * port, a zone. Null if there is none.
 */
export function readAddress(text: string): string | null {
  if (isIP(text) !== 0 && !text.includes('%')) return text;
  const [, inBrackets, withoutPort, plain] = WRITTEN_ADDRESS.exec(text.slice(0, MAX_TEXT)) ?? [];
  const address = inBrackets ?? withoutPort ?? plain ?? '';
  return isIP(address) === 0 ? null : address;
}

/**
 * The forms in which proxies write an address: IPv6 in brackets, with or without a port; IPv4 with
 * a port; either without a port.
 */
const WRITTEN_ADDRESS =
  /^\s*"?(?:\[([\da-f:.]+)(?:%[\w.-]*)?\](?::\w*)?|([\d.]+):\w*|([\da-f:.]+)(?:%[\w.-]*)?)"?\s*$/i;
/** The greatest length of a text that is read as an IP address; real addresses are shorter. */
const MAX_TEXT = 100;

/** Reads the eight groups of an IPv6 address in any notation. */
function toGroups(address: string): readonly number[] {
  const [head = [], tail] = address.split('::').map(readGroups);
  if (tail === undefined) return [...head];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').flatMap(readGroup);
}

/** Reads a group of an IPv6 address; the last two groups may be written as an IPv4 address. */
function readGroup(text: string): readonly number[] {
  const [a, b, c, d] = text.split('.').map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    return [Number(`0x${text}`)];
  }
  return [a * 256 + b, c * 256 + d];
}
