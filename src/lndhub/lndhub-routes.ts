import { route as addInvoice } from './addinvoice.post.ts';
import { route as balance } from './balance.get.ts';
import { route as checkPayment } from './checkpayment.hash.get.ts';
import { route as checkRoute } from './checkrouteinvoice.get.ts';
import { route as decodeInvoice } from './decodeinvoice.get.ts';
import { route as bitcoinAddresses } from './getbtc.get.ts';
import { route as nodeInfo } from './getinfo.get.ts';
import { route as pending } from './getpending.get.ts';
import { route as payments } from './gettxs.get.ts';
import { route as invoices } from './getuserinvoices.get.ts';
import { route as keysend } from './keysend.post.ts';
import type { LndhubRoute } from './lndhub-route.ts';
import { route as payInvoice } from './payinvoice.post.ts';

/** Every call of LndHub that needs an access token. */
export const LNDHUB_ROUTES: readonly LndhubRoute[] = [
  balance,
  addInvoice,
  payInvoice,
  payments,
  invoices,
  checkPayment,
  nodeInfo,
  bitcoinAddresses,
  pending,
  decodeInvoice,
  checkRoute,
  keysend,
];
