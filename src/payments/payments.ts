/** The operations of the API by which apps pay. */

import type { Route } from '../web/route.ts';
import type { PaymentView } from './payment-store.ts';
import { route as payInvoice } from './routes/payments.bolt11.post.ts';
import {
  type MultiKeysendRouteDeps,
  route as sendKeysends,
} from './routes/payments.keysend.multi.post.ts';
import { route as sendKeysend } from './routes/payments.keysend.post.ts';

export const PAYMENT_ROUTES: readonly Route<MultiKeysendRouteDeps, PaymentView>[] = [
  payInvoice,
  sendKeysend,
  sendKeysends,
];
