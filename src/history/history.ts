/** The operations of the API by which apps read invoices, payments and QR pictures. */

import type { ApiUrl } from '../web/public-urls.ts';
import type { Route } from '../web/route.ts';
import type { FindInvoiceDeps } from './find-invoice.ts';
import type { AnswerHistoryDeps } from './routes/answer-history.ts';
import type { AnswerQrDeps } from './routes/answer-qr.ts';
import { route as listInvoices } from './routes/invoices.get.ts';
import { route as listIncomingInvoices } from './routes/invoices.incoming.get.ts';
import { route as listOutgoingInvoices } from './routes/invoices.outgoing.get.ts';
import { route as findInvoice } from './routes/invoices.payment_hash.get.ts';
import { route as drawQrPng } from './routes/qr.identifier.png.get.ts';
import { route as drawQrSvg } from './routes/qr.identifier.svg.get.ts';

export interface HistoryRouteDeps
  extends AnswerHistoryDeps,
    AnswerQrDeps,
    FindInvoiceDeps,
    ApiUrl {}

export const HISTORY_ROUTES: readonly Route<HistoryRouteDeps>[] = [
  listInvoices,
  listIncomingInvoices,
  listOutgoingInvoices,
  findInvoice,
  drawQrPng,
  drawQrSvg,
];
