export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What the output of a test runner, ours or Node's, says about its tests so far. */
export interface TestSums extends TestCounts {
  /** The names of failed tests, and of the files and groups that contain them. */
  readonly failedNames: readonly string[];
  /** The files in which the failed tests are written. */
  readonly failedFiles: readonly string[];
}

export const NO_TESTS: TestSums = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failedNames: [],
  failedFiles: [],
};

export function addLine(sums: TestSums, line: string): TestSums {
  const [, name] = /^\s*✖ (.+?)(?: \([\d.]+ms\))?$/.exec(line) ?? [];
  if (name !== undefined && name !== 'failing tests:') {
    const failedNames = [...new Set([...sums.failedNames, name])];
    return { ...sums, failedNames };
  }
  const file = readFailedFile(line);
  if (file !== null) {
    return { ...sums, failedFiles: [...new Set([...sums.failedFiles, file])] };
  }
  const [, ...ours] = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line) ?? [];
  if (ours.length > 0) return addSums(sums, ours.map(Number));
  const [, kind, count] = /^ℹ (pass|fail|cancelled|skipped) (\d+)$/.exec(line) ?? [];
  if (kind === 'pass') return addSums(sums, [Number(count)]);
  if (kind === 'skipped') return addSums(sums, [0, 0, Number(count)]);
  return kind === undefined ? sums : addSums(sums, [0, Number(count)]);
}

function readFailedFile(line: string): string | null {
  const [, ours] = /^failed: npm test -- (.+)$/.exec(line) ?? [];
  const [, ofNode] = /^test at (.+):\d+:\d+$/.exec(line) ?? [];
  return ours ?? ofNode ?? null;
}

function addSums(sums: TestSums, more: readonly number[]): TestSums {
  const [passed = 0, failed = 0, skipped = 0] = more;
  return { ...sums, ...addCounts(sums, { passed, failed, skipped }) };
}

export const addCounts = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const showSums = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
