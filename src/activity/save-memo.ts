import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { ActivityStore } from './activity-store.ts';
import { MAX_RECORD_NOTE_LENGTH } from './limits.ts';

export interface SaveMemoInput {
  readonly userId: string;
  readonly identifier: string;
  /** The text of the note; '' removes the note. */
  readonly text: string;
}

export type SaveMemoRefusal =
  | { readonly kind: 'record_absent' }
  | { readonly kind: 'note_too_long'; readonly maxLength: number };

/** Saves the note that a user writes for themselves about a record. */
export async function saveMemo(
  deps: { readonly activity: Pick<ActivityStore, 'find' | 'saveMemo'>; readonly clock: Clock },
  { userId, identifier, text }: SaveMemoInput,
): Promise<Result<null, SaveMemoRefusal>> {
  // Browsers send each line break of a form as two characters, CR and LF.
  const note = cleanText(text.replaceAll('\r\n', '\n'), text.length).trim();
  if (note.length > MAX_RECORD_NOTE_LENGTH) {
    return refuse({ kind: 'note_too_long', maxLength: MAX_RECORD_NOTE_LENGTH });
  }
  if ((await deps.activity.find(userId, identifier)) === null) {
    return refuse({ kind: 'record_absent' });
  }
  await deps.activity.saveMemo({ userId, identifier, text: note, at: deps.clock.now() });
  return accept(null);
}
