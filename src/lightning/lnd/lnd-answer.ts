import { type Result, refuse } from '../../base/result.ts';
import { cleanText } from '../../base/text.ts';
import { NodeFault } from '../node-port.ts';
import { isWireObject, type WireObject } from './wire-fields.ts';

/** LND's own answer to a call: a message or a refusal. Anything else becomes a NodeFault. */
export type LndAnswer = Result<WireObject, LndRefusal>;

/** An error of LND: google.rpc.Status, as LND's REST gateway writes it. */
export interface LndRefusal {
  readonly code: number;
  readonly detail: string;
}

/** The gRPC codes that this adapter tells apart. */
export const GRPC_CODE = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  unimplemented: 12,
  unavailable: 14,
} as const;

/** The HTTP status that grpc-gateway sends for each gRPC code (HTTPStatusFromCode). */
const HTTP_STATUS_BY_GRPC_CODE: ReadonlyMap<number, number> = new Map([
  [1, 499],
  [2, 500],
  [3, 400],
  [4, 504],
  [5, 404],
  [6, 409],
  [7, 403],
  [8, 429],
  [9, 400],
  [10, 409],
  [11, 400],
  [12, 501],
  [13, 500],
  [14, 503],
  [15, 500],
  [16, 401],
]);

/** Whether LND may refuse a call with this gRPC code. */
export const isKnownCode = (code: number): boolean => HTTP_STATUS_BY_GRPC_CODE.has(code);

/** Longer texts of refusals are cut. */
export const MAX_DETAIL_LENGTH = 1000;

/**
 * The refusal in the body of an HTTP error; a stream that fails before its first message wraps it
 * in `error`. Null when LND did not write the body: when a proxy or another server answers, or when
 * the status does not match the gRPC code.
 */
export function refusalOfHttpError(httpStatus: number, body: unknown): LndRefusal | null {
  if (!isWireObject(body)) return null;
  const refusal = readRefusal('error' in body ? body['error'] : body);
  if (refusal === null) return null;
  return HTTP_STATUS_BY_GRPC_CODE.get(refusal.code) === httpStatus ? refusal : null;
}

/** Reads one line of a stream: `{"result":…}` or, as the last one, `{"error":…}`. */
export function answerOfChunk(chunk: unknown): LndAnswer {
  if (isWireObject(chunk)) {
    const { result, error } = chunk;
    if (isWireObject(result)) return { ok: true, value: result };
    const refusal = readRefusal(error);
    if (refusal !== null) return refuse(refusal);
  }
  throw new NodeFault('LND sent a chunk that is neither a result nor an error');
}

export const refusalFault = (call: string, refusal: LndRefusal): NodeFault =>
  new NodeFault(`LND refused ${call}: ${refusal.detail} (gRPC code ${refusal.code})`);

/**
 * The text of the REST gateway for an unknown path. Unlike LND's own "not found", it says nothing
 * about the invoice or payment that was asked for.
 */
const GATEWAY_NOT_FOUND = 'Not Found';

/** Whether LND does not know the invoice, payment or node that was asked for. */
export const isNotFound = (refusal: LndRefusal): boolean =>
  refusal.code === GRPC_CODE.notFound && refusal.detail !== GATEWAY_NOT_FOUND;

/**
 * Whether LND is too old for a call: its gateway does not know path or method, or LND itself does
 * not have the call.
 */
export const isNotServed = (refusal: LndRefusal): boolean =>
  refusal.code === GRPC_CODE.unimplemented ||
  (refusal.code === GRPC_CODE.notFound && refusal.detail === GATEWAY_NOT_FOUND);

/** Whether the macaroon does not allow a call. */
export const isPermissionDenied = ({ code, detail }: LndRefusal): boolean =>
  code === GRPC_CODE.unknown && detail === 'permission denied';

function readRefusal(status: unknown): LndRefusal | null {
  if (!isWireObject(status)) return null;
  const { code, message, details } = status;
  if (typeof code !== 'number' || !isKnownCode(code)) return null;
  if (typeof message !== 'string' || !Array.isArray(details)) return null;
  return { code, detail: cleanText(message, MAX_DETAIL_LENGTH) };
}
