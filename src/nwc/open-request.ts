import { isNwcMethod, isPermitted } from '../apps/nwc-keys/method.ts';
import type { Scope } from '../authorization/scope.ts';
import { type Result, refuse } from '../base/result.ts';
import type { Conversation } from '../nostr/conversation.ts';
import { type NwcRequest, readRequest } from './nwc-request.ts';
import { readRequestBody } from './request-body.ts';
import type { RequestEnvelope } from './request-envelope.ts';
import type { RequestRefusal } from './request-refusals.ts';

export interface OpenedRequest {
  /** The method as the request names it, which the answer repeats; null if it could not be read. */
  readonly method: string | null;
  readonly request: Result<NwcRequest, RequestRefusal>;
}

/**
 * Decrypts and reads a request, and checks that its connection may use the method. The signature of
 * the event must have been checked before, because NIP-04 proves nothing about the sender.
 */
export function openRequest(
  { scheme }: RequestEnvelope,
  content: string,
  conversation: Conversation,
  scopes: ReadonlySet<Scope>,
): OpenedRequest {
  if (scheme === null) return unread({ kind: 'unsupported_encryption' });
  const text = conversation.decrypt(content, scheme);
  if (!text.ok) return unread({ kind: 'undecryptable' });
  const body = readRequestBody(text.value);
  if (!body.ok) {
    const { method, message } = body.refusal;
    return { method, request: refuse({ kind: 'bad_body', message }) };
  }
  const { method } = body.value;
  if (isNwcMethod(method) && !isPermitted(method, scopes)) {
    return { method, request: refuse({ kind: 'restricted', method }) };
  }
  return { method, request: readRequest(body.value) };
}

const unread = (refusal: RequestRefusal): OpenedRequest => ({
  method: null,
  request: refuse(refusal),
});
