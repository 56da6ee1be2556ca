import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBannedWords } from '../../tools/tidy/banned-words.ts';
import { findCycles } from '../../tools/tidy/cycles.ts';
import { findBrokenOrder } from '../../tools/tidy/feature-order.ts';
import { readImportGraph } from '../../tools/tidy/import-graph.ts';
import { maskText } from '../../tools/tidy/mask.ts';
import { findMisplacedSql } from '../../tools/tidy/schema.ts';
import { findUnfitSizes } from '../../tools/tidy/sizes.ts';
import { toSourceFile } from '../../tools/tidy/source-files.ts';
import { findUnreachable } from '../../tools/tidy/unreachable.ts';
import { findUntidiness, showFinding } from '../../tools/tidy.ts';

it('finds nothing in this repository', () => {
  const root = new URL('../..', import.meta.url).pathname;
  assert.deepEqual(findUntidiness(root).map(showFinding), []);
});

describe('a banned word', () => {
  const reminder = ['TO', 'DO'].join('');
  const cases: readonly (readonly [code: string, path?: string])[] = [
    ['const at = Date.now();'],
    ['const at = new Date();'],
    ['const at = performance.now();'],
    ['setTimeout(run, 5);'],
    ['const die = Math.random();'],
    ['const bytes = randomBytes(8);'],
    ['const home = process.env.HOME;'],
    ['console.log(1);'],
    ["process.stdout.write('x');"],
    ["const n = parseInt('1');"],
    ["const n = Number.parseFloat('1');"],
    ["await fetch('http://example.com');"],
    ['const text = value as string;'],
    ['const text = value as { a: 1 };'],
    ["export { one } from './one.ts';"],
    ["export * from './one.ts';"],
    ['export default 1;'],
    [`const a = 1; // ${['@ts', 'ignore'].join('-')}`],
    [`/* ${reminder}: later */`],
    ['/** Of the owner. */'],
    ['/**\n * The same for apps.\n */'],
    ['// Likewise, for a token.', 'bench/x.ts'],
    ["test.skip('x', run);", 'test/base/x.unit.test.ts'],
    ["test('x', { skip: true }, run);", 'test/base/x.unit.test.ts'],
    ['fc.assert(property);', 'test/base/x.unit.test.ts'],
    ['const n = randomInt(7);', 'test/base/x.unit.test.ts'],
    ['const a = 1;', 'src/base/utils.ts'],
    ['const a = 1;', 'src/payments/index.ts'],
  ];
  for (const [code, path = 'src/payments/x.ts'] of cases) {
    it(`is found in ${path}: ${code}`, () => {
      assert.equal(findBannedWords([toSourceFile(path, `\n${code}\n`)]).length, 1);
    });
  }

  const fine: readonly (readonly [code: string, path?: string])[] = [
    ['const at = clock.now();'],
    ['const at = new Date(seconds);'],
    ["const words = ['a'] as const;"],
    ["import { one as two } from './one.ts';"],
    ["import * as all from 'node:fs';"],
    ["const text = 'Date.now() as we say';"],
    ['// Date.now() would jump'],
    ['/** The address of the owner. Of several, the first counts. */'],
    ["const text = '// Of the owner';"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    ['const text = `at ${clock.now()} as ever`;'],
    ['await client.fetch(1);'],
    ['const at = Date.now();', 'src/system/system-clock.ts'],
    ['const at = Date.now();', 'test/base/x.unit.test.ts'],
    ['const all = process.env;', 'src/config/env.ts'],
    ['return fc.assert(property);', 'test/support/check-property.ts'],
  ];
  for (const [code, path = 'src/payments/x.ts'] of fine) {
    it(`is not seen in ${path}: ${code}`, () => {
      assert.deepEqual(findBannedWords([toSourceFile(path, code)]), []);
    });
  }
});

describe('an import', () => {
  const orderOf = (path: string, code: string) =>
    findBrokenOrder(readImportGraph([toSourceFile(path, code)]));
  const broken: readonly (readonly [path: string, code: string])[] = [
    ['src/base/a.ts', "import { b } from '../lightning/b.ts';"],
    ['src/lightning/a.ts', "import type { B } from '../authorization/b.ts';"],
    ['src/payments/a.ts', "const b = await import('../send/b.ts');"],
    ['src/invoices/a.ts', "import { b } from './sql/b.ts';"],
    ['src/invoices/a.ts', "import type { B } from '../web/b.ts';"],
    ['src/invoices/a.ts', "import { b } from '../lightning/lnd/b.ts';"],
    ['src/invoices/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/invoices/a.ts', "import { request } from 'undici';"],
    ['src/invoices/a.ts', "import type { FastifyReply } from 'fastify';"],
    ['src/invoices/sql/a.ts', "import { Pool } from 'pg';"],
    ['src/invoices/sql/a.ts', "import { b } from '../../web/b.ts';"],
    ['src/invoices/routes/a.ts', "import { b } from '../sql/b.ts';"],
    ['src/invoices/routes/a.ts', "import { b } from '../../database/b.ts';"],
    ['src/webhooks/sender/a.ts', "import { b } from '../../nostr/relays/b.ts';"],
    ['src/webhooks/sender/a.ts', "import { b } from '../sql/b.ts';"],
    ['src/config/a.ts', "import { b } from '../database/b.ts';"],
    ['src/app/compose/a.ts', "import { b } from '../../simulator/network.ts';"],
    ['src/simulator/a.ts', "import { b } from '../payments/b.ts';"],
    ['src/app/commands/a.ts', "import { b } from '../../../test/support/b.ts';"],
    ['src/app/compose/a.ts', "import { Command } from 'commander';"],
    ['src/payments/a.ts', "import { b } from './commands/b.ts';"],
    ['src/payments/commands/a.ts', "import { b } from '../sql/b.ts';"],
    ['src/payments/commands/a.ts', "import { b } from '../../lightning/lnd/b.ts';"],
    ['src/payments/commands/a.ts', "import { b } from '../../web/b.ts';"],
    ['src/payments/commands/a.ts', "import { b } from '../../app/compose/b.ts';"],
    ['src/somewhere/a.ts', "import { b } from '../base/b.ts';"],
  ];
  for (const [path, code] of broken) {
    it(`of ${path} may not be ${code}`, () => {
      assert.equal(orderOf(path, code).length, 1);
    });
  }

  const fine: readonly (readonly [path: string, code: string])[] = [
    ['src/payments/a.ts', "import { b } from '../base/b.ts';"],
    ['src/payments/a.ts', "import { createHash } from 'node:crypto';"],
    ['src/payments/sql/a.ts', "import { b } from '../../database/b.ts';"],
    ['src/payments/sql/a.ts', "import { b } from '../../ledger/sql/b.ts';"],
    ['src/payments/routes/a.ts', "import { b } from '../b.ts';"],
    ['src/node/a.ts', "import type { DatabaseSafety } from '../database/database-safety.ts';"],
    ['src/lightning/lnd/a.ts', "import { b } from './b.ts'; import { request } from 'undici';"],
    ['src/payments/commands/a.ts', "import { Command } from 'commander';"],
    ['src/payments/commands/a.ts', "import { b } from '../../cli/b.ts';"],
    ['src/lnurl/http/a.ts', "import { b } from '../../system/guarded-connector/b.ts';"],
    ['src/app/compose/a.ts', "import { b } from '../../lightning/lnd/b.ts';"],
    ['src/app/sim.ts', "const main = new URL('../simulator/main.ts', import.meta.url);"],
    ['src/main.ts', "import { b } from './app/commands/b.ts';"],
    ['src/payments/a.ts', "// import { b } from '../send/b.ts';"],
  ];
  for (const [path, code] of fine) {
    it(`of ${path} may be ${code}`, () => {
      assert.deepEqual(orderOf(path, code), []);
    });
  }
});

it('a circle of imports is found, types included', () => {
  const graph = readImportGraph([
    toSourceFile('src/base/a.ts', "import { b } from './b.ts';"),
    toSourceFile('src/base/b.ts', "import { c } from './c.ts';"),
    toSourceFile('src/base/c.ts', "import type { A } from './a.ts';"),
    toSourceFile('src/base/d.ts', "import { a } from './a.ts';"),
  ]);
  const [finding, ...others] = findCycles(graph);
  assert.equal(finding?.path, 'src/base/a.ts');
  assert.deepEqual(others, []);
});

it('a file that only a test uses is found', () => {
  const graph = readImportGraph([
    toSourceFile('src/main.ts', "import { used } from './used.ts';"),
    toSourceFile('src/used.ts', ''),
    toSourceFile('src/forgotten.ts', ''),
    toSourceFile(
      'test/base/a.unit.test.ts',
      "import '../../src/forgotten.ts'; import './near.ts';",
    ),
    toSourceFile('test/base/near.ts', ''),
  ]);
  assert.deepEqual(
    findUnreachable(graph).map((finding) => finding.path),
    ['src/forgotten.ts'],
  );
});

describe('SQL', () => {
  const fit = [
    '-- Answers.',
    'create or replace function two() returns integer language sql as $$ select 2; $$;',
    'grant execute on function two to :service_role;',
    'create or replace trigger two before insert on one execute function two();',
  ].join('\n');
  const [functions, migrations] = ['sql/functions/two.sql', 'migrations/0001-one.sql'];
  const find = (path: string, text: string) =>
    findMisplacedSql([
      { path: functions, text: fit },
      { path, text },
    ]).map(({ line }) => line);

  const broken: readonly (readonly [path: string, text: string])[] = [
    [migrations, 'create function three() returns void'],
    [migrations, 'create or replace procedure three()'],
    [migrations, 'create trigger three before insert on one execute function other()'],
    [migrations, 'create table one (id int default two())'],
    [migrations, 'call three()'],
    [migrations, 'do $$ begin end $$'],
    ['sql/functions/three.sql', fit.replaceAll('two', 'other')],
    ['sql/functions/two.sql', fit.replace('-- Answers.', '')],
    ['sql/functions/two.sql', `${fit}\ncreate table one (id int);`],
    ['sql/functions/two.sql', `${fit}\ngrant execute on function three to :service_role;`],
    ['sql/functions/two.sql', fit.replace('create or replace f', 'create f')],
  ];
  for (const [path, text] of broken) {
    it(`of ${path} may not be ${text}`, () => assert.notDeepEqual(find(path, text), []));
  }

  it('is fine as it should be', () => {
    assert.deepEqual(find(functions, fit), []);
    assert.deepEqual(find(migrations, 'create table one (two int); -- see two()'), []);
  });
});

it('a long file and a wide line are found', () => {
  const long = toSourceFile('src/a.ts', 'a;\n'.repeat(601));
  const wide = toSourceFile('src/b.ts', `// ${'x'.repeat(98)}\n`);
  const fit = toSourceFile('src/c.ts', `// ${'x'.repeat(97)}\n`.repeat(600));
  assert.deepEqual(
    findUnfitSizes([long, wide, fit]).map((finding) => finding.path),
    ['src/a.ts', 'src/b.ts'],
  );
});

it('the mask tells code from text and comments', () => {
  const source = [
    "const a = 'it\\'s'; // quote's",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'const b = `x ${`inner ${c}` + d} y`; /* e */',
    'const f = /[/\'"]/.test(g) ? 4 / 2 / 1 : h;',
  ].join('\n');
  assert.deepEqual(
    maskText(source)
      .code.split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim()),
    ['const a = ;', 'const b = ` ` c} + d} ;', 'const f = .test(g) ? 4 / 2 / 1 : h;'],
  );
  assert.match(maskText(source).comments, /quote's\s+\/\* e \*\//);
});
