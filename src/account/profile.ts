import { bech32 } from '@scure/base';
import { checkName, type NameRefusal } from '../access/name.ts';
import { hexToBytes } from '../base/hex.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/** What people say about themselves; omitted fields stay as they are, null clears them. */
export interface ProfileChange {
  readonly name?: string | null;
  /** https address of a picture. */
  readonly avatar?: string | null;
  /** Public key as npub1… (NIP-19), or as 64 hex digits, which are converted. */
  readonly nostrPubkey?: string | null;
}

export interface ProfileRefusal {
  readonly kind: 'bad_profile';
  readonly field: 'avatar' | 'nostrPubkey';
  readonly message: string;
}

export function checkProfile(
  change: ProfileChange,
): Result<ProfileChange, ProfileRefusal | NameRefusal> {
  const { name, avatar, nostrPubkey } = change;
  const npub = nostrPubkey ? readNostrKey(nostrPubkey) : null;
  if (avatar && !isPictureAddress(avatar)) return no('avatar', 'an avatar is an https:// address');
  if (nostrPubkey && npub === null) {
    return no('nostrPubkey', 'a nostr key begins with npub1 (NIP-19) or has 64 hex digits');
  }
  const checked = checkName(name ?? '', MAX_NAME_LENGTH);
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

/** NIP-19: bech32 with prefix `npub` over the 32 bytes of the key. Null if it is not a key. */
function readNostrKey(text: string): string | null {
  const bytes = hexToBytes(text, KEY_BYTES);
  if (bytes !== null) return bech32.encode(NPUB, bech32.toWords(bytes));
  const decoded = bech32.decodeUnsafe(text);
  if (decoded?.prefix !== NPUB) return null;
  return bech32.fromWordsUnsafe(decoded.words)?.length === KEY_BYTES ? text : null;
}

const NPUB = 'npub';
const KEY_BYTES = 32;

const no = (field: ProfileRefusal['field'], message: string) =>
  refuse({ kind: 'bad_profile', field, message } as const);
