import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/operate.json`. */
export interface OperateMessages {
  readonly overview: {
    readonly title: string;
    readonly lead: string;
    readonly well: string;
    readonly needs: string;
    readonly trouble: {
      readonly notCovered: string;
      readonly stopped: string;
      readonly standbyAway: string;
      readonly nodeAway: string;
      readonly books: Message<{ count: Text }>;
      readonly alarms: Message<{ count: Text }>;
      readonly longOpen: string;
      readonly parked: Message<{ count: Text }>;
      readonly lateBackup: string;
      readonly noBackup: string;
      readonly unclaimed: string;
      readonly staleCheckpoint: string;
      readonly noSamples: string;
    };
    readonly cover: {
      readonly title: string;
      readonly covered: string;
      readonly notCovered: string;
      readonly notKnown: string;
      readonly owes: string;
      readonly holds: string;
      readonly lastKnown: Message<{ time: Text }>;
      readonly never: string;
      readonly percent: Message<{ percent: Text }>;
      readonly bar: Message<{ owed: Text; owned: Text }>;
      readonly wallets: string;
      readonly held: string;
      readonly unclaimed: string;
      readonly missing: string;
      readonly days: string;
      readonly none: string;
      readonly chart: Message<{ from: Text; lowest: Text; to: Text }>;
      readonly noCover: string;
      readonly owed: string;
      readonly owned: string;
      readonly worst: string;
      readonly table: string;
      readonly caption: string;
      readonly when: string;
      readonly share: string;
      readonly unknown: string;
    };
    readonly outside: {
      readonly title: string;
      readonly allowed: string;
      readonly stopped: string;
      readonly since: Message<{ time: Text }>;
      readonly reasons: {
        readonly restored: string;
        readonly database_changed: string;
        readonly books: string;
        readonly operator: string;
      };
      readonly internal: string;
      readonly open: string;
      readonly none: string;
      readonly openFor: Message<{ amount: Text; count: Text }>;
      readonly oldest: string;
    };
    readonly liquidity: {
      readonly title: string;
      readonly canSend: string;
      readonly canReceive: string;
      readonly bar: Message<{ receive: Text; send: Text }>;
      readonly channels: string;
      readonly active: Message<{ active: Text; all: Text }>;
      readonly notKnown: string;
    };
    readonly alarms: {
      readonly title: string;
      readonly none: string;
      readonly all: Message<{ count: Text }>;
    };
    readonly webhooks: {
      readonly title: string;
      readonly waiting: string;
      readonly due: string;
      readonly failing: string;
      readonly disabled: string;
      readonly jobs: string;
      readonly parked: string;
    };
    readonly proofs: {
      readonly title: string;
      readonly books: string;
      readonly balanced: string;
      readonly findings: Message<{ count: Text }>;
      readonly notChecked: string;
      readonly checkpoint: string;
      readonly noCheckpoint: string;
      readonly tooOld: string;
      readonly backup: string;
      readonly noBackup: string;
      readonly noSchedule: string;
      readonly backupFailed: string;
    };
    readonly installation: {
      readonly title: string;
      readonly users: string;
      readonly database: string;
      readonly schema: string;
      readonly revisions: Message<{ functions: Text; migration: Text }>;
      readonly runtime: string;
      readonly nodeVersion: string;
      readonly notKnown: string;
    };
    readonly lessThanMinute: string;
    readonly minutes: Message<{ count: Text }>;
    readonly hours: Message<{ count: Text }>;
    readonly days: Message<{ count: Text }>;
  };
}
