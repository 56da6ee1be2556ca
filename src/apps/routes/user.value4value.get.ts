import { Type } from 'typebox';
import { assert } from '../../base/assert.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { keysendFields } from './account-schemas.ts';
import {
  type PresentAccountDeps,
  presentKeysendAddress,
  presentLightningAddress,
} from './present-account.ts';

const value4valueSchema = Type.Object(
  {
    ...keysendFields,
    lightning_address: Type.Optional(
      Type.String({ description: 'Lightning address; left out if there is none.' }),
    ),
  },
  { $id: 'Value4Value', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/value4value',
  access: 'account:read',
  operationId: 'readValue4Value',
  summary: 'Get value4value information',
  description: 'Returns what others need to pay this wallet by keysend or Lightning address.',
  success: 'The node key, the custom record and the Lightning address.',
  tag: 'Account',
  response: value4valueSchema,
  showsAccount: true,
  handle: async (deps: PresentAccountDeps, { caller, account }) => {
    assert(account !== null, 'the route shows the account');
    return answerJson({
      ...presentKeysendAddress(account, deps.node),
      ...(await presentLightningAddress(deps, caller.userId)),
    });
  },
});
