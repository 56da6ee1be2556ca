import type { ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { AccountView } from '../access/account-view.ts';
import type { Caller } from '../access/caller.ts';
import type { Scope } from '../access/scope.ts';
import type { NewestPage } from '../access/token-store.ts';
import type { RouteDeps } from '../app/http/http-deps.ts';
import type { OauthEndpoint } from '../apps/oauth/authorization-server.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { PaymentView } from '../payments/payment-store.ts';
import type { PackedDocument } from './packed-document.ts';
import type { AccessError, WireError } from './wire-errors.ts';

/**
 * One operation of the Wallet API: what is on the wire, who may call it, and one use case. A route
 * reads its input, calls the use case and presents the result. It decides nothing else.
 */
export type Route = PublicRoute | ProtectedRoute | ClientRoute;

export interface PublicRoute<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> extends Operation<Params, Body, Response> {
  readonly access: 'public';
  /** Responses that are large or drawn for the caller have their own limit per address. */
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
  /** The payment hash in a body, of whose payment is read with the token; null without one. */
  readonly asksAbout?: (body: unknown) => string | null;
  /** Which records the route lists, if it lists any. */
  readonly lists?: NewestPage['direction'];
  handle(
    deps: RouteDeps,
    request: ProtectedRequest<Params, Body>,
  ): Promise<Answer<Static<Response>>>;
}

/**
 * What apps call with their own credentials, in the forms and errors of OAuth (RFC 6749, 2.3). The
 * schemas only serve the document; the protocol itself validates requests.
 */
export interface ClientRoute extends Operation<TSchema, TSchema, TSchema> {
  readonly method: 'POST';
  readonly access: 'client';
  readonly endpoint: OauthEndpoint;
  readonly body: TSchema;
}

interface Operation<Params extends TSchema, Body extends TSchema, Response extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  /** A short imperative, such as "Create invoice". */
  readonly summary: string;
  readonly description?: string;
  /** What the response of status 200 holds. */
  readonly success: string;
  readonly tag: Tag;
  readonly params?: Params;
  /** For the document only: routes read the query themselves, see `QueryTexts`. */
  readonly query?: TSchema;
  readonly body?: Body;
  /** Default MAX_JSON_VALUES. */
  readonly maxJsonValues?: number;
  /** Whether a missing body counts as an empty object. */
  readonly isBodyOptional?: boolean;
  readonly response: Response;
  /** Default application/json. */
  readonly contentType?: string;
  /** Whether the operation supports the header `Idempotency-Key`. */
  readonly isRepeatable?: boolean;
  /** Further errors of this operation: status and meaning. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Whether bad input is answered by a list of complaints, as webhook clients expect. */
  readonly listsComplaints?: boolean;
  /** Whether status 500 may carry the body of a success, see `all_failed`. */
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
  /** Read together with the token, so that reading a balance costs no further query. */
  readonly account: AccountView;
  /** The whole list, read with the token as well, if the route `lists` and the caller wants few. */
  readonly newest: readonly string[] | null;
  readonly idempotency: IdempotencyClaim | null;
  /** Read with the token as well, if the route `asksAbout` a payment. */
  readonly paymentView: PaymentView | null;
}

/** Query parameters as they were sent; of a repeated name the last value counts. */
export type QueryTexts = ReadonlyMap<string, string>;

/** What goes out. Success is always status 200. */
export type Answer<Body> =
  | { readonly kind: 'json'; readonly body: Body }
  /** JSON that already exists as text. */
  | { readonly kind: 'json_text'; readonly text: string }
  /** The same, in parts that are made as the client reads them; `watch` gets the response. */
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
  /** The same document for all callers, compressed if the client accepts that. */
  | {
      readonly kind: 'document';
      readonly contentType: string;
      readonly document: PackedDocument;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'refused';
      readonly error: WireError;
      /** For status 429, if known. */
      readonly retryAfterSec?: number;
    }
  /** Bad input, for routes that list complaints. */
  | { readonly kind: 'complained'; readonly complaints: readonly string[] }
  /** The caller lost a permission while the call was running. */
  | { readonly kind: 'denied'; readonly error: AccessError }
  /** A batch in which nothing succeeded; the body still says how each item ended. */
  | { readonly kind: 'all_failed'; readonly body: Body };

/** Lets the compiler infer the types of `handle` from the schemas. */
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
