import { type Static, Type } from 'typebox';
import { satToNumber } from '../../base/amount.ts';
import { isoTime } from '../../base/wire-time.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { readListPage } from '../../web/list-page.ts';
import { nullable } from '../../web/nullable.ts';
import { answerJson, answerRefused, protectedRoute } from '../../web/route.ts';
import { confirmationsOf, type Deposit } from '../deposit.ts';
import { NO_ADDRESSES, type OnchainRouteDeps } from './onchain-route-deps.ts';

const transactionSchema = Type.Object(
  {
    identifier: Type.String({ description: 'Identifier of the deposit.' }),
    type: Type.Literal('incoming'),
    state: Type.Union(
      [
        Type.Literal('unclaimed'),
        Type.Literal('seen'),
        Type.Literal('credited'),
        Type.Literal('gone'),
      ],
      {
        description:
          '`seen` until enough blocks confirm it, then `credited`. A deposit that no block took ' +
          'in two weeks, or whose place another transaction has taken, is `gone`, until a block ' +
          'has it. One of a closed account is `unclaimed`.',
      },
    ),
    address: Type.String({ description: 'The address that was paid.' }),
    amount: wholeNumber('Amount in sat.'),
    txid: nullable(
      Type.String({ description: 'Id of the transaction; null if a user here has paid it.' }),
    ),
    output_index: nullable(wholeNumber('Number of the output.')),
    confirmations: wholeNumber('How many blocks confirm it now.'),
    block_height: nullable(wholeNumber('Height of its block.')),
    created_at: Type.String({ description: 'When it was first seen.' }),
    settled_at: nullable(Type.String({ description: 'When it was credited.' })),
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
    'credited cannot be spent.',
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
    const found = await deps.deposits.listOfUser(caller.userId, readListPage(query));
    return answerJson(found.map((deposit) => present(deposit, height)));
  },
});

const present = (deposit: Deposit, tipHeight: number): Static<typeof transactionSchema> => ({
  identifier: deposit.identifier,
  type: 'incoming',
  state: deposit.state,
  address: deposit.address,
  amount: satToNumber(deposit.amountSat),
  txid: deposit.txid,
  output_index: deposit.outputIndex,
  confirmations: confirmationsOf(deposit, tipHeight),
  block_height: deposit.block?.height ?? null,
  created_at: isoTime(deposit.seenAt),
  settled_at: deposit.endedAt === null ? null : isoTime(deposit.endedAt),
});
