import { accept, type Result, refuse } from '../base/result.ts';
import { type ClientChange, type ClientNameRefusal, checkClientName } from './client.ts';
import {
  type ClientAddresses,
  type ClientAddressRefusal,
  checkClientAddresses,
  checkReturnAddress,
} from './redirect-rules.ts';

export type BadClientRefusal = ClientNameRefusal | ClientAddressRefusal;

/** Checks the description that a developer gives of their app. */
export function checkClient(input: ClientChange): Result<ClientChange, BadClientRefusal> {
  const name = checkClientName(input.name);
  if (!name.ok) return name;
  const addresses = checkClientAddresses(input.url, input.callback);
  if (!addresses.ok) return addresses;
  const { s256Only, sendsIssuer } = input;
  return accept({ name: name.value, ...addresses.value, s256Only, sendsIssuer });
}

/**
 * Finds what is wrong with the description of an app, at most one fault for each field of a form.
 */
export function clientFaults(
  input: ClientAddresses & { readonly name: string },
): readonly BadClientRefusal[] {
  const { name, url, callback } = input;
  const addresses = checkClientAddresses(url, callback);
  const isUrlWrong = !addresses.ok && addresses.refusal.field === 'url';
  const checked = [
    checkClientName(name),
    addresses,
    ...(isUrlWrong ? [checkReturnAddress(callback)] : []),
  ];
  return checked.flatMap((one) => (one.ok ? [] : [one.refusal]));
}

/**
 * The refusal for an unknown app. An app of another owner is refused in the same way, so that no
 * one learns that it exists.
 */
export const noSuchClient = (id: string) =>
  refuse({ kind: 'client_not_found', message: `there is no client ${id}` } as const);
