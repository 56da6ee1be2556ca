import { Type } from 'typebox';
import { assert } from '../../base/assert.ts';
import { nullable } from '../../web/nullable.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { keysendFields } from './account-schemas.ts';
import {
  type PresentAccountDeps,
  presentKeysendAddress,
  presentLightningAddress,
} from './present-account.ts';

const personSchema = Type.Object(
  {
    identifier: Type.String({
      description: 'Identifier of the user: 20 letters and digits. It never changes.',
    }),
    email: Type.String({ description: 'E-mail address.' }),
    name: nullable(Type.String({ description: 'Display name.' })),
    avatar: nullable(Type.String({ description: 'URL of a picture.' })),
    wallet_configured: Type.Boolean({ description: 'Always true.' }),
    ...keysendFields,
    lightning_address: Type.Optional(
      Type.String({ description: 'Lightning address; left out if there is none.' }),
    ),
    nostr_pubkey: nullable(Type.String({ description: 'Nostr public key in bech32, `npub1…`.' })),
  },
  { $id: 'Person', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/me',
  access: 'account:read',
  operationId: 'readPerson',
  summary: 'Get user profile',
  description: 'Returns the profile of the user whose token makes the call.',
  success: 'The profile.',
  tag: 'Account',
  response: personSchema,
  showsAccount: true,
  handle: async (deps: PresentAccountDeps, { caller, account }) => {
    assert(account !== null, 'the route shows the account');
    const address = await presentLightningAddress(deps, caller.userId);
    return answerJson({
      identifier: account.identifier,
      // Clients expect a text here, so a missing e-mail address is sent as an empty text.
      email: account.email ?? '',
      name: account.name,
      avatar: account.avatar,
      // The field `wallet_configured` is always true, because every user has a wallet from the
      // start.
      wallet_configured: true,
      ...presentKeysendAddress(account, deps.node),
      ...address,
      nostr_pubkey: account.nostrPubkey,
    });
  },
});
