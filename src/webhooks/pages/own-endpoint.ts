import type { TooManyRefusal } from '../../accounts/account-refusals.ts';
import {
  notFoundPage,
  type PageAnswer,
  redirectTo,
  refusePage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import type { EndpointOwner } from '../endpoint-store.ts';
import { findEndpoint } from '../find-endpoint.ts';
import type { DeliveryRefusal, EndpointRefusal } from '../webhook-refusals.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

export const WEBHOOKS_PATH = '/webhooks';
export const ENDPOINT_PATH = `${WEBHOOKS_PATH}/:id`;

export const endpointPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`;

/** On the pages, users see all endpoints of their wallet, also those that apps created. */
export const ownerOf = ({ user }: UserPageRequest): EndpointOwner => ({
  userId: user.id,
  clientId: null,
  grantId: null,
});

/** Shows a page about the endpoint that an address names, if it belongs to the user who asks. */
export async function withEndpoint(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  show: (endpoint: Endpoint, path: string) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const found = await findEndpoint(deps, ownerOf(request), request.params.text('id'));
  return found.ok ? show(found.value, endpointPath(found.value.id)) : notFoundPage();
}

type WebhookRefusal = EndpointRefusal | DeliveryRefusal | TooManyRefusal;

/** Shows a refusal as a page of its own, or as a notice on the page at `path`. */
export function answerWebhookRefusal(
  refusal: WebhookRefusal,
  { session, texts }: UserPageRequest,
  path: string,
): PageAnswer {
  switch (refusal.kind) {
    case 'endpoint_absent':
    case 'delivery_absent':
      return notFoundPage();
    case 'too_many_attempts': {
      const retryAfterSec = Math.ceil(refusal.waitMs / 1000);
      return refusePage({
        status: 429,
        words: ({ webhooks: { refusals } }) => ({
          title: refusals.tooOften.title,
          message: refusals.tooOften.message({ seconds: retryAfterSec }),
        }),
        retryAfterSec,
      });
    }
    default:
      session.keepNotice({ kind: 'problem', text: refusalText(texts, refusal) });
      return redirectTo(path);
  }
}

type ToldRefusal = Exclude<
  WebhookRefusal,
  { kind: 'endpoint_absent' | 'delivery_absent' | 'too_many_attempts' }
>;

function refusalText({ format, webhooks, problems }: PageTexts, refusal: ToldRefusal): string {
  const words = webhooks.refusals;
  switch (refusal.kind) {
    case 'endpoint_disabled':
      return words.endpointDisabled;
    case 'done_before':
      return problems.doneBefore;
    case 'sent_too_often':
      return words.sentTooOften({ most: format.digits(refusal.max) });
    case 'app_revoked':
    case 'app_disconnected':
      return words.appRevoked;
    case 'too_many_endpoints':
      return words.tooMany({ most: String(refusal.max) });
    case 'bad_endpoint':
      return refusal.complaints.map(({ problem }) => webhooks.fields.problems[problem]).join(' ');
  }
}
