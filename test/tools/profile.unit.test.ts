import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import 'node:http';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { areaOfModule, NODE_AREAS, splitService } from '../../bench/profile/service-split.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const urlOf = (path: string): string => pathToFileURL(join('/home/src/satchel', path)).href;

describe('the areas of a profile', () => {
  it('are folders of src/, whichever file a function is in', () => {
    const files = globSync('src/**/*.ts', { cwd: ROOT });
    const areas = new Set(files.map((file) => areaOfModule(urlOf(file))));
    assert(areas.size > 100, `${areas.size} areas`);
    for (const area of areas) {
      assert(area !== null);
      const folder = area === 'src' ? 'src' : join('src', area);
      assert(statSync(join(ROOT, folder)).isDirectory(), folder);
    }
  });

  it('are packages, for code that is not our own', () => {
    const typebox = 'node_modules/typebox/build/src/value/check.mjs';
    assert.equal(areaOfModule(urlOf(typebox)), 'package typebox');
    const nested = 'node_modules/fastify/node_modules/@scope/inner/lib/index.js';
    assert.equal(areaOfModule(urlOf(nested)), 'package @scope/inner');
  });

  it('name modules that this Node has', () => {
    const loaded: readonly string[] = Reflect.get(process, 'moduleLoadList');
    const modules = loaded.map((line) => line.replace(/^(Internal )?NativeModule /, 'node:'));
    for (const [pattern, name] of NODE_AREAS) {
      assert(
        modules.some((module) => pattern.test(module)),
        name,
      );
    }
  });
});

describe('the split of a profile', () => {
  it('counts a function for its folder, and code without a folder for its caller', () => {
    const shares = splitService(
      profileOf([
        { name: '(root)', url: '', parent: null, ms: 0 },
        { name: 'onStreamRead', url: 'node:internal/stream_base_commons', parent: 0, ms: 1 },
        { name: 'parse', url: urlOf('node_modules/pg-protocol/dist/parser.js'), parent: 1, ms: 2 },
        { name: 'pay', url: urlOf('src/payments/pay-invoice.ts'), parent: 0, ms: 3 },
        { name: 'settle', url: urlOf('src/ledger/sql/money-store.ts'), parent: 3, ms: 4 },
        { name: 'write', url: 'node:net', parent: 4, ms: 5 },
        { name: 'stringify', url: '', parent: 4, ms: 6 },
        { name: '(garbage collector)', url: '', parent: 3, ms: 7 },
        { name: 'native', url: '', parent: 0, ms: 8 },
        { name: '(idle)', url: '', parent: 0, ms: 100 },
      ]),
    );
    const ms = shares.areas.map(({ name, share }) => [name, Math.round(share * 36)]);
    assert.deepEqual(ms, [
      ['ledger/sql', 9],
      ['other', 8],
      ['garbage collection', 7],
      ['JSON', 6],
      ['payments', 3],
      ['package pg-protocol', 2],
      ['Node: sockets and the rest', 1],
    ]);
    assert.equal(shares.functions[0]?.name, 'native');
    assert.equal(shares.functions.at(-1)?.name, 'onStreamRead node:internal/stream_base_commons:1');
  });
});

interface Call {
  readonly name: string;
  readonly url: string;
  /** The place of the caller in the list. */
  readonly parent: number | null;
  /** The time in the function alone. */
  readonly ms: number;
}

/** A profile with a sample for each tenth of a millisecond. */
function profileOf(calls: readonly Call[]): Profiler.Profile {
  const samples = calls.flatMap(({ ms }, id) => Array<number>(ms * 10).fill(id));
  return {
    startTime: 0,
    endTime: samples.length * 100,
    samples,
    timeDeltas: samples.map(() => 100),
    nodes: calls.map(({ name, url }, id) => ({
      id,
      callFrame: { functionName: name, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
      children: calls.flatMap(({ parent }, child) => (parent === id ? [child] : [])),
    })),
  };
}
