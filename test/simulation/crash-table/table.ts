import { withoutStacks } from '../play-seeds.ts';
import { ENDINGS, type Ending, type Movement, type Verdict } from './movement.ts';
import { type DatabaseFate, type HeardCall, hear, hearIdle, play, type Strike } from './play.ts';

/** What befalls a movement at each of its steps. */
const FATES = {
  'the process dies': { processes: ['dies'], databases: ['as it was'] },
  'it dies twice': { processes: ['dies'], databases: ['as it was'] },
  'it freezes, another one leads': { processes: ['freezes'], databases: ['as it was'] },
  'it dies, the database is put back': { processes: ['dies'], databases: ['put_back'] },
  'it dies, a standby takes over': { processes: ['dies'], databases: ['promoted'] },
  'the database is put back': { processes: ['goes on'], databases: ['put_back'] },
  'a standby takes over': { processes: ['goes on'], databases: ['promoted'] },
} as const;

export type Fate = keyof typeof FATES;

export const FATE_NAMES = Object.keys(FATES) as readonly Fate[];

/** How all combinations of one answer and one fate ended. */
export interface Row {
  readonly answer: string;
  readonly fate: Fate;
  readonly steps: number;
  /** States of the database that a copy may have: one before the order, one after each commit. */
  readonly states: number;
  readonly endings: ReadonlyMap<Ending, number>;
  readonly wrong: readonly Wrong[];
}

export interface Wrong {
  readonly answer: string;
  readonly strikes: readonly Strike[];
  readonly verdict: Verdict;
}

/** A run, step by step, in the order in which the steps were done. */
interface Course {
  /** The calls that changed something, and those to the world that are about the movement. */
  readonly steps: readonly HeardCall[];
  /** Steps that changed the database. */
  readonly commits: readonly HeardCall[];
}

/** Plays all combinations of one answer, and counts how they ended. */
export async function playRows(
  movement: Movement,
  answer: string,
  fates: readonly Fate[],
): Promise<readonly Row[]> {
  const played = await prepare(movement, answer);
  const rows: Row[] = [];
  for (const fate of fates) {
    const endings = new Map<Ending, number>(ENDINGS.map((ending) => [ending, 0]));
    const wrong: Wrong[] = [];
    for await (const { strikes, verdict } of playFate(played, fate)) {
      const { ending, findings } = verdict;
      if (findings.length > 0) wrong.push({ answer, strikes, verdict });
      else endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
    const { steps, commits } = played.course;
    rows.push({ answer, fate, steps: steps.length, states: commits.length + 1, endings, wrong });
  }
  return rows;
}

/** The first combination that ends wrong; null if all is well. */
export async function findWrong(
  movement: Movement,
  answer: string,
  fate: Fate,
): Promise<Wrong | null> {
  for await (const { strikes, verdict } of playFate(await prepare(movement, answer), fate)) {
    if (verdict.findings.length > 0) return { answer, strikes, verdict };
  }
  return null;
}

interface Prepared {
  readonly movement: Movement;
  readonly answer: string;
  /** What a process does all the time, which is none of the movement's. */
  readonly anyTime: ReadonlySet<string>;
  readonly course: Course;
}

async function prepare(movement: Movement, answer: string): Promise<Prepared> {
  const anyTime = await namesOfAnyTime(movement, answer);
  const course = await findCourse(movement, answer, [], anyTime);
  return { movement, answer, anyTime, course };
}

const known = new WeakMap<Movement, ReadonlySet<string>>();

/** Once for all answers, as none is given to a process that has nothing to do. */
async function namesOfAnyTime(movement: Movement, answer: string): Promise<ReadonlySet<string>> {
  const names = known.get(movement) ?? new Set((await hearIdle(movement, answer)).map(toName));
  known.set(movement, names);
  return names;
}

const toName = ({ name }: HeardCall): string => name;

async function* playFate(
  played: Prepared,
  fate: Fate,
): AsyncGenerator<Pick<Wrong, 'strikes' | 'verdict'>> {
  for await (const strikes of listStrikes(played, fate)) {
    const work = () => play(played.movement, played.answer, strikes);
    yield { strikes, verdict: await withoutStacks(work) };
  }
}

async function findCourse(
  movement: Movement,
  answer: string,
  strikes: readonly Strike[],
  anyTime: ReadonlySet<string>,
): Promise<Course> {
  const heard = await hear(movement, answer, strikes);
  return {
    steps: heard.filter(
      ({ name, isChange }) => isChange || !(isOfDatabase(name) || anyTime.has(name)),
    ),
    commits: heard.filter(({ name, isChange }) => isChange && isOfDatabase(name)),
  };
}

/** Ports of the world and of the data folder; all others are tables. */
const isOfDatabase = (name: string): boolean => !/^(node|journal|chain)\./.test(name);

async function* listStrikes(
  { movement, answer, anyTime, course }: Prepared,
  fate: Fate,
): AsyncGenerator<readonly Strike[]> {
  const { processes, databases } = FATES[fate];
  for (const strike of strikesAt(course, processes[0], databases[0])) {
    if (fate !== 'it dies twice') yield [strike];
    else {
      const recovery = await findCourse(movement, answer, [strike], anyTime);
      for (const again of strikesAt(recovery, 'dies', 'as it was')) yield [strike, again];
    }
  }
}

/**
 * After each step; and before it, where time has passed since the one before, in which the world
 * went on. Otherwise both are the same: what a dead process has heard, no one knows.
 */
function strikesAt(
  { steps, commits }: Course,
  process: Strike['process'],
  kind: DatabaseFate['kind'],
): readonly Strike[] {
  const strikeAt = (
    step: HeardCall,
    moment: Strike['moment'],
    past: readonly HeardCall[],
  ): readonly Strike[] => {
    const fates: readonly DatabaseFate[] =
      kind === 'as it was' ? [{ kind }] : [null, ...past].map((after) => ({ kind, after }));
    return fates.map((database) => ({ step, moment, process, database }));
  };
  return steps.flatMap((step, place) => {
    const done = steps.slice(0, place + 1).filter((one) => commits.includes(one));
    const { begunAtMs } = step;
    const isAfterPause = !steps.slice(0, place).some((one) => one.doneAtMs === begunAtMs);
    const doneBefore = done.filter((one) => one !== step && one.doneAtMs < begunAtMs);
    return [
      ...(isAfterPause && process !== 'freezes' ? strikeAt(step, 'before', doneBefore) : []),
      ...strikeAt(step, 'after', done),
    ];
  });
}

export const describeWrong = ({ answer, strikes, verdict }: Wrong): string =>
  `${answer}; ${strikes.map(describeStrike).join(', then ')}: ` +
  `${verdict.ending}; told: ${verdict.told.join(', ') || 'nothing'}; ${verdict.findings.join('; ')}`;

function describeStrike({ step, moment, process, database }: Strike): string {
  const back =
    database.kind === 'as it was'
      ? ''
      : `, the database is ${database.kind} to ${database.after?.name ?? 'before the order'}`;
  return `it ${process} at ${step.name} (call ${step.call}, ${moment})${back}`;
}

/** One line for each group of rows, with the number of combinations and how they ended. */
export function renderTable(rows: readonly Row[], by: 'fate' | 'answer'): readonly string[] {
  const groups = Map.groupBy(rows, (row) => row[by]);
  const lines = [...groups].map(([name, group]) => renderLine(name, group));
  return [HEAD, LINE, ...lines, renderLine('all', rows)];
}

const HEAD =
  '| | Steps | States of the database | Combinations | Settled | Failed, proven | Held, told | ' +
  'Never ordered | Lost, told | Wrong |';
const LINE = '|---|---|---|---|---|---|---|---|---|---|';

function renderLine(name: string, rows: readonly Row[]): string {
  const answers = [...Map.groupBy(rows, ({ answer }) => answer).values()];
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const endings = ENDINGS.map((ending) => sum(rows.map((row) => row.endings.get(ending) ?? 0)));
  const wrong = sum(rows.map((row) => row.wrong.length));
  const steps = sum(answers.map(([row]) => row?.steps ?? 0));
  const states = sum(answers.map(([row]) => row?.states ?? 0));
  const cells = [name, steps, states, sum(endings) + wrong, ...endings, wrong];
  return `| ${cells.join(' | ')} |`;
}
