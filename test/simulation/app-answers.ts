import { assert } from '../../src/base/assert.ts';
import { type NostrEvent, toEvent } from '../../src/nostr/event.ts';
import { looksLikeNip04 } from '../../src/nostr/nip04.ts';
import { parseJsonOrNull } from '../../src/nostr/parse-json.ts';
import { tagsOf } from '../../src/nostr/tags.ts';
import type { AnswerBody, App, AppModel, AppRequest } from './app-model.ts';

/** Notes what an app hears. Null for what is not for it. */
export function hearAnswer({ requests }: AppModel, event: NostrEvent): AppRequest | null {
  const [tag] = tagsOf(event, 'e');
  const request = requests.get(tag?.[1] ?? '');
  if (request === undefined) return null;
  request.heard.push({ id: event.id, body: readAnswer(request.app, event) });
  return request;
}

/** What is stored for a request; null for one that has no answer yet. */
export function storedAnswer(
  { readAnswers, requests }: AppModel,
  { eventId, answer }: { readonly eventId: string; readonly answer: string | null },
): { readonly request: AppRequest; readonly id: string; readonly body: AnswerBody } | null {
  const request = requests.get(eventId);
  if (answer === null || request === undefined) return null;
  const event = toEvent(parseJsonOrNull(answer));
  assert(event !== null, 'a stored answer is an event');
  const body = readAnswers.get(answer) ?? readAnswer(request.app, event);
  readAnswers.set(answer, body);
  return { request, id: event.id, body };
}

function readAnswer({ wire }: App, { content }: NostrEvent): AnswerBody {
  assert(wire !== null, 'only apps with a key hear events');
  const scheme = looksLikeNip04(content) ? 'nip04' : 'nip44_v2';
  const text = wire.conversation.decrypt(content, scheme);
  assert(text.ok, 'an app can read its answer');
  const { result, error } = JSON.parse(text.value);
  const fees: unknown = result?.fees_paid;
  return {
    errorCode: error?.code ?? null,
    preimage: result?.preimage ?? null,
    feesMsat: typeof fees === 'number' ? BigInt(fees) : null,
    paymentHash: result?.payment_hash ?? null,
  };
}
