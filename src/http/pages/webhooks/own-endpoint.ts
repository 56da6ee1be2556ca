import type { TooManyRefusal } from '../../../account/account-refusals.ts';
import { findEndpoint } from '../../../usecases/webhooks/find-endpoint.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';
import type { EndpointOwner } from '../../../webhook/endpoint-store.ts';
import type { DeliveryRefusal, EndpointRefusal } from '../../../webhook/webhook-refusals.ts';
import { groupDigits } from '../kit/figures.ts';
import {
  notFoundPage,
  type PageAnswer,
  redirectTo,
  refusePage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import type { PageTexts } from '../texts/en.ts';

export const WEBHOOKS_PATH = '/webhooks';
export const ENDPOINT_PATH = `${WEBHOOKS_PATH}/:id`;

export const endpointPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`;

/** In person a user sees all that tell of their wallet, whichever grant made them. */
export const ownerOf = ({ user }: UserPageRequest): EndpointOwner => ({
  userId: user.id,
  clientId: null,
  grantId: null,
});

/** Shows a page about the endpoint that an address names, if it is of whoever asks. */
export async function withEndpoint(
  deps: PageDeps,
  request: UserPageRequest,
  show: (endpoint: Endpoint, path: string) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const found = await findEndpoint(deps, ownerOf(request), request.params.text('id'));
  return found.ok ? show(found.value, endpointPath(found.value.id)) : notFoundPage();
}

type WebhookRefusal = EndpointRefusal | DeliveryRefusal | TooManyRefusal;

/** What could not be done, as a page of its own or as a notice of the page that is led to. */
export function answerRefusal(
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
        words: () => ({ title: 'That was very often', message: waitText(retryAfterSec) }),
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

function refusalText(texts: PageTexts, refusal: ToldRefusal): string {
  switch (refusal.kind) {
    case 'endpoint_disabled':
      return 'Nothing is sent to an endpoint that is off. Switch it on first.';
    case 'done_before':
      return texts.problems.doneBefore;
    case 'sent_too_often':
      return `This message was sent ${groupDigits(refusal.max)} times, which is all that can be.`;
    case 'app_revoked':
    case 'app_disconnected':
      return (
        'The app that made this endpoint may not use your wallet any more. Connect it again, ' +
        'or make an endpoint of your own.'
      );
    case 'too_many_endpoints':
      return `You have ${refusal.max} endpoints, which is all that can be. Delete one first.`;
    case 'bad_endpoint':
      return `That cannot be: ${refusal.complaints.join('; ')}.`;
  }
}

const waitText = (seconds: number): string =>
  `You have done this many times just now. Go back and try again in ${seconds} second` +
  `${seconds === 1 ? '' : 's'}.`;
