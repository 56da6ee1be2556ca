import { bech32 } from '@scure/base';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';

/** What a person tells about himself; a field that is left out stays, null clears it. */
export interface ProfileChange {
  readonly name?: string | null;
  /** https address of a picture. */
  readonly avatar?: string | null;
  /** Public key in the form npub1… (NIP-19). */
  readonly nostrPubkey?: string | null;
}

export type ProfileRefusal = { readonly kind: 'bad_profile'; readonly message: string };

export function checkProfile(change: ProfileChange): Result<ProfileChange, ProfileRefusal> {
  const { name, avatar, nostrPubkey } = change;
  if (avatar && !isPictureAddress(avatar)) return no('an avatar is an https:// address');
  if (nostrPubkey && !isNpub(nostrPubkey)) return no('a nostr key begins with npub1 (NIP-19)');
  return accept({
    ...change,
    ...(name ? { name: cleanText(name, MAX_NAME_LENGTH) } : {}),
  });
}

function isPictureAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && URL.parse(text)?.protocol === 'https:';
}

/** NIP-19: bech32 with prefix `npub` over the 32 bytes of the key. */
function isNpub(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text);
  if (decoded?.prefix !== 'npub') return false;
  return bech32.fromWordsUnsafe(decoded.words)?.length === 32;
}

const no = (message: string) => refuse({ kind: 'bad_profile', message } as const);
