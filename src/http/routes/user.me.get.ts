import { Type } from 'typebox';
import { presentKeysendAddress } from '../present/present-account.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { keysendFields } from '../schemas/account-schemas.ts';
import { nullable } from '../schemas/nullable.ts';

const personSchema = Type.Object(
  {
    identifier: Type.String({ description: '20 letters and digits, for ever' }),
    email: Type.String(),
    name: nullable(Type.String()),
    avatar: nullable(Type.String({ description: 'Address of a picture' })),
    wallet_configured: Type.Boolean(),
    ...keysendFields,
    lightning_address: Type.Optional(Type.String({ description: 'Left out while there is none' })),
    nostr_pubkey: nullable(Type.String({ description: 'npub1…' })),
  },
  { $id: 'Person', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/me',
  access: 'account:read',
  operationId: 'readPerson',
  summary: 'Who you are',
  tag: 'Account',
  response: personSchema,
  handle: async (deps, { account }) =>
    answerJson({
      identifier: account.identifier,
      email: account.email,
      name: account.name,
      avatar: account.avatar,
      // Everybody has a wallet from the first moment.
      wallet_configured: true,
      ...presentKeysendAddress(account, deps.node),
      nostr_pubkey: account.nostrPubkey,
    }),
});
