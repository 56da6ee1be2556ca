import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogFields } from '../../src/base/log.ts';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { withoutOutageRepeats } from '../../src/system/outage-log.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function openLog() {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const write = ({ leftOut }: LogFields, message: string): void => {
    lines.push(leftOut === undefined ? message : `${message} (${leftOut})`);
  };
  const log = withoutOutageRepeats(
    { debug: write, info: write, warn: write, error: write },
    clock,
    new AbortController().signal,
  );
  return { clock, lines, log };
}

const gone = (): DatabaseFault =>
  new DatabaseFault(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));

test('a database that is away fills no log: a line at the beginning, one at the end', async () => {
  const { clock, lines, log } = openLog();
  for (let call = 0; call < 900; call += 1) {
    log.error({ error: gone() }, 'a call failed');
    if (call % 100 === 0) await clock.advance(1000);
  }
  assert.deepEqual(lines, ['a call failed']);
  await clock.advance(20_000);
  assert.deepEqual(lines, ['a call failed', 'nothing failed any more for that reason (899)']);
  log.error({ error: gone() }, 'the next outage');
  assert.equal(lines.at(-1), 'the next outage');
});

test('a long outage is told of once a minute', async () => {
  const { clock, lines, log } = openLog();
  for (let second = 0; second < 600; second += 1) {
    log.warn({ error: gone() }, 'a loop failed');
    await clock.advance(1000);
  }
  assert(lines.length >= 8 && lines.length <= 11, String(lines));
  assert.match(lines[1] ?? '', /it is still away \(\d+\)/);
});

test('other failures, and those of the node, are no repeats of it', async () => {
  const { clock, lines, log } = openLog();
  log.error({ error: gone() }, 'database');
  log.error({ error: new NodeFault('no answer') }, 'node');
  log.error({ error: new Error('a bug') }, 'bug');
  log.error({}, 'an alarm');
  log.error({ error: new Error('caused', { cause: gone() }) }, 'of another kind');
  await clock.advance(60_000);
  assert.deepEqual(lines, ['database', 'node', 'bug', 'an alarm', 'of another kind']);
});
