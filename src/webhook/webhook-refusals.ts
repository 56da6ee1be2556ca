import type { EndpointComplaint } from './endpoint-complaint.ts';

/** Expected "no"s about webhook endpoints and their deliveries. */
export type EndpointRefusal =
  | { readonly kind: 'bad_endpoint'; readonly complaints: readonly EndpointComplaint[] }
  | { readonly kind: 'too_many_endpoints'; readonly max: number }
  /** A form came twice, and what it made the first time is not shown again. */
  | { readonly kind: 'done_before' }
  | EndpointAbsentRefusal
  | AppRevokedRefusal
  /** Its user wants it on again, and has disconnected the app that made it. */
  | { readonly kind: 'app_disconnected' };

/** Also one of another user, and for a grant one that it did not make. */
export type EndpointAbsentRefusal = { readonly kind: 'endpoint_absent' };
/** The app or token lost its user's permission while it called. */
export type AppRevokedRefusal = { readonly kind: 'app_revoked' };

export type DeliveryRefusal =
  | EndpointAbsentRefusal
  | { readonly kind: 'delivery_absent' }
  /** Nothing is sent to it before it is enabled again. */
  | { readonly kind: 'endpoint_disabled' }
  /** It had as many attempts as one may have. */
  | { readonly kind: 'sent_too_often'; readonly max: number };
