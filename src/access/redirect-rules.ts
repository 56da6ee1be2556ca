import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/**
 * Which addresses an app may register. Source: Wallet API specification, Client registration: the
 * callback's domain is exactly the application's domain; for development both are localhost with a
 * port. Hosted addresses are https, local ones may be http.
 */
export type ClientAddressRefusal = {
  readonly kind: 'bad_client_address';
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
  const application = checkAddress(url, 'application URL');
  if (!application.ok) return application;
  const redirect = checkAddress(callback, 'callback URL');
  if (!redirect.ok) return redirect;
  if (application.value.hostname !== redirect.value.hostname) {
    const { hostname } = application.value;
    return no(`the callback URL must be on the application's domain ${hostname}`);
  }
  // The callback is stored as it was written: it is compared with `===` for ever after.
  return accept({ url, callback });
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function checkAddress(text: string, name: string): Result<URL, ClientAddressRefusal> {
  if (text.length > MAX_ADDRESS_LENGTH) return no(`the ${name} is too long`);
  const address = URL.parse(text);
  if (address === null) return no(`the ${name} is not an absolute URL`);
  if (text !== text.trim() || /[\s\\]/.test(text)) return no(`the ${name} holds a space`);
  if (address.username !== '' || address.password !== '') {
    return no(`the ${name} must not hold a user name or password`);
  }
  if (text.includes('#')) return no(`the ${name} must not have a fragment`);
  if (text.includes('*')) return no(`the ${name} must not hold a wildcard`);
  return LOCAL_HOSTS.has(address.hostname)
    ? checkLocalAddress(address, name)
    : checkHostedAddress(address, text, name);
}

function checkLocalAddress(address: URL, name: string): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    return no(`the ${name} must begin with http:// or https://`);
  }
  if (address.port === '') return no(`the ${name} on ${address.hostname} needs a port`);
  return accept(address);
}

function checkHostedAddress(
  address: URL,
  text: string,
  name: string,
): Result<URL, ClientAddressRefusal> {
  if (address.protocol !== 'https:') return no(`the ${name} must begin with https://`);
  if (address.hostname.startsWith('[') || /^[\d.]+$/.test(address.hostname)) {
    return no(`the ${name} must name a domain, not an IP address`);
  }
  // A look-alike in another script would be shown in its harmless form: only ASCII is accepted.
  if (!/^[\x21-\x7e]+$/.test(text)) return no(`the ${name} must be plain ASCII`);
  if (!address.hostname.includes('.')) return no(`the ${name} must name a full domain`);
  return accept(address);
}

const no = (message: string) => refuse({ kind: 'bad_client_address', message } as const);
