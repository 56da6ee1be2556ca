import { Type } from 'typebox';

/** Schemas of the fields that name the unit of a balance. */
export const unitFields = {
  currency: Type.Literal('BTC', { description: 'Currency, always `BTC`.' }),
  unit: Type.Literal('sat', { description: 'Unit of the balance, always `sat`.' }),
};

/**
 * Schemas of the fields that a keysend to this wallet needs: the node's key, and the custom record
 * that names the user.
 */
export const keysendFields = {
  keysend_pubkey: Type.String({ description: 'Public key of the node of this service, in hex.' }),
  keysend_custom_key: Type.String({
    description: 'Type of the custom record that names the wallet.',
    examples: ['696969'],
  }),
  keysend_custom_value: Type.String({ description: 'Value of this record for this user.' }),
};
