import { type Static, Type } from 'typebox';
import { satToNumber } from '../../base/amount.ts';
import { isoTime } from '../../base/wire-time.ts';
import { SENT_STATES } from '../../onchain/sent-state.ts';
import { feeOf, WITHDRAWAL_SPEEDS, type Withdrawal } from '../../onchain/withdrawal.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { nullable } from '../../web/nullable.ts';

export const speedSchema = Type.Union(
  WITHDRAWAL_SPEEDS.map((speed) => Type.Literal(speed)),
  {
    description:
      'How soon a block should have it: `slow` within about a day, `normal` within an hour, ' +
      '`fast` within 20 minutes. The sooner, the higher the fee.',
  },
);

export const withdrawalSchema = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the payment.' }),
    state: Type.Union(
      [
        Type.Literal('sending'),
        Type.Literal('broadcast'),
        Type.Literal('confirmed'),
        Type.Literal('failed'),
      ],
      {
        description:
          '`sending` until the node has taken the transaction, then `broadcast`; `confirmed` once ' +
          'a block has it. Of a `failed` one, nothing was charged.',
      },
    ),
    address: Type.String({ description: 'The address that is paid.' }),
    amount: wholeNumber('Amount in sat, without the fee.'),
    fee: nullable(
      wholeNumber('Fee in sat; null until the transaction is made, 0 within this service.'),
    ),
    max_fee: wholeNumber('The highest fee, in sat, that was set aside.'),
    txid: nullable(
      Type.String({
        description: 'Id of the transaction; null until it is made, and within this service.',
      }),
    ),
    block_height: nullable(wholeNumber('Height of its block.')),
    created_at: Type.String({ description: 'When it was ordered.' }),
    settled_at: nullable(Type.String({ description: 'When it was confirmed.' })),
    failure: nullable(Type.String({ description: 'Why it has failed.' })),
  },
  { $id: 'BitcoinPayment', additionalProperties: false },
);

export function presentWithdrawal(withdrawal: Withdrawal): Static<typeof withdrawalSchema> {
  const { amountSat, heldSat, isInternal, state, endedAt } = withdrawal;
  const feeSat = feeOf(withdrawal);
  return {
    id: withdrawal.identifier,
    state: SENT_STATES[state],
    address: withdrawal.address,
    amount: satToNumber(amountSat),
    fee: feeSat === null ? null : satToNumber(feeSat),
    max_fee: isInternal ? 0 : Number(heldSat - amountSat),
    txid: withdrawal.transaction?.txid ?? null,
    block_height: withdrawal.block?.height ?? null,
    created_at: isoTime(withdrawal.createdAt),
    settled_at: state === 'settled' && endedAt !== null ? isoTime(endedAt) : null,
    failure: withdrawal.failure?.message ?? null,
  };
}
