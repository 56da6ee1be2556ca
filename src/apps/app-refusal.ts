import type { ScopeRefusal } from '../authorization/personal-token.ts';
import type { UserRefusal } from '../users/user-refusal.ts';
import type { ClientNameRefusal } from './client.ts';
import type { ClientAddressRefusal } from './redirect-rules.ts';

/**
 * Expected reasons why a change of apps, tokens or devices is refused, with a sentence for each.
 */
export type AppRefusal =
  | UserRefusal
  | ScopeRefusal
  | ClientNameRefusal
  | ClientAddressRefusal
  | { readonly kind: 'client_not_found'; readonly message: string }
  | { readonly kind: 'public_client'; readonly message: string }
  /**
   * A form was sent twice, the second time too late: the secret that the first one made is not
   * shown again.
   */
  | { readonly kind: 'done_before'; readonly message: string }
  | { readonly kind: 'too_many_tokens'; readonly message: string }
  | { readonly kind: 'too_many_clients'; readonly message: string }
  | { readonly kind: 'token_not_found'; readonly message: string }
  | { readonly kind: 'too_many_connections'; readonly message: string }
  | { readonly kind: 'too_many_devices'; readonly message: string }
  | { readonly kind: 'connection_not_found'; readonly message: string };
