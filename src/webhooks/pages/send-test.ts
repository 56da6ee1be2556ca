import { type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { isEventType } from '../delivery.ts';
import { sendTestEvent } from '../send-test-event.ts';
import { answerWebhookRefusal, ENDPOINT_PATH, endpointPath, ownerOf } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: `${ENDPOINT_PATH}/test`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const [id, type] = [request.params.text('id'), request.form.text('event_type')];
    const asked = isEventType(type) ? type : null;
    const sent = await sendTestEvent(deps, ownerOf(request), id, asked);
    if (!sent.ok) return answerWebhookRefusal(sent.refusal, request, endpointPath(id));
    request.session.keepNotice({ kind: 'done', text: request.texts.webhooks.endpoint.test.done });
    return redirectTo(`${endpointPath(id)}/deliveries/${sent.value.delivery.messageId}`);
  },
};

export const sendTestPages: readonly Page<WebhookPageDeps>[] = [send];
