import type { AccessRefusal } from '../authorization/caller.ts';
import type { AwayPart } from '../base/fault.ts';

/**
 * How refusals look over HTTP. The routes of each feature have a table with a row for every kind of
 * refusal, so that a new kind without a row does not compile. Messages that clients of the Wallet
 * API rely on are kept. In a message, `{name}` stands for the field of that name in the refusal.
 */
export interface WireError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Codes of errors of the Wallet API: see ERROR_CODES. */
export type ErrorCode = keyof typeof ERROR_CODES;

export const ERROR_CODES = {
  1: 'Too many requests.',
  2: 'The wallet or the invoice does not allow it: the balance is too low, for example.',
  6: 'The service failed to process the request, or payments to other nodes are stopped.',
  8: 'The request is invalid.',
  10: 'The payment failed, or its outcome is not known yet; the message says which.',
} as const;

export type ErrorTable<R extends { readonly kind: string }> = Readonly<
  Record<R['kind'], WireError>
>;

export const badArguments = (message: string): WireError => ({ status: 400, code: 8, message });
export const notNow = (message: string): WireError => ({ status: 400, code: 2, message });

export const STORAGE_USED_UP: WireError = notNow(
  'the apps and tokens of this wallet have stored as much as they may within a day: try again ' +
    'in an hour or two',
);
export const BAD_ARGUMENTS: WireError = badArguments('Bad arguments');
export const NOT_FOUND: WireError = { status: 404, code: 8, message: 'Not found' };
export const METHOD_NOT_ALLOWED: WireError = {
  status: 405,
  code: 8,
  message: 'Method not allowed',
};
export const LOOP: WireError = {
  status: 508,
  code: 8,
  message: 'Webhooks cannot be delivered to this service',
};
export const TOO_MANY_REQUESTS: WireError = { status: 429, code: 1, message: 'Too many requests' };
export const TOO_MANY_LISTS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many long lists are being read: finish those first',
};
export const TOO_MANY_PAYMENT_CALLS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many calls are waiting for payments: this one paid nothing',
};
export const INTERNAL_ERROR: WireError = {
  status: 500,
  code: 6,
  message: 'Something went wrong. Please try again later',
};
/** The answer to a call that was refused before anything was done. */
export const TOO_BUSY: WireError = {
  status: 503,
  code: 6,
  message: 'The service is too busy at the moment. Please try again in a few seconds',
};
/**
 * The answer to a call that waits until operators lift a lockdown. Its status is not 401 or 403, as
 * apps would throw their token away.
 */
export const LOCKED_DOWN: WireError = {
  status: 503,
  code: 6,
  message:
    'The operators of this service have paused all apps and tokens for a while, so nothing was ' +
    'done. Keep the token: it works again once they lift the pause',
};
const away = (what: string): WireError => ({
  status: 503,
  code: 6,
  message:
    `The service cannot reach its ${what} at the moment. Please try again in a few seconds; ` +
    'repeat a call that pays or creates with the same Idempotency-Key',
});

/**
 * Answers to calls that failed because the database or node was away, so that it is unknown whether
 * they were carried out.
 */
export const AWAY: Readonly<Record<AwayPart, WireError>> = {
  database: away('records'),
  node: away('Lightning node'),
};
export const KEY_REUSED: WireError = {
  status: 422,
  code: 8,
  message: 'this Idempotency-Key was used for another request',
};

export function fillError<R extends { readonly kind: string }>(
  table: ErrorTable<R>,
  refusal: R,
): WireError {
  const kind: R['kind'] = refusal.kind;
  return { ...table[kind], message: fillIn(table[kind].message, refusal) };
}

const fillIn = (template: string, refusal: object): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(refusal, name)));

/** The body of all errors, except those about access. */
export interface ErrorBody {
  readonly code: number;
  readonly error: true;
  readonly message: string;
}

export const errorBody = ({ code, message }: WireError): ErrorBody => ({
  code,
  error: true,
  message,
});

/**
 * An error about access, which has a form of its own in the API. Clients compare its two texts for
 * status 401, so these are fixed.
 */
export interface AccessError {
  readonly status: 401 | 403;
  readonly error: string;
  /** The value of `WWW-Authenticate` (RFC 6750, section 3). */
  readonly challenge: string;
}

const ACCESS: Readonly<Record<AccessRefusal['kind'], AccessError>> = {
  invalid_token: {
    status: 401,
    error: 'invalid access token',
    challenge: 'Bearer error="invalid_token"',
  },
  expired_token: {
    status: 401,
    error: 'expired access token',
    challenge: 'Bearer error="invalid_token", error_description="expired access token"',
  },
  insufficient_scope: {
    status: 403,
    error: 'Token does not have the right scope for operation: endpoint scope {needed}',
    challenge: 'Bearer error="insufficient_scope", scope="{needed}"',
  },
};

export function accessError(refusal: AccessRefusal): AccessError {
  const { status, error, challenge } = ACCESS[refusal.kind];
  return { status, error: fillIn(error, refusal), challenge: fillIn(challenge, refusal) };
}
