import type { Part } from './database-split.ts';
import type { Cost, Pace, Split } from './measure.ts';
import type { Share } from './service-split.ts';
import type { Work } from './works.ts';

const MAX_NAME = 90;

export function renderCosts(work: Work, pace: Pace, costs: readonly Cost[]): string {
  const rows = costs.map((cost) =>
    row([
      cost.name,
      cost.perSec.toFixed(0),
      cost.serviceMs.toFixed(3),
      cost.databaseMs.toFixed(3),
      (cost.serviceMs + cost.databaseMs).toFixed(3),
      cost.ratio.toFixed(3),
      cost.residentMb.toFixed(0),
    ]),
  );
  const head = ['', 'calls/s', 'service ms', 'database ms', 'both ms', 'this/it', 'MB'];
  const title = `${work}, ${pace.callers} callers, ${pace.rounds} rounds: CPU of one call`;
  return `\n## ${title}\n\n${[row(head), ...rows].join('\n')}\n`;
}

const row = ([name = '', ...figures]: readonly string[]): string =>
  `${name.padEnd(12)}${figures.map((figure) => figure.padStart(13)).join('')}`;

export function renderSplit(cost: Cost, { service, database }: Split): string {
  const share = ({ name, share: part }: Share): string =>
    line(part * cost.serviceMs, `${(part * 100).toFixed(1).padStart(5)} %`, name);
  const part = ({ name, msPerCall, timesPerCall }: Part): string =>
    line(msPerCall, `${timesPerCall.toFixed(3)} x`, name);
  const { flushesPerCall, walBytesPerCall } = database;
  return [
    '',
    `### ${cost.name}`,
    '',
    'Service, CPU ms of a call by folder of src/, package or part of Node:',
    ...service.areas.map(share),
    '',
    'Service, by function (alone):',
    ...service.functions.map(share),
    '',
    'Database, ms of a call by function (without the functions within):',
    ...database.functions.map(part),
    '',
    'Database, ms of a call by statement (with the statements within):',
    ...database.statements.map(part),
    '',
    `Flushes of a call: ${flushesPerCall.toFixed(3)}`,
    `Write-ahead log of a call: ${walBytesPerCall.toFixed(0)} bytes`,
    '',
  ].join('\n');
}

const line = (ms: number, more: string, name: string): string =>
  `  ${ms.toFixed(4)} ${more.padStart(10)}  ${name.slice(0, MAX_NAME)}`;
