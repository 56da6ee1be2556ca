import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GENERATED_FILES } from '../../tools/generate.ts';
import { testDatabase } from '../support/database.ts';

for (const { path, render } of GENERATED_FILES) {
  test(`${path} is as "npm run generate" writes it`, async (t) => {
    const { ownerUrl } = await testDatabase(t);
    const present = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    assert(present === (await render(ownerUrl)), `${path} is stale: run "npm run generate"`);
  });
}
