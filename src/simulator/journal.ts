import { appendFileSync, closeSync, fdatasync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { JournalEntry } from './journal-entry.ts';

/**
 * An append-only file of entries, one line each: CRC-32 in hex, a space, JSON. Anything that
 * reveals an entry to the outside waits for its fdatasync; entries that arrive during one share the
 * next.
 */
export interface Journal {
  append(entry: JournalEntry): void;
  /** Calls back once everything appended so far is on disk, in the order of the calls. */
  afterDurable(callback: () => void): void;
  /** Waits until everything is written, then closes. */
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
      // Without a writable journal the process must not answer anything: it ends.
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
 * All entries of a file, in order, and how many of its bytes are valid: a crash may truncate the
 * last line. Damage anywhere else is a fault.
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
  /** Bytes of the line, its line feed included. */
  readonly byteLength: number;
  readonly isLast: boolean;
}

const CHUNK_BYTES = 1 << 20;

/** Whole lines only; a remainder without a line feed is yielded as an empty last line. */
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

/** Amounts are written as text and read back as bigint: their keys end in `Msat`. */
function parseLine(line: string): JournalEntry | null {
  const json = line.slice(9);
  if (line.slice(0, 9) !== checksum(json)) return null;
  const entry: unknown = JSON.parse(json);
  reviveAmounts(entry);
  return isEntry(entry) ? entry : null;
}

/** The checksum says that we wrote the line, so its shape is ours. */
const isEntry = (value: unknown): value is JournalEntry =>
  typeof value === 'object' && value !== null && 'kind' in value;

const checksum = (json: string): string => `${crc32(json).toString(16).padStart(8, '0')} `;

/** Changes it in place: a JSON.parse callback for every value is three times slower. */
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
