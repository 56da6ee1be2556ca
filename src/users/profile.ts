import { checkPersonName, type PersonNameRefusal } from '../authorization/name.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { readNpub } from '../nostr/npub.ts';

/** A change of a profile. An omitted field stays as it is, null clears it. */
export interface ProfileChange {
  readonly name?: string | null;
  /** The https address of a picture of the user. */
  readonly avatar?: string | null;
  /**
   * The user's Nostr key as npub1… (NIP-19); an nprofile, a link and 64 hex digits are converted.
   */
  readonly nostrPubkey?: string | null;
}

export interface ProfileRefusal {
  readonly kind: 'bad_profile';
  readonly field: 'avatar' | 'nostrPubkey';
  readonly message: string;
}

export function checkProfile(
  change: ProfileChange,
): Result<ProfileChange, ProfileRefusal | PersonNameRefusal> {
  const { name, avatar, nostrPubkey } = change;
  const npub = nostrPubkey ? readNpub(nostrPubkey) : null;
  if (avatar && !isPictureAddress(avatar)) return no('avatar', 'an avatar is an https:// address');
  if (nostrPubkey && npub === null) {
    return no(
      'nostrPubkey',
      'a nostr key begins with npub1 or nprofile1 (NIP-19), or has 64 hex digits',
    );
  }
  const checked = checkPersonName(name ?? '', MAX_NAME_LENGTH);
  if (!checked.ok) return checked;
  return accept({
    ...change,
    ...(name ? { name: checked.value } : {}),
    ...(npub === null ? {} : { nostrPubkey: npub }),
  });
}

function isPictureAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && URL.parse(text)?.protocol === 'https:';
}

const no = (field: ProfileRefusal['field'], message: string) =>
  refuse({ kind: 'bad_profile', field, message } as const);
