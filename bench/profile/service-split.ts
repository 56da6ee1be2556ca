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

/** Parts of Node that are worth a line of their own. The first pattern that fits counts. */
export const NODE_AREAS: readonly (readonly [RegExp, string])[] = [
  [/^node:(_http_|internal\/http)/, 'Node: HTTP'],
  [/^node:internal\/timers$/, 'Node: timers'],
  [/^node:internal\/(process\/task_queues|async_hooks)$/, 'Node: turns of the loop'],
];
const REST_OF_NODE = 'Node: sockets and the rest';

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
    let isInNode = false;
    // Code without an area of its own counts for its caller.
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = nodes.get(at)?.callFrame.url ?? '';
      const area = areaOfModule(url);
      if (area !== null) return area;
      isInNode ||= url.startsWith('node:');
    }
    return isInNode ? REST_OF_NODE : 'other';
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

/**
 * The area of a module of the service: its folder in `src/` (`ledger/sql`), at most two levels
 * deep, or the package that it belongs to. Names are taken from the path, so a folder that is new
 * or has moved appears by itself. Null for modules without an area.
 */
export function areaOfModule(url: string): string | null {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (name !== undefined) return `package ${name}`;
  const folder = /.*\/src\/((?:[^/]+\/){0,2})/.exec(url)?.[1];
  if (folder !== undefined) return folder === '' ? 'src' : folder.slice(0, -1);
  return NODE_AREAS.find(([pattern]) => pattern.test(url))?.[1] ?? null;
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
