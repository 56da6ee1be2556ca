import type { PersonNameRefusal } from '../authorization/name.ts';
import type { PasswordRefusal } from './password.ts';

/** Expected refusals of changes to users; each states its reason in a sentence. */
export type UserRefusal =
  | PasswordRefusal
  | PersonNameRefusal
  | { readonly kind: 'bad_email'; readonly message: string }
  | { readonly kind: 'bad_profile'; readonly message: string }
  | { readonly kind: 'email_taken'; readonly message: string }
  | { readonly kind: 'sign_up_closed'; readonly message: string }
  | { readonly kind: 'user_not_found'; readonly message: string };
