import { Type } from 'typebox';
import { presentKeysendAddress } from '../present/present-account.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { keysendFields } from '../schemas/account-schemas.ts';

const value4valueSchema = Type.Object(
  {
    ...keysendFields,
    lightning_address: Type.Optional(Type.String({ description: 'Left out while there is none' })),
  },
  { $id: 'Value4Value', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/user/value4value',
  access: 'account:read',
  operationId: 'readValue4Value',
  summary: 'How others can pay you without an invoice',
  tag: 'Account',
  response: value4valueSchema,
  handle: async (deps, { account }) => answerJson(presentKeysendAddress(account, deps.node)),
});
