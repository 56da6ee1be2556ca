import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type LndBinary, PLACE_VARIABLES, type RegtestPlace } from '../../test/lnd/regtest.ts';
import { startRegtest } from '../../test/lnd/start-regtest.ts';
import { programVariables } from '../../test/support/program-variables.ts';
import { openTestGround } from '../tests/test-ground.ts';

/**
 * Test files that use the same network, one after the other. They are in groups, each of which is a
 * run of Node's test runner.
 */
export interface Lane {
  readonly name: string;
  readonly lnd: LndBinary;
  readonly groups: readonly (readonly string[])[];
}

export interface LaneOptions {
  readonly binaries: string;
  /**
   * The folder in which networks are kept for the next run, each under the name of its lane; null
   * to keep none.
   */
  readonly folder: string | null;
  readonly flags: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
}

const FILE_TIMEOUT_MS = 3_600_000;

/**
 * Plans the lanes. The one that waits for minutes comes first, so that the others run in the
 * meantime.
 */
export function planLanes(files: readonly string[], isStock: boolean): readonly Lane[] {
  const gentle = files.filter((path) => !killsLnd(path));
  const killing = files.filter(killsLnd);
  const lanes: readonly Lane[] = [
    { name: 'away', lnd: 'lnd', groups: [gentle.filter(isAway)] },
    {
      name: isStock ? 'stock' : 'mended',
      lnd: isStock ? 'lnd' : 'lnd-mended',
      groups: [killing.filter((path) => !isCrash(path)), killing.filter(isCrash)],
    },
    { name: 'main', lnd: 'lnd', groups: [gentle.filter((path) => !isAway(path))] },
  ];
  return lanes
    .map((lane) => ({ ...lane, groups: lane.groups.filter((group) => group.length > 0) }))
    .filter(({ groups }) => groups.length > 0);
}

const isAway = (path: string): boolean => path.includes('node-away');

/**
 * Whether a test has to be the last one on its network, because it leaves the network without
 * channels.
 */
const isCrash = (path: string): boolean => path.includes('crash');

/** Whether a test kills LND while many payments are under way. */
const killsLnd = (path: string): boolean => /crash|in-flight/.test(path);

/**
 * Plays several lanes at the same time, and returns the exit status. A single lane prints as it
 * goes. Several lanes print when they are done, and failed ones come last.
 */
export async function playLanes(lanes: readonly Lane[], options: LaneOptions): Promise<number> {
  // The terminal sends Ctrl-C to the tests as well, so it is ignored here; SIGTERM is passed on.
  const over = new AbortController();
  process.on('SIGINT', () => undefined).on('SIGTERM', () => over.abort());
  // The program is started dozens of times, so its code is compiled once; and the test files share
  // a database server.
  const ground = await openTestGround(true);
  const variables = { ...options.variables, ...programVariables() };
  const play: Play = (lane, hear) =>
    playLane(lane, { ...options, variables }, { hear, signal: over.signal });
  try {
    const [lane] = lanes;
    return lane !== undefined && lanes.length === 1
      ? await play(lane, null)
      : await playAll(lanes, play);
  } finally {
    await ground.close();
  }
}

type Play = (lane: Lane, hear: Hear | null) => Promise<number>;

async function playAll(lanes: readonly Lane[], play: Play): Promise<number> {
  const failed: string[] = [];
  const ends = lanes.map(async (lane) => {
    const heard: Buffer[] = [];
    const status = await play(lane, (chunk) => heard.push(chunk));
    const text = `\n---- network "${lane.name}"\n${Buffer.concat(heard)}`;
    if (status === 0) process.stdout.write(text);
    else failed.push(text);
  });
  await Promise.all(ends);
  process.stdout.write(failed.join(''));
  return failed.length === 0 ? 0 : 1;
}

type Hear = (chunk: Buffer) => void;

interface Manner {
  /** Collects the output; null to print it at once. */
  readonly hear: Hear | null;
  readonly signal: AbortSignal;
}

async function playLane(lane: Lane, options: LaneOptions, manner: Manner): Promise<number> {
  const { binaries, flags, variables } = options;
  const folder = options.folder === null ? null : `${options.folder}-${lane.name}`;
  try {
    const { place, stop } = await startRegtest({ binaries, folder, lnd: lane.lnd });
    let status = 0;
    try {
      for (const group of lane.groups) {
        const given = { ...placeVariables(place), ...variables };
        status = (await runNode([...flags, ...group], given, manner)) || status;
      }
    } finally {
      await stop();
    }
    return status;
  } catch (error) {
    if (manner.hear === null) throw error;
    manner.hear(Buffer.from(`${error instanceof Error ? error.stack : error}\n`));
    return 1;
  }
}

const placeVariables = ({ folder, binaries, firstPort, lnd }: RegtestPlace) => ({
  [PLACE_VARIABLES.lnd]: lnd,
  [PLACE_VARIABLES.folder]: folder,
  [PLACE_VARIABLES.binaries]: binaries,
  [PLACE_VARIABLES.firstPort]: String(firstPort),
});

/** Runs test files one after the other, because all of them use the same nodes. */
async function runNode(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  { hear, signal }: Manner,
): Promise<number> {
  if (signal.aborted) return 1;
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', `--test-timeout=${FILE_TIMEOUT_MS}`, ...args],
    {
      stdio: hear === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables },
    },
  );
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  child.stdout?.on('data', (chunk: Buffer) => hear?.(chunk));
  child.stderr?.on('data', (chunk: Buffer) => hear?.(chunk));
  const [status] = await once(child, 'close');
  return typeof status === 'number' ? status : 1;
}
