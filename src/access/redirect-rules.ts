import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/**
 * Which addresses an app may register. Source: Wallet API specification, Client registration: the
 * callback's domain is exactly the application's domain; for development both are localhost with a
 * port. Hosted addresses are https, local ones may be http.
 */
export type ClientAddressRefusal = {
  readonly kind: 'bad_client_address';
  readonly field: keyof ClientAddresses;
  readonly message: string;
};

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
    return no('callback', `must be on the application's domain ${hostname}`);
  }
  // The callback is stored as written, because it is always compared with `===`.
  return accept({ url, callback });
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function checkAddress(text: string, field: Field): Result<URL, ClientAddressRefusal> {
  if (text.length > MAX_ADDRESS_LENGTH) return no(field, 'is too long');
  const address = URL.parse(text);
  if (address === null) return no(field, 'is not an absolute URL');
  if (text !== text.trim() || /[\s\\]/.test(text)) return no(field, 'holds a space');
  if (address.username !== '' || address.password !== '') {
    return no(field, 'must not hold a user name or password');
  }
  if (text.includes('#')) return no(field, 'must not have a fragment');
  if (text.includes('*')) return no(field, 'must not hold a wildcard');
  return LOCAL_HOSTS.has(address.hostname)
    ? checkLocalAddress(address, field)
    : checkHostedAddress(address, text, field);
}

function checkLocalAddress(address: URL, field: Field): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    return no(field, 'must begin with http:// or https://');
  }
  if (address.port === '') return no(field, `on ${address.hostname} needs a port`);
  return accept(address);
}

function checkHostedAddress(
  address: URL,
  text: string,
  field: Field,
): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'https:') return no(field, 'must begin with https://');
  if (address.hostname.startsWith('[') || /^[\d.]+$/.test(address.hostname)) {
    return no(field, 'must name a domain, not an IP address');
  }
  // A look-alike in another script would be shown in its harmless form: accept only ASCII.
  if (!/^[\x21-\x7e]+$/.test(text)) return no(field, 'must be plain ASCII');
  if (!address.hostname.includes('.')) return no(field, 'must name a full domain');
  return accept(address);
}

type Field = ClientAddressRefusal['field'];

const NAMES: Readonly<Record<Field, string>> = {
  url: 'application URL',
  callback: 'callback URL',
};

const no = (field: Field, complaint: string) => {
  const message = `the ${NAMES[field]} ${complaint}`;
  return refuse({ kind: 'bad_client_address', field, message } as const);
};
