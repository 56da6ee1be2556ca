import { signingKeyOf } from '../../../src/proof/checkpoint.ts';
import type { ProofCase } from './proof-case.ts';
import {
  digest,
  growSample,
  OTHER_KEY,
  presentChain,
  presentSigned,
  SAMPLE_KEY,
  signSample,
} from './sample-proofs.ts';

const [first, second, third] = [growSample(1n), growSample(2n), growSample(3n)];
const one = signSample(first, null);
const two = signSample(second, one);
/** A checkpoint signed by another key, to which the earlier key has handed over. */
const handedOn = signSample(second, one, {}, OTHER_KEY, SAMPLE_KEY);
const key = Buffer.from(SAMPLE_KEY.publicKey).toString('hex');
const otherKey = Buffer.from(OTHER_KEY.publicKey).toString('hex');

/** Cases of a key that hands over to another one, and of keys that only seem to. */
export const KEY_CASES: readonly ProofCase[] = [
  {
    name: 'a key signed the next one, to someone who knows the first',
    expected: 'ok',
    checkpoint: presentChain([one, handedOn]),
    key,
  },
  {
    name: 'a key signed the next one, to someone who knows the next',
    expected: 'ok',
    checkpoint: presentChain([one, handedOn]),
    key: otherKey,
  },
  {
    name: 'a key signed the next one, and is taken up again',
    expected: 'ok',
    checkpoint: presentChain([
      one,
      handedOn,
      signSample(third, handedOn, {}, SAMPLE_KEY, OTHER_KEY),
    ]),
    key,
  },
  {
    name: 'a chain that changes its key',
    expected: 'unsigned_key',
    checkpoint: presentChain([one, signSample(second, one, {}, OTHER_KEY)]),
    key: otherKey,
  },
  {
    name: 'a new key that signed itself',
    expected: 'unsigned_key',
    checkpoint: presentChain([one, signSample(second, one, {}, OTHER_KEY, OTHER_KEY)]),
  },
  {
    name: 'a new key, signed for another place in the chain',
    expected: 'unsigned_key',
    checkpoint: presentChain([
      one,
      two,
      { ...signSample(third, two, {}, OTHER_KEY), keySignature: handedOn.keySignature },
    ]),
  },
  {
    name: 'a new key with the signature of another new key',
    expected: 'unsigned_key',
    checkpoint: presentChain([
      one,
      {
        ...signSample(second, one, {}, signingKeyOf(digest('a third key'))),
        keySignature: handedOn.keySignature,
      },
    ]),
  },
  {
    name: 'a signature of a new key that is too short',
    expected: 'unreadable',
    checkpoint: { ...presentSigned(handedOn), key_signature: 'ab' },
  },
  {
    name: 'a new key alone, to someone who knows the one before',
    expected: 'wrong_key',
    checkpoint: presentSigned(handedOn),
    key,
  },
];
