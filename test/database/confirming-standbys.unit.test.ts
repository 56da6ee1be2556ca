import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmingStandbys } from '../../src/database/confirming-standbys.ts';

const NAMES: Readonly<Record<string, number>> = {
  '': 0,
  ' ': 0,
  '*': 1,
  node2: 1,
  'node2, node3': 1,
  '"2 (a, b)"': 1,
  'first, any': 1,
  'FIRST 1 (node2)': 1,
  'FIRST 2 (node2, node3)': 2,
  'first 2(node2,node3)': 2,
  'ANY 2 (node2, node3, "node 4")': 2,
  'ANY 1 (*)': 1,
  '2 (node2, node3, node4)': 2,
  '  any  12  ( * ) ': 12,
};

for (const [names, count] of Object.entries(NAMES)) {
  test(`with ${JSON.stringify(names)} a commit waits for ${count} standbys`, () => {
    assert.equal(confirmingStandbys(names), count);
  });
}
