import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Contest, runBout } from '../../bench/contest.ts';
import { readOptions } from '../../bench/options.ts';
import { renderReport } from '../../bench/report.ts';
import { medianFigures, runWindow } from '../../bench/window.ts';

describe('a window of the benchmark', () => {
  it('makes each call once, with no more callers at once than asked for', async () => {
    const seen: number[] = [];
    let running = 0;
    let mostRunning = 0;
    const figures = await runWindow({ calls: 50, callers: 7 }, async (n) => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      seen.push(n);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => n),
    );
    assert.equal(mostRunning, 7);
    assert(figures.perSec > 0 && figures.p50Ms <= figures.p99Ms);
  });

  it('ends with the first call that fails', async () => {
    const fail = async (n: number): Promise<void> => {
      if (n === 3) throw new Error('call 3 failed');
    };
    await assert.rejects(runWindow({ calls: 10, callers: 2 }, fail), /call 3 failed/);
  });

  it('is summed up with others by medians', () => {
    const windows = [5, 1, 9].map((n) => ({ perSec: n, p50Ms: n * 2, p99Ms: n * 3 }));
    assert.deepEqual(medianFigures(windows), { perSec: 5, p50Ms: 10, p99Ms: 15 });
  });
});

describe('a bout of the benchmark', () => {
  it('lets both sides work in turn, and compares neighbouring windows', async () => {
    const order: string[] = [];
    const contestant = (name: string) => async () => {
      order.push(name);
      return async () => undefined;
    };
    const pace = { windowMs: 1, rounds: 3 };
    const contest: Contest = {
      name: 'nothing',
      work: 'doing nothing',
      yardstick: 'doing nothing too',
      bouts: [],
      open: async () => sides,
    };
    const sides = {
      ours: contestant('ours'),
      yardstick: contestant('yardstick'),
      close: async () => undefined,
    };
    const row = await runBout(contest, { callers: 2, atLeast: 0.5 }, sides, pace);
    assert.equal(order.join(' '), Array(4).fill('ours yardstick').join(' '));
    assert(row.ratio > 0);
    assert.equal(row.atLeast, 0.5);
  });
});

describe('the report of the benchmark', () => {
  const figures = { perSec: 100, p50Ms: 1, p99Ms: 200 };
  const row = {
    contest: 'one',
    work: 'GET /one',
    yardstickName: 'bare',
    callers: 16,
    ours: figures,
    yardstick: figures,
  };
  const text = renderReport({
    at: '2026-01-01T00:00',
    commit: 'abc',
    cores: 2,
    node: 'v24',
    loadBefore: 0,
    loadAfter: 1,
    contests: [
      { ...row, ratio: 1, atLeast: 0.8, p99AtMostMs: null },
      { ...row, ratio: 0.5, atLeast: 0.8, p99AtMostMs: 150 },
      { ...row, ratio: 0.5, atLeast: null, p99AtMostMs: null },
    ],
    gauges: [{ name: 'resident memory', value: 123.4, unit: 'MB', atMost: 250 }],
  });
  const lines = text.split('\n');

  it('says of each promise whether it holds', () => {
    assert.match(lines[4] ?? '', /\| holds +\|$/);
    assert.match(lines[5] ?? '', /\| below, p99 above 150 ms \|$/);
    assert.match(lines[6] ?? '', /\| {2,}\|$/);
    assert.match(text, /resident memory \| 123 MB \| +250 \| holds/);
  });

  it('has tables whose lines are equally long', () => {
    assert.equal(new Set(lines.slice(2, 7).map((line) => line.length)).size, 1);
  });
});

describe('the options of the benchmark', () => {
  const known = ['balance', 'soak'];

  it('select everything unless names are given', () => {
    assert.deepEqual(readOptions([], known)?.names, known);
    assert.deepEqual(readOptions(['soak', '--quick'], known)?.names, ['soak']);
  });

  it('refuse unknown names', () => {
    assert.equal(readOptions(['balances'], known), null);
  });

  it('replace the sizes of a quick run', () => {
    const options = readOptions(['--quick', '--rounds', '9', '--callers', '1,64'], known);
    assert.equal(options?.pace.rounds, 9);
    assert.deepEqual(options?.callers, [1, 64]);
  });
});
