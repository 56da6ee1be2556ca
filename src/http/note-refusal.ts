import type { Caller } from '../access/caller.ts';
import type { AppGrantUses } from '../usecases/apps/app-grant-uses.ts';

/** Users see at their apps what these were refused last, and can change it. */
export function noteRefusal(
  { appGrantUses }: { readonly appGrantUses: AppGrantUses },
  { clientId, grantId }: Caller,
  { kind }: { readonly kind: string },
): void {
  if (clientId !== null) appGrantUses.noteRefusal(grantId, kind);
}
