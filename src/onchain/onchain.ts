/** Lists the API's operations on bitcoin addresses, deposits and withdrawals. */

import type { Route } from '../web/route.ts';
import { route as getAddress } from './routes/onchain.address.get.ts';
import { route as listTransactions } from './routes/onchain.transactions.get.ts';
import type { OnchainRouteDeps } from './routes/onchain-route-deps.ts';

export const ONCHAIN_ROUTES: readonly Route<OnchainRouteDeps>[] = [getAddress, listTransactions];
