import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BooksFinding, FINDINGS_MAX } from '../../src/ledger/books/books-store.ts';
import { newFindings } from '../../src/ledger/books/new-findings.ts';

const finding = (rule: string, subject: string, detail = ''): BooksFinding => ({
  rule,
  subject,
  detail,
});

test('the same rule about the same subject is known, whatever the amounts are now', () => {
  const known = [finding('a', '1', '5 msat'), finding('b', '2')];
  assert.deepEqual(newFindings([finding('a', '1', '7 msat')], known), []);
  const added = [finding('a', '2'), finding('b', '1'), finding('c', '1')];
  assert.deepEqual(newFindings([...added, finding('b', '2')], known), added);
  assert.deepEqual(newFindings(added, []), added);
});

test('of a rule whose list is full nothing is new', () => {
  const known = Array.from({ length: FINDINGS_MAX }, (_, number) => finding('a', String(number)));
  const found = [finding('a', 'x'), finding('b', 'x')];
  assert.deepEqual(newFindings(found, known), [finding('b', 'x')]);
  assert.deepEqual(newFindings(found, known.slice(1)), found);
});
