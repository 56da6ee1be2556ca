import type { ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Authenticated } from '../authorization/authenticated.ts';
import type { OauthEndpoint } from '../authorization/oauth-endpoint.ts';
import type { RememberedCaller } from '../authorization/remembered-token.ts';
import type { Scope } from '../authorization/scope.ts';
import type { NewestPage } from '../authorization/token-store.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { PackedDocument } from './packed-document.ts';
import type { Rate } from './rate-limits/rate-limiter.ts';
import type { AccessError, WireError } from './wire-errors.ts';

/**
 * An operation of the Wallet API: how it looks over HTTP, who may call it, and what it does. A
 * route reads its input, calls an operation and presents the result, and decides nothing else.
 * `Deps` is what it needs, and `Payment` is the form of a payment that was read together with the
 * token.
 */
export type Route<Deps, Payment = unknown> =
  | PublicRoute<Deps>
  | ProtectedRoute<Deps, Payment>
  | ClientRoute;

/** A route without its action: how it looks over HTTP, and who may call it. */
export type RouteDescription = PublicDescription | ProtectedDescription | ClientRoute;

export interface PublicDescription extends Operation, PublicAccess {}
export interface ProtectedDescription extends Operation, ProtectedAccess {}

export interface PublicRoute<Deps> extends PublicDescription {
  readonly handle: (deps: Deps, request: PublicRequest) => Promise<Answer<unknown>>;
}

export interface ProtectedRoute<Deps, Payment = unknown> extends ProtectedDescription {
  readonly handle: (deps: Deps, request: ProtectedRequest<Payment>) => Promise<Answer<unknown>>;
  readonly attempt?: Attempt<Deps>;
}

/**
 * Tries to answer a caller whose token was not looked at yet, by a statement that proves the token
 * as well. Null if nothing was done; the caller is then identified, and the request handled, in the
 * ordinary way.
 */
type Attempt<Deps, Body = unknown, Response = unknown> = (
  deps: Deps,
  request: AttemptRequest<Body>,
) => Promise<Answer<Response> | null>;

export interface AttemptRequest<Body = unknown> extends RememberedCaller {
  readonly body: Body;
}

interface PublicAccess {
  readonly access: 'public';
  /**
   * A rate limit per network that only this route has, because its responses are large or are drawn
   * for the caller.
   */
  readonly ownLimit?: OwnLimit;
}

/** A rate limit of some routes. Calls of routes whose limits have the same name count together. */
export interface OwnLimit {
  readonly name: string;
  readonly rate: Rate;
}

interface ProtectedAccess {
  /** The scope that a token must hold. */
  readonly access: Scope | 'any_token';
  /**
   * Finds the payment hash in a body, so that the payment is read by the same query as the token;
   * null without a hash.
   */
  readonly prefetchPayment?: (body: unknown) => string | null;
  /**
   * The direction of the records that the route lists, so that the newest records are read by the
   * same query as the token.
   */
  readonly lists?: NewestPage['direction'];
  /** Whether the route shows the account, which is then read by the same query as the token. */
  readonly showsAccount?: true;
  /**
   * Whether the route lists something other than records. Its calls then wait for a turn (see
   * turns.ts), as those that list records do.
   */
  readonly isList?: boolean;
}

/**
 * A route that apps call with their own credentials, in the forms and with the errors of OAuth (RFC
 * 6749, 2.3). Its schemas only describe it in the API document; the OAuth code itself validates
 * requests.
 */
export interface ClientRoute extends Operation {
  readonly method: 'POST';
  readonly access: 'client';
  readonly endpoint: OauthEndpoint;
  readonly body: TSchema;
}

interface Operation<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  /** What the operation does, as a short imperative such as "Create invoice". */
  readonly summary: string;
  readonly description?: string;
  /** A sentence that says what a response of status 200 contains. */
  readonly success: string;
  /** The group of the route in the API document. */
  readonly tag: Tag;
  /**
   * How the route is limited, `call` by default. Calls of a route with `payment` may wait long for
   * their payments: such calls have their own rate and a limit on how many are open, are prepared
   * in batches, and say in their errors whether something was paid.
   */
  readonly pacing?: 'payment' | 'call';
  readonly params?: Params;
  /** The query in the API document; routes read the query themselves, see `QueryTexts`. */
  readonly query?: TSchema;
  readonly body?: Body;
  /** The greatest number of values in the JSON of a body, by default MAX_JSON_VALUES. */
  readonly maxJsonValues?: number;
  /** Whether a missing body counts as an empty object. */
  readonly isBodyOptional?: boolean;
  readonly response: Response;
  /** The type of the body, by default application/json. */
  readonly contentType?: string;
  /** Whether the operation supports the header `Idempotency-Key`. */
  readonly isRepeatable?: boolean;
  /** Further errors of the operation: by status, what they mean. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Whether bad input is answered by a list of complaints, as webhook clients expect. */
  readonly listsComplaints?: boolean;
  /**
   * Whether an answer with status 500 may have the body of a success, as when nothing in a batch
   * has succeeded (`all_failed`).
   */
  readonly mayFailAsWhole?: boolean;
}

export type Tag =
  | 'Invoices'
  | 'Onchain'
  | 'Account'
  | 'Payments'
  | 'Webhooks'
  | 'OAuth'
  | 'Service';

export interface PublicRequest<Params = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: QueryTexts;
  readonly body: Body;
  /** Aborts when the client has closed its connection. */
  readonly hangUp: AbortSignal;
}

export interface ProtectedRequest<Payment, Params = unknown, Body = unknown>
  extends PublicRequest<Params, Body>,
    Authenticated<Payment> {
  readonly idempotency: IdempotencyClaim | null;
  /**
   * Ends the turn in which the answer is made (see turns.ts), which otherwise ends when the answer
   * has been sent.
   */
  readonly endTurn: () => void;
}

/** Query parameters as they were sent; of a repeated name the last value counts. */
export type QueryTexts = ReadonlyMap<string, string>;

/** What a route answers. Success is always status 200. */
export type Answer<Body> =
  | { readonly kind: 'json'; readonly body: Body }
  /** JSON that already exists as text. */
  | { readonly kind: 'json_text'; readonly text: string }
  /**
   * JSON text in parts, which are made as fast as the client reads them. `watch` gets the response
   * that carries them.
   */
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
  /** A document that is the same for all callers, compressed if the client accepts that. */
  | {
      readonly kind: 'document';
      readonly contentType: string;
      readonly document: PackedDocument;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'refused';
      readonly error: WireError;
      /** The seconds after which a retry may succeed, for status 429, if known. */
      readonly retryAfterSec?: number;
    }
  /** The input was refused, on a route that answers with a list of complaints. */
  | { readonly kind: 'complained'; readonly complaints: readonly string[] }
  /** The caller lost a permission, such as their token, while the call was running. */
  | { readonly kind: 'denied'; readonly error: AccessError }
  /** Nothing in a batch succeeded; the body still says what happened to each item. */
  | { readonly kind: 'all_failed'; readonly body: Body };

/**
 * A route as its feature writes it, with types that follow from the schemas of its request and
 * answer.
 */
type Typed<
  Access,
  Deps,
  Request,
  P extends TSchema,
  B extends TSchema,
  R extends TSchema,
> = Access &
  Operation<P, B, R> & {
    readonly handle: (deps: Deps, request: Request) => Promise<Answer<Static<R>>>;
    readonly attempt?: Attempt<Deps, Static<B>, Static<R>>;
  };

/**
 * Lets the compiler infer the types of `handle` from the schemas of the route. The returned route
 * has lost these types, so that all routes fit into one list. This is safe, as every request is
 * validated before `handle` is called.
 */
export function publicRoute<Deps, P extends TSchema, B extends TSchema, R extends TSchema>(
  route: Typed<PublicAccess, Deps, PublicRequest<Static<P>, Static<B>>, P, B, R>,
): PublicRoute<Deps>;
export function publicRoute<Deps>(route: PublicRoute<Deps>): PublicRoute<Deps> {
  return route;
}

/** Declares a route that needs a token, as `publicRoute` declares one that needs none. */
export function protectedRoute<
  Deps,
  P extends TSchema,
  B extends TSchema,
  R extends TSchema,
  Payment = unknown,
>(
  route: Typed<ProtectedAccess, Deps, ProtectedRequest<Payment, Static<P>, Static<B>>, P, B, R>,
): ProtectedRoute<Deps, Payment>;
export function protectedRoute<Deps, Payment>(
  route: ProtectedRoute<Deps, Payment>,
): ProtectedRoute<Deps, Payment> {
  return route;
}

export const clientRoute = (route: ClientRoute): ClientRoute => route;

export const isClientRoute = (route: RouteDescription): route is ClientRoute =>
  route.access === 'client';

/** A route bound to its dependencies: the server calls it with the request alone. */
export type BoundRoute<Payment> = BoundPublicRoute | BoundProtectedRoute<Payment> | ClientRoute;

export interface BoundPublicRoute extends PublicDescription {
  readonly answer: (request: PublicRequest) => Promise<Answer<unknown>>;
}

export interface BoundProtectedRoute<Payment> extends ProtectedDescription {
  readonly answer: (request: ProtectedRequest<Payment>) => Promise<Answer<unknown>>;
  readonly tryAnswer: ((request: AttemptRequest) => Promise<Answer<unknown> | null>) | null;
}

/** Binds the routes of a feature to their dependencies. */
export const bindRoutes = <Deps, Payment>(
  routes: readonly Route<Deps, Payment>[],
  deps: Deps,
): readonly BoundRoute<Payment>[] => routes.map((route) => bindRoute(route, deps));

function bindRoute<Deps, Payment>(route: Route<Deps, Payment>, deps: Deps): BoundRoute<Payment> {
  if (route.access === 'client') return route;
  if (route.access === 'public') {
    return { ...route, answer: (request: PublicRequest) => route.handle(deps, request) };
  }
  const { attempt } = route;
  return {
    ...route,
    answer: (request: ProtectedRequest<Payment>) => route.handle(deps, request),
    tryAnswer: attempt === undefined ? null : (request) => attempt(deps, request),
  };
}

export const answerJson = <Body>(body: Body): Answer<Body> => ({ kind: 'json', body });
export const answerJsonText = (text: string): Answer<never> => ({ kind: 'json_text', text });
export const answerRefused = (error: WireError): Answer<never> => ({ kind: 'refused', error });
