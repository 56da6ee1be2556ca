import type { EndpointOwner } from '../../../src/webhooks/endpoint-store.ts';
import type { ApiUser } from '../api-user.ts';

/** The owner of endpoints that a user has created on the pages. */
export const inPerson = ({ user }: Pick<ApiUser, 'user'>): EndpointOwner => ({
  userId: user.id,
  clientId: null,
  grantId: null,
});
