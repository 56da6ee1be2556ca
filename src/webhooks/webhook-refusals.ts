import type { EndpointValidationError } from './endpoint-validation.ts';

/** Expected refusals about webhook endpoints and their deliveries. */
export type EndpointRefusal =
  | { readonly kind: 'bad_endpoint'; readonly complaints: readonly EndpointValidationError[] }
  | { readonly kind: 'too_many_endpoints'; readonly max: number }
  /** A form was sent twice, and the secret that it made the first time is not shown again. */
  | { readonly kind: 'done_before' }
  | EndpointAbsentRefusal
  | AppRevokedRefusal
  /** The user wants to enable an endpoint again, but has disconnected the app that created it. */
  | { readonly kind: 'app_disconnected' };

/** There is no such endpoint, or it is another user's, or another app or token created it. */
export type EndpointAbsentRefusal = { readonly kind: 'endpoint_absent' };
/** The user disconnected the app, or the token ended, during the call. */
export type AppRevokedRefusal = { readonly kind: 'app_revoked' };

export type DeliveryRefusal =
  | EndpointAbsentRefusal
  | { readonly kind: 'delivery_absent' }
  /** Nothing is sent to the endpoint until it is enabled again. */
  | { readonly kind: 'endpoint_disabled' }
  /** The delivery has had the most attempts that are allowed. */
  | { readonly kind: 'sent_too_often'; readonly max: number };
