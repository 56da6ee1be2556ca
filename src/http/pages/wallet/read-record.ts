import { assert } from '../../../base/assert.ts';

/** What a line of a statement needs of a settled record. */
export interface RecordLine {
  readonly identifier: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly amountSat: number;
  readonly feeSat: number;
  readonly settledAt: Date;
  /** What it was for, in the words of one side; null if neither wrote any. */
  readonly purpose: string | null;
  /** The name that the payer gave; null if they gave none. */
  readonly payer: string | null;
  readonly isKeysend: boolean;
}

/** Records are JSON texts that we wrote ourselves, see wallet/settled-record.ts. */
export function readRecordLine(body: string): RecordLine {
  const record = new Map<string, unknown>(Object.entries(JSON.parse(body)));
  const texts = ['memo', 'comment', 'keysend_message'].map((name) => record.get(name));
  const payer = record.get('payer_name');
  return {
    identifier: textOf(record, 'identifier'),
    direction: record.get('type') === 'outgoing' ? 'outgoing' : 'incoming',
    amountSat: numberOf(record, 'amount'),
    feeSat: numberOf(record, 'fee'),
    settledAt: new Date(textOf(record, 'settled_at')),
    purpose: texts.find(isSaid) ?? null,
    payer: isSaid(payer) ? payer : null,
    isKeysend: record.get('payment_request') === '',
  };
}

const isSaid = (value: unknown): value is string => typeof value === 'string' && value !== '';

function textOf(record: ReadonlyMap<string, unknown>, name: string): string {
  const value = record.get(name);
  assert(typeof value === 'string', `a settled record has ${name}`);
  return value;
}

function numberOf(record: ReadonlyMap<string, unknown>, name: string): number {
  const value = record.get(name);
  assert(typeof value === 'number', `a record has ${name}`);
  return value;
}
