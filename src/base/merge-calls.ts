/**
 * Merges calls: whatever waits while a call runs goes together into the next one. No timer is
 * involved, so a lone caller waits for nothing, and a crowd shares one round trip.
 */
export interface MergeOptions<Item> {
  /** Most items in one call. */
  readonly maxItems: number;
  /** Most items of one key (a user) in one call, so that nobody fills it alone. */
  readonly maxItemsPerKey: number;
  /** Calls that may run at the same time. */
  readonly maxCalls: number;
  readonly keyOf: (item: Item) => string;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** `call` answers each item at its own place; when it throws, every item is called for alone. */
export function mergeCalls<Item, Answer>(
  options: MergeOptions<Item>,
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let running = 0;

  const start = (): void => {
    while (running < options.maxCalls && waiting.length > 0) {
      const [batch, rest] = takeBatch(options, waiting);
      waiting = rest;
      running += 1;
      void runBatch(call, batch).finally(() => {
        running -= 1;
        start();
      });
    }
  };

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      start();
    });
}

function takeBatch<Item, Answer>(
  options: MergeOptions<Item>,
  waiting: readonly Waiting<Item, Answer>[],
): [Waiting<Item, Answer>[], Waiting<Item, Answer>[]] {
  const batch: Waiting<Item, Answer>[] = [];
  const rest: Waiting<Item, Answer>[] = [];
  const countByKey = new Map<string, number>();
  for (const entry of waiting) {
    const key = options.keyOf(entry.item);
    const count = countByKey.get(key) ?? 0;
    if (batch.length < options.maxItems && count < options.maxItemsPerKey) {
      countByKey.set(key, count + 1);
      batch.push(entry);
    } else {
      rest.push(entry);
    }
  }
  return [batch, rest];
}

async function runBatch<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Item, Answer>[],
): Promise<void> {
  const answers = batch.length > 1 ? await callOrNull(call, batch) : null;
  for (const [index, entry] of batch.entries()) {
    const answer = answers?.[index];
    if (answer !== undefined) entry.resolve(answer);
    else await runAlone(call, entry);
  }
}

async function callOrNull<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Item, Answer>[],
): Promise<readonly Answer[] | null> {
  try {
    return await call(batch.map((entry) => entry.item));
  } catch {
    // One item may have spoiled the call for all: each is repeated alone and gets its own error.
    return null;
  }
}

async function runAlone<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
  entry: Waiting<Item, Answer>,
): Promise<void> {
  try {
    const [answer] = await call([entry.item]);
    if (answer === undefined) entry.reject(new Error('a merged call gave no answer'));
    else entry.resolve(answer);
  } catch (error) {
    entry.reject(error);
  }
}
