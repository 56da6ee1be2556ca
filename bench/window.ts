/** The results of a window, in which several callers repeat the same work. */
export interface WindowResult {
  readonly perSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Makes call number `n`, and throws unless it succeeds completely. */
export type Act = (n: number) => Promise<void>;

export interface WindowOptions {
  readonly calls: number;
  /** The number of calls that run at the same time. */
  readonly callers: number;
}

export async function runWindow(options: WindowOptions, act: Act): Promise<WindowResult> {
  const latenciesMs: number[] = [];
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < options.calls) {
      const n = next;
      next += 1;
      const begunMs = performance.now();
      await act(n);
      latenciesMs.push(performance.now() - begunMs);
    }
  };
  const begunMs = performance.now();
  await Promise.all(Array.from({ length: options.callers }, call));
  const tookMs = performance.now() - begunMs;
  return {
    perSec: (options.calls / tookMs) * 1000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const medianFigures = (windows: readonly WindowResult[]): WindowResult => ({
  perSec: median(windows.map((window) => window.perSec)),
  p50Ms: median(windows.map((window) => window.p50Ms)),
  p99Ms: median(windows.map((window) => window.p99Ms)),
});

/** The smallest value that is not below this share of all values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
