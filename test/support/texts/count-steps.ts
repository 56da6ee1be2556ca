import { type Profiler, Session } from 'node:inspector/promises';

/**
 * Measures the work of a call without a clock: how often each block of our own sources runs, and
 * how many characters and elements the built-in methods process that loops tend to call.
 */
export interface StepCounter {
  count(work: () => unknown): Promise<number>;
  close(): Promise<void>;
}

export async function openStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  // Taking the counts resets them, and inspects every script of the process.
  await session.post('Profiler.takePreciseCoverage');
  return {
    count: async (work) => {
      const builtIn = countBuiltIn(work);
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return builtIn + blocksOf(result);
    },
    close: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const blocksOf = (scripts: readonly Profiler.ScriptCoverage[]): number =>
  scripts
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);

const TEXTS = ['slice', 'substring', 'trim', 'split', 'replaceAll', 'toLowerCase', 'normalize'];
const SEARCHES = ['indexOf', 'lastIndexOf', 'includes'];
const LISTS = ['slice', 'concat', 'shift', 'unshift', 'splice', 'join'];

/** Calls the work with built-in methods that count the length of what they process. */
function countBuiltIn(work: () => unknown): number {
  let steps = 0;
  const note: Note = (length) => {
    steps += length;
  };
  const undo = [
    ...[...TEXTS, ...SEARCHES].map((name) => wrap(String.prototype, name, note)),
    ...[...LISTS, ...SEARCHES].map((name) => wrap(Array.prototype, name, note)),
  ];
  try {
    work();
  } finally {
    for (const one of undo) one();
  }
  return steps;
}

type Note = (length: number) => void;

function wrap(prototype: object, name: string, note: Note): () => void {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new Error(`there is a method ${name}`);
  const property = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const value = function (this: unknown, ...given: unknown[]): unknown {
    const made: unknown = Reflect.apply(method, this, given);
    note(goneThrough(name, lengthOf(this), given[1], made));
    return made;
  };
  Object.defineProperty(prototype, name, { ...property, value });
  return () => {
    Object.defineProperty(prototype, name, property);
  };
}

function goneThrough(name: string, length: number, from: unknown, made: unknown): number {
  if (typeof made === 'string') return made.length;
  const start = typeof from === 'number' ? from : 0;
  if (typeof made !== 'number' || made < 0) return Math.max(0, length - start);
  return name === 'lastIndexOf' ? length - made : made - start;
}

const lengthOf = (value: unknown): number =>
  value instanceof String || typeof value === 'string' || Array.isArray(value) ? value.length : 0;
