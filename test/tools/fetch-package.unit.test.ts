import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDependencies } from '../../tools/cluster/fetch-package.ts';

test('of alternatives the first counts, and versions do not', () => {
  assert.deepEqual(
    readDependencies('libc6 (>= 2.34), libssl3:any, default-mta | mail-transport-agent, adduser\n'),
    ['libc6', 'libssl3', 'default-mta', 'adduser'],
  );
  assert.deepEqual(readDependencies(''), []);
});
