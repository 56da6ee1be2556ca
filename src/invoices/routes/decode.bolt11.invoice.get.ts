import { Type } from 'typebox';
import { wholeNumber } from '../../web/amount-schema.ts';
import { answerJsonText, answerRefused, publicRoute } from '../../web/route.ts';
import type { AliasCache } from '../alias-cache.ts';
import { decodeInvoice } from '../decode-invoice.ts';
import { decodeError } from './invoice-errors.ts';
import { presentDecodedInvoice } from './present-decoded-invoice.ts';

const hopSchema = Type.Object({
  pubkey: Type.String({ description: 'Public key of the node where the hop begins, in hex.' }),
  short_channel_id: Type.String({
    description: 'Short channel id: block height, transaction index and output index.',
    examples: ['539268x845x1'],
  }),
  fee_base_msat: wholeNumber('Base fee in msat.'),
  fee_proportional_millionths: wholeNumber('Proportional fee in millionths of the amount.'),
  cltv_expiry_delta: wholeNumber('CLTV delta in blocks.'),
});

const decodedSchema = Type.Object(
  {
    currency: Type.Enum(['bc', 'tb', 'tbs', 'bcrt'], {
      description: 'Network: `bc` is mainnet, `tb` testnet, `tbs` signet, `bcrt` regtest.',
    }),
    created_at: wholeNumber('When the invoice was created, in seconds of Unix time.'),
    expiry: wholeNumber('Seconds from creation to expiry.'),
    payee: Type.String({ description: 'Public key of the receiving node, in hex.' }),
    msatoshi: wholeNumber('Amount in msat; 0 if the payer chooses the amount.'),
    description: Type.String({ description: 'Description; empty if there is none.' }),
    description_hash: Type.Optional(
      Type.String({ description: 'SHA-256 of the description in hex, if the invoice has one.' }),
    ),
    payment_hash: Type.String({ description: 'Payment hash in hex.' }),
    min_final_cltv_expiry: wholeNumber('CLTV delta of the last hop, in blocks.'),
    routes: Type.Array(Type.Array(hopSchema), { description: 'Route hints, each a list of hops.' }),
    amount: wholeNumber('Amount in sat, rounded up; 0 if the payer chooses the amount.'),
    payee_alias: Type.String({
      description: 'Alias of the receiving node; empty if it is not known.',
    }),
    route_hint_aliases: Type.Array(Type.String(), {
      description: 'Aliases of the nodes where the route hints begin, as far as they are known.',
    }),
  },
  { $id: 'DecodedInvoice', additionalProperties: false },
);

export const route = publicRoute({
  method: 'GET',
  path: '/decode/bolt11/:invoice',
  access: 'public',
  operationId: 'decodeInvoice',
  summary: 'Decode BOLT11 invoice',
  description:
    'Decodes any valid BOLT11 invoice and looks up the aliases of the nodes in it. Nothing is ' +
    'paid.',
  success: 'The decoded invoice.',
  tag: 'Invoices',
  params: Type.Object({ invoice: Type.String({ description: 'BOLT11 invoice.' }) }),
  response: decodedSchema,
  handle: async (deps: { readonly aliases: AliasCache }, { params }) => {
    const decoded = await decodeInvoice(deps, params.invoice);
    if (!decoded.ok) return answerRefused(decodeError(decoded.refusal));
    return answerJsonText(presentDecodedInvoice(decoded.value));
  },
});
