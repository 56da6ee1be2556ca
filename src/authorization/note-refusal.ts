import type { AppGrantUses } from './app-grant-uses.ts';
import type { Caller } from './caller.ts';

/**
 * Notes a refusal of an app, so that its user sees at the app what it was refused last, and can
 * change it.
 */
export function noteRefusal(
  { appGrantUses }: { readonly appGrantUses: AppGrantUses },
  { clientId, grantId }: Caller,
  { kind }: { readonly kind: string },
): void {
  if (clientId !== null) appGrantUses.noteRefusal(grantId, kind);
}
