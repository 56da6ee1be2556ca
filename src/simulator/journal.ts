import { appendFileSync, closeSync, fdatasync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { JournalEntry } from './journal-entry.ts';

/**
 * An append-only file of entries, one per line: CRC-32 in hex, a space, JSON. An entry must be on
 * disk (fdatasync) before anything is sent that depends on it, so that no client knows more than
 * the journal after a crash. Entries that arrive during a sync are all written by the next one.
 */
export interface Journal {
  append(entry: JournalEntry): void;
  /**
   * Calls back once all entries appended so far are on disk. Callbacks run in the order of the
   * calls.
   */
  afterDurable(callback: () => void): void;
  /** Waits until all entries are on disk, then closes the file. */
  close(): Promise<void>;
}

export class JournalFault extends Error {
  override readonly name = 'JournalFault';
}

export function openJournal(path: string): Journal {
  const file = openSync(path, 'a', 0o600);
  let lines: string[] = [];
  let waiting: (() => void)[] = [];
  let isSyncing = false;

  const flush = (): void => {
    const callbacks = waiting;
    waiting = [];
    const text = lines.join('');
    lines = [];
    isSyncing = true;
    appendFileSync(file, text);
    fdatasync(file, (error) => {
      // A process that cannot write its journal must not answer anything, so it ends.
      if (error !== null) throw new JournalFault('cannot write the journal', { cause: error });
      isSyncing = false;
      for (const callback of callbacks) callback();
      if (lines.length > 0 || waiting.length > 0) schedule();
    });
  };
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || isSyncing) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      flush();
    });
  };

  return {
    append(entry) {
      lines.push(journalLine(entry));
      schedule();
    },
    afterDurable(callback) {
      if (lines.length === 0 && waiting.length === 0 && !isSyncing) {
        callback();
      } else {
        waiting.push(callback);
        schedule();
      }
    },
    close() {
      return new Promise((resolve) => {
        const finish = (): void => {
          if (lines.length > 0 || isSyncing) {
            this.afterDurable(finish);
          } else {
            closeSync(file);
            resolve();
          }
        };
        finish();
      });
    },
  };
}

export function journalLine(entry: JournalEntry): string {
  const json = JSON.stringify(entry, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${checksum(json)}${json}\n`;
}

/**
 * Yields all entries of a file in order, and returns how many of its bytes are valid. A crash may
 * have truncated the last line; damage anywhere else is a fault.
 */
export function* readJournal(path: string): Generator<JournalEntry, { validBytes: number }> {
  let validBytes = 0;
  for (const { line, byteLength, isLast } of readLines(path)) {
    const entry = parseLine(line);
    if (entry === null) {
      if (isLast) break;
      throw new JournalFault(`the journal ${path} is damaged at byte ${validBytes}`);
    }
    validBytes += byteLength;
    yield entry;
  }
  return { validBytes };
}

interface Line {
  readonly line: string;
  /** The length of the line in bytes, with its line feed. */
  readonly byteLength: number;
  readonly isLast: boolean;
}

const CHUNK_BYTES = 1 << 20;

/** Yields whole lines. A remainder without a line feed is yielded as an empty last line. */
function* readLines(path: string): Generator<Line> {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    let seenBytes = 0;
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        seenBytes += end + 1 - start;
        const line = bytes.toString('utf8', start, end);
        yield { line, byteLength: end + 1 - start, isLast: seenBytes === size };
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
    if (rest.length > 0) yield { line: '', byteLength: 0, isLast: true };
  } finally {
    closeSync(file);
  }
}

/**
 * Parses a line of the journal. Amounts are written as text and read back as bigint; they are
 * recognised by the ending `Msat` of their keys.
 */
function parseLine(line: string): JournalEntry | null {
  const json = line.slice(9);
  if (line.slice(0, 9) !== checksum(json)) return null;
  const entry: unknown = JSON.parse(json);
  reviveAmounts(entry);
  return isEntry(entry) ? entry : null;
}

/**
 * Whether a value is an entry. The checksum has shown that the simulator wrote the line, so its
 * form needs no further check.
 */
const isEntry = (value: unknown): value is JournalEntry =>
  typeof value === 'object' && value !== null && 'kind' in value;

const checksum = (json: string): string => `${crc32(json).toString(16).padStart(8, '0')} `;

/**
 * Turns amounts into bigint, changing the object itself. A JSON.parse callback for every value
 * would be three times slower.
 */
function reviveAmounts(value: unknown): void {
  if (!isFields(value)) return;
  for (const key in value) {
    const field = value[key];
    if (typeof field === 'object') {
      if (key.endsWith('Msat') && Array.isArray(field)) value[key] = field.map(BigInt);
      else reviveAmounts(field);
    } else if (key.endsWith('Msat') && typeof field === 'string') {
      value[key] = BigInt(field);
    }
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
