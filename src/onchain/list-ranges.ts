/**
 * Lists the wallet's transactions range by range. Blocks that the node cannot list are left out, so
 * that they hold up nothing else, and are asked for again at each later look at the chain.
 */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { BlockRange, ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { rangesFrom } from './block-ranges.ts';

/** The blocks that earlier looks at the chain have left unread. */
export interface UnreadBlocks {
  readonly ranges: readonly BlockRange[];
  /** The height up to which all other blocks were read. */
  readonly readTo: number;
  /**
   * Whether a look that was to read everything has left them out. Once they are read, everything
   * is.
   */
  readonly isOfWhole: boolean;
}

/**
 * The ranges of blocks to read: from a height up to the tip, and what earlier looks have left
 * unread below.
 */
export function rangesWithUnread(
  unread: UnreadBlocks | null,
  height: number,
  tipHeight: number,
): readonly BlockRange[] {
  const newest = rangesFrom(height, tipHeight);
  const below = Math.min(...newest.map(({ from }) => from)) - 1;
  const left = (unread?.ranges ?? []).map(({ from, to }) => ({
    from,
    to: Math.min(to ?? below, below),
  }));
  return [...left.filter(({ from, to }) => from <= to), ...newest];
}

export interface RangeLister {
  /** Yields the transactions of a range in one or more parts, without those of unread blocks. */
  list(range: BlockRange): AsyncIterable<readonly WalletTransaction[]>;
  /** What the node could not list, the lowest blocks first. */
  readonly unread: readonly UnreadRange[];
  /** Whether the node has listed any range at all. */
  readonly hasListed: boolean;
}

export interface UnreadRange {
  readonly range: BlockRange;
  readonly error: NodeFault;
}

/**
 * The most times that ranges are halved in one look at the chain. It suffices to find two blocks
 * that cannot be listed. What a look leaves unread, the next one halves further.
 */
const MAX_HALVINGS = 12;

/** Creates a lister for one look at the chain. It halves a range that the node cannot list. */
export function createRangeLister(
  chainWallet: Pick<ChainWallet, 'tip' | 'transactions'>,
  tipHeight: number,
): RangeLister {
  const unread: UnreadRange[] = [];
  let halvings = 0;
  let hasListed = false;
  async function* list(range: BlockRange): AsyncGenerator<readonly WalletTransaction[]> {
    let listed: readonly WalletTransaction[];
    try {
      listed = await chainWallet.transactions(range);
      hasListed = true;
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      // A node that does not answer at all makes the whole look fail.
      await chainWallet.tip();
      const last = range.to ?? tipHeight;
      if (last <= range.from || halvings >= MAX_HALVINGS) {
        unread.push({ range, error });
        return;
      }
      halvings += 1;
      const middle = Math.floor((range.from + last) / 2);
      yield* list({ from: range.from, to: middle });
      yield* list({ from: middle + 1, to: range.to });
      return;
    }
    yield listed;
  }
  return {
    list,
    unread,
    get hasListed() {
      return hasListed;
    },
  };
}

export interface TellOfUnreadDeps extends RaiseAlarmDeps {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

const UNREAD = { kind: 'chain_blocks_unread', subject: '' } as const;

/**
 * Raises an alarm about blocks that the node could not list, or ends it when the node has listed
 * all that it was asked for. `isTold` says whether the alarm is raised; null when an earlier
 * process may have raised it. Returns whether it is raised now.
 */
export async function tellOfUnread(
  deps: TellOfUnreadDeps,
  unread: readonly UnreadRange[],
  isTold: boolean | null,
): Promise<boolean> {
  const [first] = unread;
  if (first === undefined) {
    if (isTold !== false) await deps.alarms.endAlarm(UNREAD, 'the blocks could be read again');
    return false;
  }
  if (isTold === true) return true;
  const named = unread.slice(0, NAMED_AT_MOST).map(({ range }) => describe(range));
  const more = unread.length > NAMED_AT_MOST ? ' and others' : '';
  const detail = `${named.join(', ')}${more}: ${first.error.message}`;
  return await raiseAlarm(deps, { ...UNREAD, detail });
}

const NAMED_AT_MOST = 5;

const describe = ({ from, to }: BlockRange): string => {
  if (to === null) return `block ${from} and later, and what waits for a block`;
  return from === to ? `block ${from}` : `blocks ${from} to ${to}`;
};
