import { Type } from 'typebox';

/** How every amount of a wallet is counted. */
export const unitFields = {
  currency: Type.Literal('BTC'),
  unit: Type.Literal('sat'),
};

/** How others reach this wallet by keysend: the node's key, and the record that names the user. */
export const keysendFields = {
  keysend_pubkey: Type.String({ description: 'Key of our node, hex' }),
  keysend_custom_key: Type.String({ description: 'Record type', examples: ['696969'] }),
  keysend_custom_value: Type.String({ description: 'Its value for this user' }),
};
