import type { Page } from '../../web/pages/page.ts';
import { deleteEndpointPages } from '../../webhooks/pages/delete-endpoint.ts';
import { deliveryPages } from '../../webhooks/pages/delivery.ts';
import { editEndpointPages } from '../../webhooks/pages/edit-endpoint.ts';
import { endpointPages } from '../../webhooks/pages/endpoint.ts';
import { newEndpointPages } from '../../webhooks/pages/new-endpoint.ts';
import { recoverPages } from '../../webhooks/pages/recover.ts';
import { rotateSecretPages } from '../../webhooks/pages/rotate-secret.ts';
import { sendTestPages } from '../../webhooks/pages/send-test.ts';
import { signatureHelpPages } from '../../webhooks/pages/signature-help.ts';
import { switchEndpointPages } from '../../webhooks/pages/switch-endpoint.ts';
import { webhookListPages } from '../../webhooks/pages/webhook-list.ts';

/** The endpoints of users and of their apps, and what became of each delivery. */
export const WEBHOOK_PAGES: readonly Page[] = [
  ...webhookListPages,
  ...newEndpointPages,
  ...signatureHelpPages,
  ...endpointPages,
  ...editEndpointPages,
  ...sendTestPages,
  ...recoverPages,
  ...rotateSecretPages,
  ...switchEndpointPages,
  ...deleteEndpointPages,
  ...deliveryPages,
];
