import { accept, type Result } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { type BadClientRefusal, checkClient, noSuchClient } from './check-client.ts';
import type { ClientChange, ClientOwner, ClientStore } from './client.ts';

export interface EditClientInput extends ClientChange {
  readonly id: string;
  readonly owner: ClientOwner;
}

export type EditClientRefusal =
  | BadClientRefusal
  | Extract<AppRefusal, { readonly kind: 'client_not_found' }>;

/**
 * Changes an app. If the callback changes, authorization requests and codes for the old one become
 * invalid.
 */
export async function editClient(
  deps: { readonly clients: ClientStore },
  input: EditClientInput,
): Promise<Result<ClientChange, EditClientRefusal>> {
  const checked = checkClient(input);
  if (!checked.ok) return checked;
  const isChanged = await deps.clients.updateClient(input.id, input.owner, checked.value);
  return isChanged ? accept(checked.value) : noSuchClient(input.id);
}
