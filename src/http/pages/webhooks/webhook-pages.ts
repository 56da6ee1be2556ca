import type { Page } from '../kit/page.ts';
import { deleteEndpointPages } from './delete-endpoint.ts';
import { deliveryPages } from './delivery.ts';
import { editEndpointPages } from './edit-endpoint.ts';
import { endpointPages } from './endpoint.ts';
import { newEndpointPages } from './new-endpoint.ts';
import { recoverPages } from './recover.ts';
import { rotateSecretPages } from './rotate-secret.ts';
import { sendTestPages } from './send-test.ts';
import { signatureHelpPages } from './signature-help.ts';
import { switchEndpointPages } from './switch-endpoint.ts';
import { webhookListPages } from './webhook-list.ts';

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
