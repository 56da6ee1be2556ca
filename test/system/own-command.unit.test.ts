import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ownCommand } from '../../src/system/own-command.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-test-'));
});
after(() => rmSync(folder, { recursive: true }));

test('a clone of the repository is named as its documents name it', () => {
  const root = new URL('../..', import.meta.url).pathname;
  assert.equal(ownCommand(root), 'node bin/satchel.js');
});

test('a shell runs it from the folder it was made for, wherever the program lies', () => {
  for (const name of ['plain', 'with space', "with 'quotes' and $HOME"]) {
    const elsewhere = join(folder, name);
    mkdirSync(elsewhere);
    const program = join(elsewhere, 'program.js');
    writeFileSync(program, 'console.log("it ran", process.argv[2])');
    for (const from of [elsewhere, folder, tmpdir(), '/']) {
      const command = `${ownCommand(from, program)} well`;
      const out = execFileSync('sh', ['-c', command], { cwd: from, encoding: 'utf8' });
      assert.equal(out, 'it ran well\n', command);
    }
  }
});
