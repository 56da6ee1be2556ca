import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PRESETS, presetOf, SCOPES_OF_PRESET } from '../../src/apps/preset.ts';
import { maySpend } from '../../src/authorization/scope.ts';

describe('presets', () => {
  test('each is known by its scopes, in any order', () => {
    for (const preset of PRESETS) {
      assert.equal(presetOf(SCOPES_OF_PRESET[preset].toReversed()), preset);
    }
  });

  test('other scopes are none of them', () => {
    assert.equal(presetOf([]), null);
    for (const preset of PRESETS) assert.equal(presetOf(SCOPES_OF_PRESET[preset].slice(1)), null);
    assert.equal(presetOf([...SCOPES_OF_PRESET.receive, 'payments:send']), null);
  });

  test('only one of them spends, and one that looks makes no invoices', () => {
    const spending = PRESETS.filter((preset) => maySpend({ scopes: SCOPES_OF_PRESET[preset] }));
    assert.deepEqual(spending, ['pay']);
    assert.equal(SCOPES_OF_PRESET.read.includes('invoices:create'), false);
  });
});
