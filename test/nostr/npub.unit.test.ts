import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bech32 } from '@scure/base';
import { hexOfNpub, readNpub } from '../../src/nostr/npub.ts';

/** The examples of NIP-19. */
const HEX = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
const NPUB = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
const NPROFILE =
  'nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7mgpz4mhxue' +
  '69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p';

const withEntries = (...entries: readonly (readonly number[])[]): string =>
  bech32.encode('nprofile', bech32.toWords(Uint8Array.from(entries.flat())), false);

describe('a public key of Nostr', () => {
  test('is read in each way in which programs and people give it', () => {
    for (const text of [
      NPUB,
      NPUB.toUpperCase(),
      HEX,
      HEX.toUpperCase(),
      NPROFILE,
      NPROFILE.toUpperCase(),
      `nostr:${NPUB}`,
      `NOSTR:${NPUB.toUpperCase()}`,
      `nostr://${NPUB}`,
      `web+nostr:${NPUB}`,
      `nostr:${NPROFILE}`,
      `nostr:${HEX}`,
      `@${NPUB}`,
      `https://pages.example/p/${NPUB}`,
      `https://pages.example/${NPROFILE}/`,
    ]) {
      assert.equal(readNpub(text), NPUB, text);
    }
    assert.equal(hexOfNpub(NPUB), HEX);
  });

  test('stands anywhere among the entries of an nprofile', () => {
    const key = [...Buffer.from(HEX, 'hex')];
    assert.equal(readNpub(withEntries([0, 32, ...key])), NPUB);
    assert.equal(readNpub(withEntries([1, 2, 7, 7], [9, 0], [0, 32, ...key], [1, 1, 7])), NPUB);
    assert.equal(readNpub(withEntries([0, 31, ...key.slice(1)])), null);
    assert.equal(readNpub(withEntries([0, 32, ...key.slice(1)])), null);
    assert.equal(readNpub(withEntries([1, 255, 7])), null);
    assert.equal(readNpub(withEntries([1])), null);
    assert.equal(readNpub(withEntries()), null);
  });

  test('is nothing else', () => {
    for (const text of [
      '',
      'nostr:',
      NPUB.slice(1),
      `${NPUB.slice(0, -1)}q`,
      HEX.slice(1),
      NPUB.replace('npub', 'note'),
      bech32.encode('nsec', bech32.toWords(Buffer.from(HEX, 'hex'))),
      bech32.encode('note', bech32.toWords(Buffer.from(HEX, 'hex'))),
      bech32.encode('nevent', bech32.toWords(Buffer.from(`0020${HEX}`, 'hex')), false),
      bech32.encode('naddr', bech32.toWords(Buffer.from(`0020${HEX}`, 'hex')), false),
      `http://pages.example/p/${NPUB}`,
      `https://pages.example/?p=${NPUB}`,
      `${NPUB} ${NPUB}`,
      `nprofile1${'q'.repeat(6000)}`,
    ]) {
      assert.equal(readNpub(text), null, text);
    }
  });
});
