import type { ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { AccountView } from '../access/account-view.ts';
import type { Endpoint } from '../access/authorization-server.ts';
import type { Caller } from '../access/caller.ts';
import type { Scope } from '../access/scope.ts';
import type { NewestPage } from '../access/token-store.ts';
import type { IdempotencyClaim } from '../wallet/idempotency.ts';
import type { RouteDeps } from './http-deps.ts';
import type { PackedDocument } from './wire/packed-document.ts';
import type { AccessError, WireError } from './wire/wire-errors.ts';

/**
 * One operation of the Wallet API: what is on the wire, who may call it, and one use case. A route
 * reads its input, calls the use case and presents the result; it decides nothing else.
 */
export type Route = PublicRoute | ProtectedRoute | ClientRoute;

export interface PublicRoute<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> extends Operation<Params, Body, Response> {
  readonly access: 'public';
  /** What is large, or drawn for the caller, has a limit of its own for each address. */
  readonly ownLimit?: 'pictures' | 'documents';
  handle(deps: RouteDeps, request: PublicRequest<Params, Body>): Promise<Answer<Static<Response>>>;
}

export interface ProtectedRoute<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> extends Operation<Params, Body, Response> {
  /** The scope that a token must hold. */
  readonly access: Scope | 'any_token';
  /** Of a route that lists records: which of them. */
  readonly lists?: NewestPage['direction'];
  handle(
    deps: RouteDeps,
    request: ProtectedRequest<Params, Body>,
  ): Promise<Answer<Static<Response>>>;
}

/**
 * What apps call as themselves, in the forms and errors of OAuth (RFC 6749, 2.3): the schemas are
 * for the document, the protocol itself checks what comes in.
 */
export interface ClientRoute extends Operation<TSchema, TSchema, TSchema> {
  readonly method: 'POST';
  readonly access: 'client';
  readonly endpoint: Endpoint;
  readonly body: TSchema;
}

interface Operation<Params extends TSchema, Body extends TSchema, Response extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: Tag;
  readonly params?: Params;
  /** For the document only: query parameters never refuse, what is not usable counts as absent. */
  readonly query?: TSchema;
  readonly body?: Body;
  /** A call without a body is one with an empty object. */
  readonly isBodyOptional?: boolean;
  readonly response: Response;
  /** Default application/json. */
  readonly contentType?: string;
  /** Whether the operation honours the header `Idempotency-Key`. */
  readonly isRepeatable?: boolean;
  /** Errors beside those that follow from what kind of operation it is: status and when. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Whether bad input is answered by a list of complaints, as clients of webhooks know it. */
  readonly listsComplaints?: boolean;
  /** Whether status 500 may come with the body of a success, see `all_failed`. */
  readonly mayFailAsWhole?: boolean;
}

export type Tag = 'Invoices' | 'Account' | 'Payments' | 'Webhooks' | 'OAuth' | 'Service';

export interface PublicRequest<Params extends TSchema, Body extends TSchema> {
  readonly params: Static<Params>;
  readonly query: QueryTexts;
  readonly body: Static<Body>;
}

export interface ProtectedRequest<Params extends TSchema, Body extends TSchema>
  extends PublicRequest<Params, Body> {
  readonly caller: Caller;
  /** Read with the token in one statement, so that reading a balance costs nothing more. */
  readonly account: AccountView;
  /** The whole list, read by the same statement, where the route `lists` and few are asked for. */
  readonly newest: readonly string[] | null;
  readonly idempotency: IdempotencyClaim | null;
}

/** Names and texts as they stood in the address; a name that came twice keeps its last text. */
export type QueryTexts = ReadonlyMap<string, string>;

/** What goes out. Success is always status 200. */
export type Answer<Body> =
  | { readonly kind: 'json'; readonly body: Body }
  /** JSON that exists as text already. */
  | { readonly kind: 'json_text'; readonly text: string }
  /** The same, in parts that are made as the client takes them; `watch` sees it on its way. */
  | {
      readonly kind: 'json_parts';
      readonly parts: AsyncIterable<string>;
      readonly watch: (response: ServerResponse) => void;
    }
  | {
      readonly kind: 'file';
      readonly contentType: string;
      readonly content: Uint8Array | string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** One for everybody, compressed as far as the client takes it. */
  | {
      readonly kind: 'document';
      readonly contentType: string;
      readonly document: PackedDocument;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'refused';
      readonly error: WireError;
      /** For status 429, when it is known. */
      readonly retryAfterSec?: number;
    }
  /** Bad input, where the route lists complaints. */
  | { readonly kind: 'complained'; readonly complaints: readonly string[] }
  /** A right was lost while the call was under way. */
  | { readonly kind: 'denied'; readonly error: AccessError }
  /** Several operations in one, of which none succeeded: the body still says how each ended. */
  | { readonly kind: 'all_failed'; readonly body: Body };

/** Lets the compiler infer the types of `handle` from the schemas beside it. */
export function publicRoute<P extends TSchema, B extends TSchema, R extends TSchema>(
  route: PublicRoute<P, B, R>,
): PublicRoute<P, B, R> {
  return route;
}

export function protectedRoute<P extends TSchema, B extends TSchema, R extends TSchema>(
  route: ProtectedRoute<P, B, R>,
): ProtectedRoute<P, B, R> {
  return route;
}

export const clientRoute = (route: ClientRoute): ClientRoute => route;

export const isClientRoute = (route: Route): route is ClientRoute => route.access === 'client';

export const answerJson = <Body>(body: Body): Answer<Body> => ({ kind: 'json', body });
export const answerJsonText = (text: string): Answer<never> => ({ kind: 'json_text', text });
export const answerRefused = (error: WireError): Answer<never> => ({ kind: 'refused', error });
