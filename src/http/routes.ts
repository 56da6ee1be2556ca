import type { Route } from './route.ts';
import { route as readBalance } from './routes/balance.get.ts';
import { route as decodeInvoice } from './routes/decode.bolt11.invoice.get.ts';
import { route as showReference } from './routes/docs.get.ts';
import { route as readReferenceScript } from './routes/docs.reference.js.get.ts';
import { route as readHealth } from './routes/health.get.ts';
import { route as listInvoices } from './routes/invoices.get.ts';
import { route as listIncomingInvoices } from './routes/invoices.incoming.get.ts';
import { route as listOutgoingInvoices } from './routes/invoices.outgoing.get.ts';
import { route as findInvoice } from './routes/invoices.payment_hash.get.ts';
import { route as createInvoice } from './routes/invoices.post.ts';
import { route as introspectOwnToken } from './routes/oauth.introspect.post.ts';
import { route as revokeToken } from './routes/oauth.revoke.post.ts';
import { route as introspectToken } from './routes/oauth.token.introspect.get.ts';
import { route as obtainTokens } from './routes/oauth.token.post.ts';
import { route as readOpenapi } from './routes/openapi.json.get.ts';
import { route as payInvoice } from './routes/payments.bolt11.post.ts';
import { route as sendKeysends } from './routes/payments.keysend.multi.post.ts';
import { route as sendKeysend } from './routes/payments.keysend.post.ts';
import { route as drawQrPng } from './routes/qr.identifier.png.get.ts';
import { route as drawQrSvg } from './routes/qr.identifier.svg.get.ts';
import { route as readPerson } from './routes/user.me.get.ts';
import { route as readSummary } from './routes/user.summary.get.ts';
import { route as readValue4Value } from './routes/user.value4value.get.ts';
import { route as listWebhookEndpoints } from './routes/webhook_endpoints.get.ts';
import { route as deleteWebhookEndpoint } from './routes/webhook_endpoints.id.delete.ts';
import { route as findDelivery } from './routes/webhook_endpoints.id.deliveries.delivery.get.ts';
import { route as replay } from './routes/webhook_endpoints.id.deliveries.delivery.replay.post.ts';
import { route as listWebhookDeliveries } from './routes/webhook_endpoints.id.deliveries.get.ts';
import { route as findWebhookEndpoint } from './routes/webhook_endpoints.id.get.ts';
import { route as editWebhookEndpoint } from './routes/webhook_endpoints.id.patch.ts';
import { route as recoverWebhookDeliveries } from './routes/webhook_endpoints.id.recover.post.ts';
import { route as rotateWebhookSecret } from './routes/webhook_endpoints.id.rotate_secret.post.ts';
import { route as testWebhookEndpoint } from './routes/webhook_endpoints.id.test.post.ts';
import { route as createWebhookEndpoint } from './routes/webhook_endpoints.post.ts';
import { route as readOauthMetadata } from './routes/well-known.oauth-authorization-server.get.ts';

/** Every operation of the API. What is not in this list does not exist. */
export const ROUTES: readonly Route[] = [
  createInvoice,
  listInvoices,
  listIncomingInvoices,
  listOutgoingInvoices,
  findInvoice,
  decodeInvoice,
  drawQrPng,
  drawQrSvg,
  readBalance,
  readSummary,
  readValue4Value,
  readPerson,
  payInvoice,
  sendKeysend,
  sendKeysends,
  createWebhookEndpoint,
  listWebhookEndpoints,
  findWebhookEndpoint,
  editWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookDeliveries,
  findDelivery,
  replay,
  recoverWebhookDeliveries,
  testWebhookEndpoint,
  obtainTokens,
  introspectToken,
  revokeToken,
  introspectOwnToken,
  readOauthMetadata,
  readHealth,
  readOpenapi,
  showReference,
  readReferenceScript,
];
