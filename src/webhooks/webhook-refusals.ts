import type { EndpointValidationError } from './endpoint-validation.ts';

/** Expected refusals about webhook endpoints and their deliveries. */
export type EndpointRefusal =
  | { readonly kind: 'bad_endpoint'; readonly complaints: readonly EndpointValidationError[] }
  | { readonly kind: 'too_many_endpoints'; readonly max: number }
  /**
   * Refused because a form was sent twice: the secret that it made the first time is not shown
   * again.
   */
  | { readonly kind: 'done_before' }
  | EndpointAbsentRefusal
  | AppRevokedRefusal
  /**
   * Refused because the user wants to enable an endpoint again, but has disconnected the app that
   * created it.
   */
  | { readonly kind: 'app_disconnected' };

/**
 * Refused because there is no such endpoint, or it is another user's, or another app or token
 * created it.
 */
export type EndpointAbsentRefusal = { readonly kind: 'endpoint_absent' };
/** Refused because the user disconnected the app, or the token ended, during the call. */
export type AppRevokedRefusal = { readonly kind: 'app_revoked' };

export type DeliveryRefusal =
  | EndpointAbsentRefusal
  | { readonly kind: 'delivery_absent' }
  /** Refused because the endpoint is disabled: nothing is sent to it until it is enabled again. */
  | { readonly kind: 'endpoint_disabled' }
  /** Refused because the delivery has had the most attempts that are allowed. */
  | { readonly kind: 'sent_too_often'; readonly max: number };
