/** A queue in which networks take turns, so that none of them keeps the others waiting. */

import { createKeyLimit, type KeyLimit } from './key-limit.ts';
import { createNetworkLimit } from './network-limit.ts';
import { type NetworkSize, networkSizes } from './network-sizes.ts';

/** The user or network that has a task in the queue. */
export interface Waiter {
  /** The network of the caller, as `callerNetwork` writes it. */
  readonly network: string;
  /**
   * The user's id if the caller is known to be a user of this service, else null. The running tasks
   * of a known user count for that user, not for their network.
   */
  readonly knownUserId: string | null;
}

/**
 * A queue of tasks of strangers. Networks take turns, as do the wider networks that contain them,
 * so a network with many tasks delays only its own. Tasks of known users come first among those
 * that are due at the same time, and have their own limit of waiting tasks.
 */
export interface FairQueue {
  /**
   * Runs a task in its turn. Null when no place is left, or when the signal aborts first: the task
   * then never begins. A full queue gives up the task that would wait longest, if the new task is
   * due sooner, or is due at the same time and comes from a network with fewer waiting tasks. Tasks
   * of known users compete in this way only with each other.
   */
  run<T>(
    who: Waiter,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ readonly value: T } | null>;
  /** Gives up all waiting tasks. From now on, a task that cannot begin at once is refused. */
  stopWaiting(): void;
}

export interface FairQueueOptions {
  readonly maxRunning: number;
  /**
   * The most tasks of one network that run at the same time. Wider networks, which contain several
   * such ones, may have more.
   */
  readonly maxRunningOfNetwork?: number;
  /**
   * The most tasks of one known user that run at the same time; by default as many as a network may
   * have.
   */
  readonly maxRunningOfUser?: number;
  /** The most tasks of strangers that wait. */
  readonly maxWaiting: number;
  /** The most tasks of known users that wait. */
  readonly maxWaitingKnown: number;
}

interface Task {
  readonly who: Waiter;
  /**
   * The virtual time at which the task is due (start-time fair queueing). The task with the lowest
   * one is started next.
   */
  readonly dueAt: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { maxRunning, maxRunningOfNetwork = maxRunning } = options;
  const ofNetworks = createNetworkLimit(maxRunningOfNetwork, maxRunning);
  const ofUsers = createKeyLimit(options.maxRunningOfUser ?? maxRunningOfNetwork);
  const sharesOf = ({ knownUserId }: Waiter): KeyLimit =>
    knownUserId === null ? ofNetworks : ofUsers;
  const turns = createTurnTimes();
  const waiting: Task[] = [];
  let running = 0;
  let mayWait = true;

  const remove = (task: Task): void => {
    const index = waiting.indexOf(task);
    if (index >= 0) waiting.splice(index, 1);
  };
  const begin = ({ who, dueAt }: Pick<Task, 'who' | 'dueAt'>): boolean => {
    if (running >= maxRunning || !sharesOf(who).acquire(keyOf(who))) return false;
    running += 1;
    turns.begin(dueAt);
    return true;
  };
  const startNext = (): void => {
    // Callers whose share of running tasks is used up: their other waiting tasks are skipped.
    const full = new Set<string>();
    for (const task of waiting.toSorted(bySoonest)) {
      const key = keyOf(task.who);
      if (running >= maxRunning) return;
      if (full.has(key)) continue;
      if (!begin(task)) {
        full.add(key);
        continue;
      }
      remove(task);
      task.start();
    }
  };
  /**
   * Makes room in a full queue by giving up the task that would wait longest; among equals, one of
   * the network with most waiting tasks. False if that is the new task itself, which is then
   * refused.
   */
  const makeRoom = (who: Waiter, dueAt: number): boolean => {
    const isKnown = who.knownUserId !== null;
    const others = waiting.filter((task) => (task.who.knownUserId !== null) === isKnown);
    if (others.length < (isKnown ? options.maxWaitingKnown : options.maxWaiting)) return true;
    const last = Math.max(...others.map((task) => task.dueAt));
    if (last < dueAt) return false;
    const { heaviest, loadOf } = weigh(others);
    const victim = heaviest(others.filter((task) => task.dueAt === last).toSorted(bySoonest));
    if (victim === undefined || (last === dueAt && loadOf(victim.who) <= loadOf(who, 1))) {
      return false;
    }
    victim.giveUp();
    return true;
  };
  const turnOf = (who: Waiter, dueAt: number, signal: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const end = (isBegun: boolean): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(isBegun);
      };
      const giveUp = (): void => {
        remove(task);
        end(false);
      };
      const task = { who, dueAt, start: () => end(true), giveUp };
      waiting.push(task);
      signal?.addEventListener('abort', giveUp, { once: true });
    });

  return {
    run: async (who, work, signal) => {
      const sizes = sizesOf(who);
      const dueAt = turns.due(sizes);
      if (signal?.aborted) return null;
      // A new task may begin at once if a slot is free and the share of its network is not used up.
      // This task overtakes no one: while a slot is free, tasks wait only because the share of
      // their network is used up.
      const isBegun = begin({ who, dueAt });
      if (!isBegun && !(mayWait && makeRoom(who, dueAt))) return null;
      turns.count(sizes);
      if (!isBegun && !(await turnOf(who, dueAt, signal))) return null;
      try {
        return { value: await work() };
      } finally {
        sharesOf(who).release(keyOf(who));
        running -= 1;
        if (running === 0 && waiting.length === 0) turns.forget();
        startNext();
      }
    },
    stopWaiting: () => {
      mayWait = false;
      for (const task of [...waiting]) task.giveUp();
    },
  };
}

const keyOf = ({ network, knownUserId }: Waiter): string =>
  knownUserId === null ? network : `user ${knownUserId}`;

/**
 * Measures how many waiting tasks each network has, in relation to its size. Tasks of known users
 * count for the network from which they call, too.
 */
function weigh(tasks: readonly Task[]) {
  const counts = new Map<string, number>();
  for (const { who } of tasks) {
    for (const { key } of placesOf(who)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const loadOf = (who: Waiter, more = 0): number =>
    Math.max(...placesOf(who).map(({ key, factor }) => ((counts.get(key) ?? 0) + more) / factor));
  /** Finds the newest task of the network with the most waiting tasks in relation to its size. */
  const heaviest = (among: readonly Task[]): Task | undefined => {
    const loads = among.map(({ who }) => loadOf(who));
    return among[loads.lastIndexOf(Math.max(...loads))];
  };
  return { loadOf, heaviest };
}

/**
 * The networks in which a caller is counted, from the narrowest to the widest. A known user whose
 * network is not known is counted alone.
 */
const placesOf = (who: Waiter): readonly NetworkSize[] =>
  networkSizes(who.network === '' ? keyOf(who) : who.network);

const sizesOf = (who: Waiter): readonly NetworkSize[] => networkSizes(keyOf(who));

/**
 * Sorts by the time when tasks are due. Among equals, known users come first, then those who came
 * first, as the sort is stable.
 */
const bySoonest = (one: Task, other: Task): number =>
  one.dueAt - other.dueAt ||
  Number(one.who.knownUserId === null) - Number(other.who.knownUserId === null);

/**
 * Decides when tasks are due. Each task postpones the next turn of the networks that contain its
 * caller: by less for a larger network, which may do more. A network that has not asked for a while
 * is due now, and gets no credit for the turns that it missed.
 */
function createTurnTimes() {
  const nextTurns = new Map<string, number>();
  let now = 0;
  const next = (key: string): number => Math.max(now, nextTurns.get(key) ?? 0);
  return {
    due: (sizes: readonly NetworkSize[]): number => Math.max(...sizes.map(({ key }) => next(key))),
    count: (sizes: readonly NetworkSize[]): void => {
      for (const { key, factor } of sizes) nextTurns.set(key, next(key) + 1 / factor);
      if (nextTurns.size < MAX_NEXT_TURNS) return;
      // Networks whose next turn lies in the future are still remembered, because their tasks wait
      // for that turn.
      for (const [key, at] of nextTurns) if (at <= now) nextTurns.delete(key);
    },
    begin: (dueAt: number): void => {
      now = Math.max(now, dueAt);
    },
    forget: (): void => {
      nextTurns.clear();
      now = 0;
    },
  };
}

const MAX_NEXT_TURNS = 10_000;
