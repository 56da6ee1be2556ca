import { ACCOUNT_ROUTES, OAUTH_ROUTES } from '../../apps/apps.ts';
import { HISTORY_ROUTES } from '../../history/history.ts';
import { INVOICE_ROUTES } from '../../invoices/invoices.ts';
import { ONCHAIN_ROUTES } from '../../onchain/onchain.ts';
import type { PaymentView } from '../../payments/payment-store.ts';
import { PAYMENT_ROUTES } from '../../payments/payments.ts';
import type { Route } from '../../web/route.ts';
import { SERVICE_ROUTES } from '../../web/service-routes.ts';
import { WEBHOOK_ROUTES } from '../../webhooks/webhooks.ts';
import type { RouteDeps } from './http-deps.ts';

/** All operations of the API. A route that is not in this list is not served. */
export const ROUTES: readonly Route<RouteDeps, PaymentView>[] = [
  ...INVOICE_ROUTES,
  ...HISTORY_ROUTES,
  ...ONCHAIN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PAYMENT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...OAUTH_ROUTES,
  ...SERVICE_ROUTES,
];
