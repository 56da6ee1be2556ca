import { isPayMethod, type NwcMethod } from '../apps/nwc-keys/method.ts';
import { type NwcError, nwcError } from './nwc-error.ts';

/** Reasons why a request is refused before it reaches the wallet. */
export type RequestRefusal =
  /** The key, its connection or its user has ended. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate_limited' }
  /** Apps wait until operators lift a lockdown. */
  | { readonly kind: 'locked_down' }
  | { readonly kind: 'unsupported_encryption' }
  | { readonly kind: 'undecryptable' }
  | { readonly kind: 'bad_body'; readonly message: string }
  /** The method is unknown, or this wallet does not support it. */
  | { readonly kind: 'not_implemented'; readonly method: string }
  | { readonly kind: 'bad_params'; readonly method: NwcMethod; readonly message: string }
  /** The app's connection has no permission for the method. */
  | { readonly kind: 'restricted'; readonly method: NwcMethod }
  /**
   * The payment request has waited so long that its app may have given up, so the payment was never
   * begun.
   */
  | { readonly kind: 'begun_too_late' }
  /**
   * The database was restored to an earlier state after the request was sent, so it may have
   * forgotten a payment for this request.
   */
  | { readonly kind: 'sent_before_restore' };

export function requestError(refusal: RequestRefusal): NwcError {
  switch (refusal.kind) {
    case 'unauthorized':
      return nwcError('UNAUTHORIZED', 'this connection has ended');
    case 'rate_limited':
      return nwcError('RATE_LIMITED', 'too many requests: this one was not begun');
    // Not UNAUTHORIZED, after which apps give the connection up, and not INTERNAL, which some apps
    // take for a payment that may still be under way.
    case 'locked_down':
      return nwcError(
        'RESTRICTED',
        'the operators of this wallet have paused all apps for a while: this was not begun',
      );
    case 'unsupported_encryption':
      return nwcError('UNSUPPORTED_ENCRYPTION', 'this wallet reads nip44_v2');
    case 'undecryptable':
      return nwcError('OTHER', 'the request could not be decrypted');
    case 'bad_body':
      return nwcError('OTHER', refusal.message);
    case 'not_implemented':
      return nwcError('NOT_IMPLEMENTED', `this wallet has no method ${refusal.method}`);
    case 'bad_params':
      return nwcError(isPayMethod(refusal.method) ? 'PAYMENT_FAILED' : 'OTHER', refusal.message);
    case 'restricted':
      return nwcError('RESTRICTED', `this connection may not ${refusal.method}`);
    case 'begun_too_late':
      return nwcError('PAYMENT_FAILED', 'the payment could not be begun in time: it was not begun');
    // If the database was restored, the answer leaves open whether the request was paid. Every
    // other answer to a payment request says for certain whether it was paid.
    case 'sent_before_restore':
      return nwcError(
        'OTHER',
        'this was sent before the wallet was restored from a backup, or soon after: it may have ' +
          'been paid before, and is not paid now',
      );
  }
}
