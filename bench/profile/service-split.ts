import type { Profiler, Runtime } from 'node:inspector';

/** What the main thread of the service did, as shares of the time in which it worked. */
export interface ServiceSplit {
  readonly areas: readonly Share[];
  readonly functions: readonly Share[];
}

export interface Share {
  readonly name: string;
  readonly share: number;
}

const SHOWN = 30;
/**
 * The longest sample that counts. The profiler uses the wall clock and takes no sample while
 * another process has the processor, so a longer sample is mostly the time of others.
 */
const LONGEST_US = 250;
/** The module that begins and ends the profile, which is no work of the service. */
const OF_PROFILER = 'node:inspector';

/**
 * Areas of the service's work, by path. The first pattern that fits counts. Code that fits none
 * counts for its caller.
 */
const AREAS: readonly (readonly [RegExp, string])[] = [
  [/src\/(http\/(authenticate|rates\/)|access\/|usecases\/apps\/)/, 'authentication'],
  [/src\/adapters\/postgres\/apps\//, 'authentication'],
  [/src\/adapters\/postgres\/(connection\/)|node_modules\/pg/, 'driver'],
  [/src\/adapters\/postgres\//, 'stores'],
  [/src\/adapters\/lnd\/|node_modules\/undici\/|internal\/http2/, 'node'],
  [/src\/http\/|node_modules\/(@?fastify|find-my-way|typebox|@sinclair|light-my)/, 'HTTP'],
  [/node:_http|node:internal\/http|internal\/deps\/llhttp/, 'HTTP'],
  [/src\/base\/batch-calls/, 'batching'],
  [/src\/(usecases|wallet|lightning|compose|operations|workers)\//, 'use case'],
  [/node:internal\/(process\/task_queues|timers)|node:internal\/async_hooks/, 'turns of the loop'],
];

const BY_NAME = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code, sockets'],
  ['parse', 'JSON'],
  ['stringify', 'JSON'],
]);

export function splitService(profile: Profiler.Profile): ServiceSplit {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const areaOf = (id: number): string => {
    const own = nodes.get(id)?.callFrame;
    const named = own?.url === '' ? BY_NAME.get(own.functionName) : undefined;
    if (named !== undefined) return named;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = nodes.get(at)?.callFrame.url ?? '';
      const area = AREAS.find(([pattern]) => pattern.test(url));
      if (area !== undefined) return area[1];
    }
    return 'other';
  };
  const spent = new Map<number, number>();
  for (const [place, id] of (profile.samples ?? []).entries()) {
    const micros = Math.min(LONGEST_US, profile.timeDeltas?.[place] ?? 0);
    spent.set(id, (spent.get(id) ?? 0) + micros);
  }
  const areas = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [id, micros] of spent) {
    const frame = nodes.get(id)?.callFrame;
    if (frame === undefined || frame.functionName === '(idle)') continue;
    if (frame.url === OF_PROFILER) continue;
    add(areas, areaOf(id), micros);
    add(functions, nameOf(frame), micros);
  }
  return { areas: toShares(areas), functions: toShares(functions).slice(0, SHOWN) };
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros);
}

function nameOf({ functionName, url, lineNumber }: Runtime.CallFrame): string {
  const file = url.replace(/^.*\/(?=(src|node_modules)\/)/, '');
  const place = file === '' ? '' : ` ${file}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${place}`;
}

function toShares(sums: ReadonlyMap<string, number>): readonly Share[] {
  const all = [...sums.values()].reduce((sum, micros) => sum + micros, 0);
  return [...sums]
    .map(([name, micros]) => ({ name, share: micros / all }))
    .toSorted((a, b) => b.share - a.share);
}
