import assert from 'node:assert/strict';
import type {
  ActionDetail,
  ActionKind,
  ActionResult,
} from '../../../src/alarms/operator-log/operator-action.ts';
import type { OperateSite } from './operate-site.ts';

interface Acted {
  readonly kind: ActionKind;
  readonly hours: number;
  readonly isByCommand?: boolean;
  readonly subject?: string;
  readonly detail?: ActionDetail;
  /** The result of the action; null when no end is known. */
  readonly result?: ActionResult | null;
  readonly outcome?: ActionDetail;
}

const PAYMENT = '018f0000-0000-7000-8000-000000000001';
const RECEIPT = '018f0000-0000-7000-8000-0000000000a7';
const USER = '4f1c0b7d9e2a3c586d10';

export const ACTED: readonly Acted[] = [
  { kind: 'books_check', hours: 0.01, result: null },
  { kind: 'outside_allow', hours: 2 },
  {
    kind: 'outside_stop',
    hours: 3,
    detail: { note: 'A channel to our largest peer is being replaced.' },
  },
  {
    kind: 'payment_end',
    hours: 5,
    isByCommand: true,
    subject: PAYMENT,
    result: 'refused',
    outcome: { why: 'its channel closes in block 871442, and may be claimed until block 871586' },
  },
  { kind: 'payment_resolve', hours: 6, subject: PAYMENT, outcome: { state: 'in_flight' } },
  {
    kind: 'payment_resolve',
    hours: 7,
    subject: PAYMENT,
    result: 'failed',
    outcome: { why: 'the node does not answer' },
  },
  {
    kind: 'alarm_acknowledge',
    hours: 89,
    subject: 'backup',
    detail: {
      alarm: 'backup_failed',
      note: 'The disk was full. Moved the backups to a larger one.',
    },
  },
  {
    kind: 'unclaimed_assign',
    hours: 120,
    subject: RECEIPT,
    detail: { user: USER, amountSat: '21000' },
  },
  {
    kind: 'user_limits',
    hours: 130,
    subject: USER,
    detail: { maxBalance: '500000', maxSendDay: '50000' },
  },
  {
    kind: 'job_retry',
    hours: 150,
    isByCommand: true,
    subject: '4711',
    detail: { job: 'mail-notices' },
  },
  { kind: 'user_disable', hours: 190, subject: USER },
  { kind: 'user_invite', hours: 200, detail: { role: 'admin' } },
];

/** Adds actions to the log of operators, including refused and unfinished ones. */
export async function addActions({ owner }: OperateSite): Promise<void> {
  const [admin] = await owner<{ id: string }[]>`
    select id from wallet_user where is_admin and email like 'user%' order by created_at limit 1`;
  assert(admin !== undefined, 'one of the people is an admin');
  for (const { kind, hours, isByCommand = false, ...acted } of ACTED) {
    const { subject = '', detail = {}, result = 'done', outcome = {} } = acted;
    const end = result === null ? null : JSON.stringify(outcome);
    await owner`
      insert into operator_action (id, began_at, admin_id, kind, subject, detail, result, outcome,
        ended_at)
      select gen_random_uuid(), at, ${isByCommand ? null : admin.id}, ${kind}, ${subject},
        ${JSON.stringify(detail)}::text::json, ${result}, ${end}::text::json,
        case when ${result !== null} then at + interval '1 second' end
      from (select now() - ${hours} * interval '1 hour' as at) at`;
  }
}
