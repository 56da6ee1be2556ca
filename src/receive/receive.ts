/** The pages on which users ask for money, and the outside wallet of the simulated network. */

import type { Page } from '../web/pages/page.ts';
import { receivePages } from './pages/receive.ts';
import { receiveInvoicePages } from './pages/receive-invoice.ts';
import type { ReceivePageDeps } from './pages/receive-page-deps.ts';
import { playPages } from './play/play.ts';

export const RECEIVE_PAGES: readonly Page<ReceivePageDeps>[] = [
  ...receivePages,
  ...receiveInvoicePages,
  ...playPages,
];
