import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOutgrown, type ServerSetting } from '../../src/database/outgrown-settings.ts';

const GB = 1024n ** 3n;

/** As PostgreSQL comes. */
const DEFAULTS: readonly ServerSetting[] = [
  { name: 'max_wal_size', value: '1GB', amount: GB },
  { name: 'checkpoint_timeout', value: '5min', amount: 300n },
  { name: 'wal_compression', value: 'off', amount: 0n },
  { name: 'shared_buffers', value: '128MB', amount: GB / 8n },
];

test('a small database does with the defaults', () => {
  assert.deepEqual(findOutgrown(10n * GB - 1n, DEFAULTS), []);
});

test('a database that has grown is told each setting that is too small, and no other', () => {
  assert.deepEqual(findOutgrown(10n * GB, DEFAULTS), [
    { name: 'max_wal_size', value: '1GB', advised: '4GB' },
    { name: 'checkpoint_timeout', value: '5min', advised: '15min' },
    { name: 'wal_compression', value: 'off', advised: 'lz4' },
    { name: 'shared_buffers', value: '128MB', advised: '512MB' },
  ]);
  const tuned: readonly ServerSetting[] = [
    { name: 'max_wal_size', value: '4GB', amount: 4n * GB },
    { name: 'checkpoint_timeout', value: '899s', amount: 899n },
    { name: 'wal_compression', value: 'pglz', amount: 1n },
    { name: 'shared_buffers', value: '512MB', amount: GB / 2n },
  ];
  assert.deepEqual(findOutgrown(99n * GB, tuned), [
    { name: 'checkpoint_timeout', value: '899s', advised: '15min' },
  ]);
});

test('a large database is told more', () => {
  assert.deepEqual(
    findOutgrown(100n * GB, DEFAULTS).map(({ advised }) => advised),
    ['16GB', '30min', 'lz4', '4GB'],
  );
});
