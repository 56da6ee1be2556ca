/** The longest times without a correct answer to any caller. */
export interface Pauses {
  readonly writesMs: number;
  readonly readsMs: number;
  /** The time from the damage until payments over the node could leave again. */
  readonly externalMs: number;
}

/** The result of one drill. */
export interface DrillReport extends Pauses {
  readonly kind: string;
  /** The number of payments and invoices that callers were told of. */
  readonly acknowledged: number;
  /** The number of these that are missing from the books. */
  readonly lost: number;
  /** The number of payments that have failed in the books although the node has not failed them. */
  readonly refunded: number;
  /**
   * The number of payments that were settled although the first answer to their call did not say
   * so.
   */
  readonly inDoubtButThere: number;
  readonly violations: readonly string[];
}

/**
 * The longest pause between two neighbouring moments. Nothing is known about the time before the
 * first moment and after the last one.
 */
export function longestPause(momentsMs: readonly number[], fromMs: number): number {
  const sorted = momentsMs.toSorted((a, b) => a - b);
  // The last moment before `fromMs` counts as well, because the pause may have begun then.
  const first = Math.max(
    0,
    sorted.findLastIndex((moment) => moment <= fromMs),
  );
  return sorted.slice(first).reduce(
    ({ before, longest }, moment) => ({
      before: moment,
      longest: Math.max(longest, moment - before),
    }),
    { before: sorted[first] ?? fromMs, longest: 0 },
  ).longest;
}

/** The smallest value that is not below this share of all values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

const HEAD = [
  'drill',
  'times',
  'acknowledged',
  'lost',
  'refunded without proof',
  'in doubt but there',
  'first answer p50 s',
  'max s',
  'reads max s',
  'outside again p50 s',
  'max s',
];

/** A row for each kind of drill, as Markdown, which can be read on a terminal too. */
export function renderDrills(reports: readonly DrillReport[]): string {
  const rows = [...Map.groupBy(reports, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const sum = (pick: (report: DrillReport) => number): string =>
      String(ofKind.reduce((total, report) => total + pick(report), 0));
    const seconds = (pick: (report: DrillReport) => number, share: number): string =>
      (quantile(ofKind.map(pick), share) / 1000).toFixed(1);
    return [
      kind,
      String(ofKind.length),
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost),
      sum(({ refunded }) => refunded),
      sum(({ inDoubtButThere }) => inDoubtButThere),
      seconds(({ writesMs }) => writesMs, 0.5),
      seconds(({ writesMs }) => writesMs, 1),
      seconds(({ readsMs }) => readsMs, 1),
      seconds(({ externalMs }) => externalMs, 0.5),
      seconds(({ externalMs }) => externalMs, 1),
    ];
  });
  const widths = HEAD.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(HEAD), line(rule), ...rows.map(line)].join('\n');
}

/** Whether no drill found a loss, a refund without proof, or another violation. */
export const isClean = (reports: readonly DrillReport[]): boolean =>
  reports.every(
    ({ lost, refunded, violations }) => lost === 0 && refunded === 0 && violations.length === 0,
  );
