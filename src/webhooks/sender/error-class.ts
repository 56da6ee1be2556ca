import { errors } from 'undici';
import { BlockedAddress } from '../../system/guarded-connector/guarded-connector.ts';
import { UnresolvedHost } from '../../system/guarded-connector/resolve-host.ts';
import type { DeliveryErrorClass } from '../delivery-result.ts';

/** Thrown when an attempt was cut off, by its time limit or by its caller. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** Thrown when the receiver's answer is no valid answer to a POST. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

export function errorClassOf(error: unknown): DeliveryErrorClass {
  if (error instanceof BlockedAddress) return 'blocked';
  if (error instanceof UnresolvedHost) return 'dns';
  if (error instanceof CutOff || error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HeadersOverflowError) return 'too_large';
  if (NO_HTTP.some((kind) => error instanceof kind)) return 'protocol';
  if (!(error instanceof Error)) return 'connection';
  // The text of the HTTP client's error for an unrequested answer with status 100 or 101.
  if (/^bad (response|upgrade)$/.test(error.message)) return 'protocol';
  return TLS_CODE.test(codeOf(error)) ? 'tls' : 'connection';
}

const NO_HTTP = [errors.HTTPParserError, errors.ResponseContentLengthMismatchError, BadAnswer];

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/**
 * Error codes of TLS: Node's names for handshake errors, and OpenSSL's for problems with a
 * certificate.
 */
const TLS_CODE = new RegExp(
  [
    '^(ERR_(TLS|SSL)_|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|',
    'INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|ERROR_IN_)',
  ].join(''),
);
