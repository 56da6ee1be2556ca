import { Type } from 'typebox';
import { decodeInvoice } from '../../usecases/receipts/decode-invoice.ts';
import { presentDecodedInvoice } from '../present/present-decoded-invoice.ts';
import { answerJsonText, answerRefused, publicRoute } from '../route.ts';
import { wholeNumber } from '../schemas/amount-schema.ts';
import { decodeError } from '../wire/wire-errors.ts';

const hopSchema = Type.Object({
  pubkey: Type.String(),
  short_channel_id: Type.String({ examples: ['539268x845x1'] }),
  fee_base_msat: wholeNumber('Millisatoshis'),
  fee_proportional_millionths: wholeNumber('Parts in a million'),
  cltv_expiry_delta: wholeNumber('Blocks'),
});

const decodedSchema = Type.Object(
  {
    currency: Type.Enum(['bc', 'tb', 'tbs', 'bcrt'], { description: 'Network' }),
    created_at: wholeNumber('Seconds of Unix time'),
    expiry: wholeNumber('Seconds'),
    payee: Type.String({ description: 'Key of the node that is paid' }),
    msatoshi: wholeNumber('Millisatoshis; 0 when the payer chooses'),
    description: Type.String(),
    description_hash: Type.Optional(Type.String()),
    payment_hash: Type.String(),
    min_final_cltv_expiry: wholeNumber('Blocks'),
    routes: Type.Array(Type.Array(hopSchema), { description: 'Route hints' }),
    amount: wholeNumber('Satoshis, rounded up'),
    payee_alias: Type.String({ description: 'Empty when the node is not known' }),
    route_hint_aliases: Type.Array(Type.String()),
  },
  { $id: 'DecodedInvoice', additionalProperties: false },
);

export const route = publicRoute({
  method: 'GET',
  path: '/decode/bolt11/:invoice',
  access: 'public',
  operationId: 'decodeInvoice',
  summary: 'What a BOLT11 invoice says, whoever made it',
  tag: 'Invoices',
  params: Type.Object({ invoice: Type.String() }),
  response: decodedSchema,
  handle: async (deps, { params }) => {
    const decoded = await decodeInvoice(deps, params.invoice);
    if (!decoded.ok) return answerRefused(decodeError(decoded.refusal));
    return answerJsonText(presentDecodedInvoice(decoded.value));
  },
});
