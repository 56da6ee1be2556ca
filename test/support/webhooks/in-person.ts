import type { EndpointOwner } from '../../../src/webhooks/endpoint-store.ts';
import type { ApiUser } from '../api-user.ts';

/** The user in person, as the pages let them act. */
export const inPerson = ({ user }: Pick<ApiUser, 'user'>): EndpointOwner => ({
  userId: user.id,
  clientId: null,
  grantId: null,
});
