import type { UserPageRequest } from '../../web/pages/page.ts';
import type { ClientStore, RegisteredClient } from '../client.ts';
import { CLIENTS_PATH } from './clients.ts';

export const CLIENT_PATH = `${CLIENTS_PATH}/:id`;

/** Finds the app whose id is in the page's address; null unless it belongs to the user who asks. */
export async function findOwnClient(
  { clients }: { readonly clients: ClientStore },
  { user, params }: UserPageRequest,
): Promise<RegisteredClient | null> {
  const client = await clients.findClient(params.text('id'));
  return client?.kind === 'registered' && client.ownerUserId === user.id ? client : null;
}
