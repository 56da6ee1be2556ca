import { type Static, Type } from 'typebox';
import { satToNumber } from '../../base/amount.ts';
import { isoTime } from '../../base/wire-time.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { readListPage } from '../../web/list-page.ts';
import { nullable } from '../../web/nullable.ts';
import { answerJson, answerRefused, protectedRoute } from '../../web/route.ts';
import { confirmationsOf, type Deposit } from '../deposit.ts';
import { SENT_STATES } from '../sent-state.ts';
import { feeOf, type Withdrawal } from '../withdrawal.ts';
import { NO_ADDRESSES, type OnchainRouteDeps } from './onchain-route-deps.ts';

const transactionSchema = Type.Object(
  {
    identifier: Type.String({ description: 'Identifier of the deposit or payment.' }),
    type: Type.Union([Type.Literal('incoming'), Type.Literal('outgoing')]),
    state: Type.Union(
      [
        Type.Literal('unclaimed'),
        Type.Literal('seen'),
        Type.Literal('credited'),
        Type.Literal('gone'),
        Type.Literal('sending'),
        Type.Literal('broadcast'),
        Type.Literal('confirmed'),
        Type.Literal('failed'),
      ],
      {
        description:
          '`seen` until enough blocks confirm it, then `credited`. A deposit that no block took ' +
          'in two weeks, or whose place another transaction has taken, is `gone`, until a block ' +
          'has it. One of a closed account is `unclaimed`. What is sent is `sending`, ' +
          '`broadcast`, then `confirmed` or `failed`.',
      },
    ),
    address: Type.String({ description: 'The address that was paid.' }),
    amount: wholeNumber('Amount in sat, without the fee.'),
    fee: nullable(wholeNumber('Fee in sat; null while it is not known.')),
    txid: nullable(
      Type.String({
        description: 'Id of the transaction; null if it stayed within this service, or before.',
      }),
    ),
    output_index: nullable(wholeNumber('Number of the output; null of what was sent.')),
    confirmations: wholeNumber('How many blocks confirm it now.'),
    block_height: nullable(wholeNumber('Height of its block.')),
    created_at: Type.String({ description: 'When it was first seen, or ordered.' }),
    settled_at: nullable(Type.String({ description: 'When it was credited, or confirmed.' })),
  },
  { $id: 'BitcoinTransaction', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/onchain/transactions',
  access: 'invoices:read',
  isList: true,
  operationId: 'listBitcoinTransactions',
  summary: 'List bitcoin transactions',
  description:
    'Lists what has arrived at the bitcoin addresses of this wallet, newest first. What is not ' +
    'credited cannot be spent. With the scope `transactions:read`, what was sent to bitcoin ' +
    'addresses is listed, too.',
  success: 'The transactions.',
  tag: 'Onchain',
  query: Type.Object({
    page: Type.Optional(wholeNumber('Number of the page; 1 is the first one.')),
    items: Type.Optional(wholeNumber('Items on a page.')),
  }),
  response: Type.Array(transactionSchema),
  errors: { 404: 'This service has no bitcoin addresses.' },
  handle: async (deps: OnchainRouteDeps, { caller, query }) => {
    if (deps.onchain === null) return answerRefused(NO_ADDRESSES);
    const { height } = await deps.onchain.chainWallet.tip();
    const hasSent = caller.scopes.has('transactions:read');
    const page = { userId: caller.userId, hasSent, ...readListPage(query) };
    const found = await deps.chainTransactions.list(page);
    return answerJson(
      found.map((one) =>
        one.type === 'incoming'
          ? presentDeposit(one.deposit, height)
          : presentSent(one.withdrawal, height),
      ),
    );
  },
});

type Transaction = Static<typeof transactionSchema>;

const presentDeposit = (deposit: Deposit, tipHeight: number): Transaction => ({
  identifier: deposit.identifier,
  type: 'incoming',
  state: deposit.state,
  address: deposit.address,
  amount: satToNumber(deposit.amountSat),
  fee: 0,
  txid: deposit.txid,
  output_index: deposit.outputIndex,
  confirmations: confirmationsOf(deposit, tipHeight),
  block_height: deposit.block?.height ?? null,
  created_at: isoTime(deposit.seenAt),
  settled_at: deposit.endedAt === null ? null : isoTime(deposit.endedAt),
});

function presentSent(withdrawal: Withdrawal, tipHeight: number): Transaction {
  const { state, endedAt, block } = withdrawal;
  const feeSat = feeOf(withdrawal);
  return {
    identifier: withdrawal.identifier,
    type: 'outgoing',
    state: SENT_STATES[state],
    address: withdrawal.address,
    amount: satToNumber(withdrawal.amountSat),
    fee: feeSat === null ? null : satToNumber(feeSat),
    txid: withdrawal.transaction?.txid ?? null,
    output_index: null,
    confirmations: confirmationsOf(withdrawal, tipHeight),
    block_height: block?.height ?? null,
    created_at: isoTime(withdrawal.createdAt),
    settled_at: state === 'settled' && endedAt !== null ? isoTime(endedAt) : null,
  };
}
