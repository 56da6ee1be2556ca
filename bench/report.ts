import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import type { ContestRow } from './contest.ts';
import type { Gauge } from './footprint.ts';

/** All results of a run of the benchmark. */
export interface Report {
  readonly at: string;
  readonly commit: string;
  readonly cores: number;
  readonly node: string;
  /** The mean number of processes that were ready to run, before and after the benchmark. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly contests: readonly ContestRow[];
  readonly gauges: readonly Gauge[];
}

export function describeRun(loadBefore: number): Omit<Report, 'contests' | 'gauges'> {
  return {
    at: new Date().toISOString().slice(0, 16),
    commit: execFileSync('git', ['describe', '--always', '--dirty']).toString().trim(),
    cores: availableParallelism(),
    node: process.version,
    loadBefore,
    loadAfter: currentLoad(),
  };
}

export const currentLoad = (): number => loadavg()[0] ?? 0;

/** Renders the results as Markdown tables, which can be read on a terminal too. */
export function renderReport(report: Report): string {
  const { at, commit, cores, node, loadBefore, loadAfter } = report;
  const load = `load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`;
  const title = `## ${at}, commit ${commit}, ${cores} cores, Node ${node}, ${load}`;
  const contests = renderTable(
    ['work', 'callers', '/s', 'p50 ms', 'p99 ms', 'measured by', '/s', 'p50 ms', 'p99 ms'].concat([
      'ratio',
      'at least',
      '',
    ]),
    report.contests.map(renderContest),
  );
  const gauges = renderTable(['figure', 'value', 'at most', ''], report.gauges.map(renderGauge));
  return [title, contests, gauges].filter((part) => part !== '').join('\n\n');
}

function renderContest(row: ContestRow): readonly string[] {
  const { ours, yardstick } = row;
  return [
    row.work,
    String(row.callers),
    ours.perSec.toFixed(0),
    ours.p50Ms.toFixed(1),
    ours.p99Ms.toFixed(1),
    row.yardstickName,
    yardstick.perSec.toFixed(0),
    yardstick.p50Ms.toFixed(1),
    yardstick.p99Ms.toFixed(1),
    row.ratio.toFixed(2),
    row.atLeast?.toFixed(2) ?? '',
    judgeContest(row),
  ];
}

function judgeContest({ ratio, atLeast, ours, p99AtMostMs }: ContestRow): string {
  const misses = [
    ...(atLeast !== null && ratio < atLeast ? ['below'] : []),
    ...(p99AtMostMs !== null && ours.p99Ms > p99AtMostMs ? [`p99 above ${p99AtMostMs} ms`] : []),
  ];
  if (atLeast === null && p99AtMostMs === null) return '';
  return misses.length === 0 ? 'holds' : misses.join(', ');
}

const renderGauge = ({ name, value, unit, atMost }: Gauge): readonly string[] => [
  name,
  `${Number.isInteger(value) ? value : value.toFixed(value < 100 ? 1 : 0)} ${unit}`,
  atMost === null ? '' : String(atMost),
  atMost === null ? '' : value <= atMost ? 'holds' : 'above',
];

/** Renders a table, with numbers aligned to the right and words to the left. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const isNumeric = head.map((_, column) =>
    rows.every((row) => /^[\d.]*$/.test(row[column] ?? '')),
  );
  const widths = head.map((name, column) =>
    Math.max(name.length, 2, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number): string =>
    isNumeric[column] === true
      ? text.padStart(widths[column] ?? 0)
      : text.padEnd(widths[column] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isNumeric[column] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
