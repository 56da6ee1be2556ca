import { ENDINGS, type Ending, type Movement, type Verdict } from './movement.ts';
import { type DatabaseFate, hear, hearIdle, play, type Step, type Strike } from './play.ts';

/** What befalls a movement at each of its steps. */
export const FATES = {
  'the process dies': { processes: ['dies'], databases: ['as it was'] },
  'it dies twice': { processes: ['dies'], databases: ['as it was'] },
  'it dies, the database is put back': { processes: ['dies'], databases: ['put_back'] },
  'it dies, a standby takes over': { processes: ['dies'], databases: ['promoted'] },
  'the database is put back': { processes: ['goes on'], databases: ['put_back'] },
  'a standby takes over': { processes: ['goes on'], databases: ['promoted'] },
} as const;

export type Fate = keyof typeof FATES;

/** How all combinations of one answer and one fate ended. */
export interface Row {
  readonly answer: string;
  readonly fate: Fate;
  readonly steps: number;
  /** States of the database that a copy may have: one before the order, one after each commit. */
  readonly states: number;
  readonly endings: Readonly<Record<Ending, number>>;
  readonly wrong: readonly Wrong[];
}

export interface Wrong {
  readonly answer: string;
  readonly strikes: readonly Strike[];
  readonly verdict: Verdict;
}

/** An undisturbed run, step by step. */
interface Course {
  /** The calls that changed something, and those to the world that are about the movement. */
  readonly steps: readonly Step[];
  /** Those that changed the database. */
  readonly commits: readonly Step[];
}

export async function playRows(
  movement: Movement,
  answer: string,
  fates: readonly Fate[],
): Promise<readonly Row[]> {
  /** What a process does all the time is none of the movement's. */
  const anyTime = new Set((await hearIdle(movement, answer)).map(({ name }) => name));
  const course = await findCourse(movement, answer, [], anyTime);
  const rows: Row[] = [];
  for (const fate of fates) {
    const endings = Object.fromEntries(ENDINGS.map((ending) => [ending, 0]));
    const wrong: Wrong[] = [];
    for await (const strikes of listStrikes({ movement, answer, anyTime }, course, fate)) {
      const verdict = await play(movement, answer, strikes);
      if (verdict.findings.length > 0) wrong.push({ answer, strikes, verdict });
      else endings[verdict.ending] = (endings[verdict.ending] ?? 0) + 1;
    }
    const { length: steps } = course.steps;
    const states = course.commits.length + 1;
    rows.push({ answer, fate, steps, states, endings: endings as Row['endings'], wrong });
  }
  return rows;
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
const isOfDatabase = (name: string): boolean => !/^(node|journal)\./.test(name);

interface Played {
  readonly movement: Movement;
  readonly answer: string;
  readonly anyTime: ReadonlySet<string>;
}

async function* listStrikes(
  { movement, answer, anyTime }: Played,
  course: Course,
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

function strikesAt(
  { steps, commits }: Course,
  process: Strike['process'],
  kind: DatabaseFate['kind'],
): readonly Strike[] {
  return steps.flatMap((step) => {
    const past = [null, ...commits.filter(({ call }) => call <= step.call)];
    const fates: readonly DatabaseFate[] =
      kind === 'as it was' ? [{ kind }] : past.map((after) => ({ kind, after }));
    return fates.flatMap((database) =>
      (['unanswered', 'answered'] as const).map((moment) => ({ step, moment, process, database })),
    );
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
  const endings = ENDINGS.map((ending) => sum(rows.map((row) => row.endings[ending])));
  const wrong = sum(rows.map((row) => row.wrong.length));
  const steps = sum(answers.map(([row]) => row?.steps ?? 0));
  const states = sum(answers.map(([row]) => row?.states ?? 0));
  const cells = [name, steps, states, sum(endings) + wrong, ...endings, wrong];
  return `| ${cells.join(' | ')} |`;
}
