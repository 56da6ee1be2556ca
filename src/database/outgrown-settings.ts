import type { OutgrownSetting } from './table-size-store.ts';

/** Settings whose defaults are made for small databases. */
export const ADVISED_SETTINGS = [
  'max_wal_size',
  'checkpoint_timeout',
  'wal_compression',
  'shared_buffers',
] as const;

export interface ServerSetting {
  readonly name: (typeof ADVISED_SETTINGS)[number];
  /** The value as the server writes it. */
  readonly value: string;
  /** The value in bytes or in seconds; for `wal_compression` 1 when it is on, and 0 when off. */
  readonly amount: bigint;
}

const GB = 1024n ** 3n;
const MINUTE_SEC = 60n;

type Advice = Readonly<Record<ServerSetting['name'], Pick<ServerSetting, 'value' | 'amount'>>>;

/** The advice by size of the database, for the largest first. Smaller ones do with the defaults. */
const ADVICE: readonly (readonly [fromBytes: bigint, Advice])[] = [
  [
    100n * GB,
    {
      max_wal_size: { value: '16GB', amount: 16n * GB },
      checkpoint_timeout: { value: '30min', amount: 30n * MINUTE_SEC },
      wal_compression: { value: 'lz4', amount: 1n },
      shared_buffers: { value: '4GB', amount: 4n * GB },
    },
  ],
  [
    10n * GB,
    {
      max_wal_size: { value: '4GB', amount: 4n * GB },
      checkpoint_timeout: { value: '15min', amount: 15n * MINUTE_SEC },
      wal_compression: { value: 'lz4', amount: 1n },
      shared_buffers: { value: '512MB', amount: GB / 2n },
    },
  ],
];

/** Finds the settings of the server that are below what is advised for a database of this size. */
export function findOutgrown(
  databaseBytes: bigint,
  settings: readonly ServerSetting[],
): readonly OutgrownSetting[] {
  const [, advice] = ADVICE.find(([fromBytes]) => databaseBytes >= fromBytes) ?? [];
  if (advice === undefined) return [];
  return settings
    .filter(({ name, amount }) => amount < advice[name].amount)
    .map(({ name, value }) => ({ name, value, advised: advice[name].value }));
}
