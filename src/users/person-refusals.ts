import type { NameRefusal } from '../access/name.ts';
import type { ScopeRefusal } from '../access/personal-token.ts';
import type { ClientNameRefusal } from '../apps/client.ts';
import type { ClientAddressRefusal } from '../apps/redirect-rules.ts';
import type { PasswordRefusal } from './password.ts';

/**
 * Every expected refusal in managing people, tokens and apps; each states its reason in a sentence.
 */
export type PersonRefusal =
  | PasswordRefusal
  | ScopeRefusal
  | NameRefusal
  | ClientNameRefusal
  | ClientAddressRefusal
  | { readonly kind: 'bad_email'; readonly message: string }
  | { readonly kind: 'bad_profile'; readonly message: string }
  | { readonly kind: 'email_taken'; readonly message: string }
  | { readonly kind: 'sign_up_closed'; readonly message: string }
  | { readonly kind: 'user_not_found'; readonly message: string }
  | { readonly kind: 'client_not_found'; readonly message: string }
  | { readonly kind: 'public_client'; readonly message: string }
  /** A form was sent twice, and what it made the first time is not shown again. */
  | { readonly kind: 'done_before'; readonly message: string }
  | { readonly kind: 'too_many_tokens'; readonly message: string }
  | { readonly kind: 'too_many_clients'; readonly message: string }
  | { readonly kind: 'token_not_found'; readonly message: string }
  | { readonly kind: 'too_many_connections'; readonly message: string }
  | { readonly kind: 'too_many_devices'; readonly message: string }
  | { readonly kind: 'connection_not_found'; readonly message: string };
