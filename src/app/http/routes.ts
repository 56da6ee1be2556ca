import { route as readBalance } from '../../apps/routes/balance.get.ts';
import { route as introspectOwnToken } from '../../apps/routes/oauth.introspect.post.ts';
import { route as revokeToken } from '../../apps/routes/oauth.revoke.post.ts';
import { route as introspectToken } from '../../apps/routes/oauth.token.introspect.get.ts';
import { route as obtainTokens } from '../../apps/routes/oauth.token.post.ts';
import { route as readPerson } from '../../apps/routes/user.me.get.ts';
import { route as readSummary } from '../../apps/routes/user.summary.get.ts';
import { route as readValue4Value } from '../../apps/routes/user.value4value.get.ts';
import { route as readOauthMetadata } from '../../apps/routes/well-known.oauth-authorization-server.get.ts';
import { route as listInvoices } from '../../history/routes/invoices.get.ts';
import { route as listIncomingInvoices } from '../../history/routes/invoices.incoming.get.ts';
import { route as listOutgoingInvoices } from '../../history/routes/invoices.outgoing.get.ts';
import { route as findInvoice } from '../../history/routes/invoices.payment_hash.get.ts';
import { route as drawQrPng } from '../../history/routes/qr.identifier.png.get.ts';
import { route as drawQrSvg } from '../../history/routes/qr.identifier.svg.get.ts';
import { route as decodeInvoice } from '../../invoices/routes/decode.bolt11.invoice.get.ts';
import { route as createInvoice } from '../../invoices/routes/invoices.post.ts';
import { route as payInvoice } from '../../payments/routes/payments.bolt11.post.ts';
import { route as sendKeysends } from '../../payments/routes/payments.keysend.multi.post.ts';
import { route as sendKeysend } from '../../payments/routes/payments.keysend.post.ts';
import { route as showReference } from '../../web/docs.get.ts';
import { route as readReferenceScript } from '../../web/docs.reference.js.get.ts';
import { route as readHealth } from '../../web/health.get.ts';
import { route as readOpenapi } from '../../web/openapi.json.get.ts';
import type { Route } from '../../web/route.ts';
import { route as listWebhookEndpoints } from '../../webhooks/routes/webhook_endpoints.get.ts';
import { route as deleteWebhookEndpoint } from '../../webhooks/routes/webhook_endpoints.id.delete.ts';
import { route as findDelivery } from '../../webhooks/routes/webhook_endpoints.id.deliveries.delivery.get.ts';
import { route as replay } from '../../webhooks/routes/webhook_endpoints.id.deliveries.delivery.replay.post.ts';
import { route as listWebhookDeliveries } from '../../webhooks/routes/webhook_endpoints.id.deliveries.get.ts';
import { route as findWebhookEndpoint } from '../../webhooks/routes/webhook_endpoints.id.get.ts';
import { route as editWebhookEndpoint } from '../../webhooks/routes/webhook_endpoints.id.patch.ts';
import { route as recoverWebhookDeliveries } from '../../webhooks/routes/webhook_endpoints.id.recover.post.ts';
import { route as rotateWebhookSecret } from '../../webhooks/routes/webhook_endpoints.id.rotate_secret.post.ts';
import { route as testWebhookEndpoint } from '../../webhooks/routes/webhook_endpoints.id.test.post.ts';
import { route as createWebhookEndpoint } from '../../webhooks/routes/webhook_endpoints.post.ts';

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
