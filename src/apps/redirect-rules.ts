import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/**
 * Why an address of an app cannot be registered. The rules are those of the Wallet API
 * specification (Client registration). The domain of the callback is exactly the domain of the app;
 * during development both are localhost with a port. Addresses on the web use https, local ones may
 * use http.
 */
export interface ClientAddressRefusal {
  readonly kind: 'bad_client_address';
  readonly field: keyof ClientAddresses;
  readonly problem: AddressProblem;
  /** The host of the app's address; '' if the address cannot be read. */
  readonly host: string;
  readonly message: string;
}

export type AddressProblem =
  | 'too_long'
  | 'not_absolute'
  | 'space'
  | 'credentials'
  | 'fragment'
  | 'wildcard'
  | 'not_http'
  | 'no_port'
  | 'not_https'
  | 'ip_address'
  | 'not_ascii'
  | 'short_domain'
  | 'other_domain';

export interface ClientAddresses {
  readonly url: string;
  readonly callback: string;
}

export function checkClientAddresses(
  url: string,
  callback: string,
): Result<ClientAddresses, ClientAddressRefusal> {
  const application = checkAddress(url, 'url');
  if (!application.ok) return application;
  const redirect = checkAddress(callback, 'callback');
  if (!redirect.ok) return redirect;
  if (application.value.hostname !== redirect.value.hostname) {
    const { hostname } = application.value;
    const message = `must be on the application's domain ${hostname}`;
    return no('callback', 'other_domain', message, hostname);
  }
  // The callback is stored exactly as it was written, because callbacks are compared character by
  // character.
  return accept({ url, callback });
}

/**
 * Checks the address by which people return to an app that is not registered. The rules are the
 * same as for callbacks.
 */
export const checkReturnAddress = (text: string): Result<URL, ClientAddressRefusal> =>
  checkAddress(text, 'callback');

/**
 * The form of a callback to a program on the user's own machine: a loopback IP address with a port.
 * The name `localhost` is not allowed, because it may lead to another machine (RFC 8252, 8.3).
 */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9]\d{0,4})(?![^/?])/;
const MAX_PORT = 65_535;

export interface RegisteredCallback {
  readonly callback: string;
  readonly isPublic: boolean;
}

/**
 * Whether an app with this callback may send people to the address `given`. The two must be equal,
 * character by character. There is one exception: a program without a secret, which must use PKCE,
 * listens on a port that its system chooses. So for it, any port of the same loopback address is
 * accepted (RFC 8252, 7.3; RFC 9700, 4.1.3).
 */
export function isSameCallback({ callback, isPublic }: RegisteredCallback, given: string): boolean {
  if (given === callback) return true;
  const [registered, asked] = [LOOPBACK.exec(callback), LOOPBACK.exec(given)];
  if (!isPublic || registered === null || asked === null) return false;
  const rest = (text: string, [whole]: RegExpExecArray): string => text.slice(whole.length);
  return (
    registered[1] === asked[1] &&
    Number(asked[2]) <= MAX_PORT &&
    rest(callback, registered) === rest(given, asked)
  );
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function checkAddress(text: string, field: Field): Result<URL, ClientAddressRefusal> {
  if (text.length > MAX_ADDRESS_LENGTH) return no(field, 'too_long', 'is too long');
  const address = URL.parse(text);
  if (address === null) return no(field, 'not_absolute', 'is not an absolute URL');
  if (text !== text.trim() || /[\s\\]/.test(text)) return no(field, 'space', 'holds a space');
  if (address.username !== '' || address.password !== '') {
    return no(field, 'credentials', 'must not hold a user name or password');
  }
  if (text.includes('#')) return no(field, 'fragment', 'must not have a fragment');
  if (text.includes('*')) return no(field, 'wildcard', 'must not hold a wildcard');
  return LOCAL_HOSTS.has(address.hostname)
    ? checkLocalAddress(address, field)
    : checkHostedAddress(address, text, field);
}

function checkLocalAddress(address: URL, field: Field): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    return no(field, 'not_http', 'must begin with http:// or https://');
  }
  if (address.port === '') {
    return no(field, 'no_port', `on ${address.hostname} needs a port`, address.hostname);
  }
  return accept(address);
}

function checkHostedAddress(
  address: URL,
  text: string,
  field: Field,
): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'https:') return no(field, 'not_https', 'must begin with https://');
  if (address.hostname.startsWith('[') || /^[\d.]+$/.test(address.hostname)) {
    return no(field, 'ip_address', 'must name a domain, not an IP address');
  }
  // Only ASCII is accepted: an address with look-alike letters of another script would be shown to
  // people as if it were the harmless address that it imitates.
  if (!/^[\x21-\x7e]+$/.test(text)) return no(field, 'not_ascii', 'must be plain ASCII');
  if (!address.hostname.includes('.')) {
    return no(field, 'short_domain', 'must name a full domain');
  }
  return accept(address);
}

type Field = ClientAddressRefusal['field'];

const NAMES: Readonly<Record<Field, string>> = {
  url: 'application URL',
  callback: 'callback URL',
};

const no = (field: Field, problem: AddressProblem, complaint: string, host = '') => {
  const message = `the ${NAMES[field]} ${complaint}`;
  return refuse({ kind: 'bad_client_address', field, problem, host, message } as const);
};
