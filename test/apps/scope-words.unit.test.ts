import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeTitles } from '../../src/apps/pages/scope-words.ts';
import { en } from '../support/english-texts.ts';

test('what one scope says of both directions is not said again of one', () => {
  const said = scopeTitles(en.scopes, ['invoices:read', 'transactions:read']);
  assert.match(said, /see what you receive and what you pay\./i);
  assert.doesNotMatch(said, /see what you pay/i);
  assert.match(scopeTitles(en.scopes, ['transactions:read']), /see what you pay/i);
});
