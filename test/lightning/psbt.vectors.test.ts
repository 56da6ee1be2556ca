import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePsbt, encodePsbt } from '../../src/lightning/bitcoin/psbt.ts';
import { txidOf } from '../../src/lightning/bitcoin/transaction.ts';

/** What FundPsbt and FinalizePsbt of LND 0.21.2 answered. */
const FUNDED =
  'cHNidP8BAIkCAAAAAdQBQfD4bBil+fbTvlLer9cHn5JZeyYwmZHXyomBFKdrAQAAAAD/////AmDqAAAAAAAAIlEgoT0D' +
  'zqzR3/W8YvwfN/RDxfmOFTzfNMa992ZE/mkpXy5iOJI7AAAAACJRIES3p2xRAgkv8GcYvKhRuUr9LoQH0xDgdqMS4Tok' +
  'ONdhAAAAAAABASvJJZM7AAAAACJRIMsnO8Xl4TgReSUohApYfir7dFnkeSicspbh+xTvbhcYIgYDzWS5bqaPoSrhBtbp' +
  'q44CgAEcYMdCaVnHKeqqDuzeehwYAAAAAFYAAIAAAACAAAAAgAEAAAABAAAAIRbNZLlupo+hKuEG1umrjgKAARxgx0Jp' +
  'Wccp6qoO7N56HBkAAAAAAFYAAIAAAACAAAAAgAEAAAABAAAAAAAiAgN9W3b8qms7as0BZcjkbi8oRUpVuoi41mFpaQIe' +
  'J9AqDBgAAAAAVgAAgAAAAIAAAACAAQAAAAIAAAABBSB9W3b8qms7as0BZcjkbi8oRUpVuoi41mFpaQIeJ9AqDCEHfVt2' +
  '/KprO2rNAWXI5G4vKEVKVbqIuNZhaWkCHifQKgwZAAAAAABWAACAAAAAgAAAAIABAAAAAgAAAAA=';
const SIGNED =
  'cHNidP8BAIkCAAAAAdQBQfD4bBil+fbTvlLer9cHn5JZeyYwmZHXyomBFKdrAQAAAAD/////AmDqAAAAAAAAIlEgoT0D' +
  'zqzR3/W8YvwfN/RDxfmOFTzfNMa992ZE/mkpXy5iOJI7AAAAACJRIES3p2xRAgkv8GcYvKhRuUr9LoQH0xDgdqMS4Tok' +
  'ONdhAAAAAAABASvJJZM7AAAAACJRIMsnO8Xl4TgReSUohApYfir7dFnkeSicspbh+xTvbhcYAQhCAUCJf4cfP6fax4tw' +
  'SJ6MhqP0KaD8NcRvmLyNEzB0Th3kmhW5e+7HwoV2mVOpmU7GGAVlkJa+8hrea7WxGEmRzcAIAAAiAgN9W3b8qms7as0B' +
  'Zcjkbi8oRUpVuoi41mFpaQIeJ9AqDBgAAAAAVgAAgAAAAIAAAACAAQAAAAIAAAABBSB9W3b8qms7as0BZcjkbi8oRUpV' +
  'uoi41mFpaQIeJ9AqDCEHfVt2/KprO2rNAWXI5G4vKEVKVbqIuNZhaWkCHifQKgwZAAAAAABWAACAAAAAgAAAAIABAAAA' +
  'AgAAAAA=';

describe('a PSBT of LND', () => {
  it('tells what it sends, what it spends, and so its fee', () => {
    const psbt = decodePsbt(Buffer.from(FUNDED, 'base64'));
    assert(psbt !== null);
    const { transaction, spentOutputs, witnesses } = psbt;
    assert.equal(txidOf(transaction), TXID);
    assert.deepEqual(
      transaction.outputs.map(({ valueSat }) => valueSat),
      [60_000n, 999_438_434n],
    );
    assert.deepEqual(spentOutputs, [{ valueSat: 999_499_209n, script: SCRIPT }]);
    assert.deepEqual(witnesses, [[]]);
  });

  it('has its signature once it is signed, and the same id', () => {
    const psbt = decodePsbt(Buffer.from(SIGNED, 'base64'));
    assert(psbt !== null);
    assert.equal(txidOf(psbt.transaction), TXID);
    assert.equal(psbt.witnesses[0]?.[0]?.length, 128);
    const again = decodePsbt(encodePsbt(psbt));
    assert.deepEqual(again, psbt, 'what is read can be written');
  });

  it('is none when a byte is missing, or one is left over', () => {
    const bytes = Buffer.from(FUNDED, 'base64');
    for (let length = 0; length < bytes.length; length += 1) {
      assert.equal(decodePsbt(bytes.subarray(0, length)), null, String(length));
    }
    assert.equal(decodePsbt(Buffer.concat([bytes, Buffer.from([0])])), null);
  });
});

const TXID = 'c23c9e661d3c0950c89a62947abe5d87b419e6332aade626b457dc910ca78961';
const SCRIPT = '5120cb273bc5e5e13811792528840a587e2afb7459e479289cb296e1fb14ef6e1718';
