import type { AppGrantUses } from './app-grant-uses.ts';
import type { Caller } from './caller.ts';

/**
 * Notes that an app was refused something, so that its user sees on the page of the app what it was
 * and can change it.
 */
export function noteRefusal(
  { appGrantUses }: { readonly appGrantUses: AppGrantUses },
  { clientId, grantId }: Caller,
  { kind }: { readonly kind: string },
): void {
  if (clientId !== null) appGrantUses.noteRefusal(grantId, kind);
}
