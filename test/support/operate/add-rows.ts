import type { AlarmKind } from '../../../src/alarms/alarm-store.ts';
import type { OperateSite } from './operate-site.ts';

interface Raised {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: string;
  readonly count: number;
  readonly hours: number;
  readonly isAcknowledged?: boolean;
  readonly note?: string;
}

const HASH = '6f8a'.repeat(16);

export const ALARMS: readonly Raised[] = [
  {
    kind: 'payment_stranded',
    subject: HASH,
    detail: 'the payment hangs in the node; satchel payments stranded says what is known of it',
    count: 1,
    hours: 3,
  },
  {
    kind: 'job_parked',
    subject: '4711',
    detail: 'job 4711 (mail-notices) failed 25 times: connect ECONNREFUSED 192.0.2.25:587',
    count: 3,
    hours: 7,
  },
  {
    kind: 'credit_parked',
    subject: HASH,
    detail: 'the node reported 1234567890 msat that could not be credited; it is in unclaimed',
    count: 1,
    hours: 25,
  },
  {
    kind: 'fee_above_reserve',
    subject: '018f0000-0000-7000-8000-000000000001',
    detail: 'the fee of 1204 msat is above the reserve of 1000 msat',
    count: 1342,
    hours: 60,
  },
  {
    kind: 'backup_failed',
    subject: 'backup',
    detail: 'ENOSPC: no space left on device, write',
    count: 2,
    hours: 90,
    isAcknowledged: true,
    note: 'The disk was full. Moved the backups to a larger one.',
  },
  {
    kind: 'payment_of_others',
    subject: HASH,
    detail: 'the node paid 60000 msat that this database does not know',
    count: 1,
    hours: 200,
    isAcknowledged: true,
  },
];

export async function addAlarms({ owner }: OperateSite): Promise<void> {
  for (const { kind, subject, detail, count, hours, isAcknowledged = false, note } of ALARMS) {
    await owner`
      insert into alarm (kind, subject, detail, count, day, first_at, last_at, acknowledged_at,
        acknowledged_by, note)
      select ${kind}, ${subject}, ${detail}, ${count}, last_at::date,
        last_at - interval '50 minutes', last_at, case when ${isAcknowledged} then now() end,
        (select id from wallet_user where ${note !== undefined} and is_admin
          order by created_at limit 1), ${note ?? null}
      from (select now() - ${hours} * interval '1 hour' as last_at) at`;
  }
}

const PARKED = [
  ['mail-notices', 'connect ECONNREFUSED 192.0.2.25:587', 30],
  ['tell-of-endpoint', '550 5.1.1 <nobody@department.university.example>: user unknown', 9],
] as const;

export async function addJobs({ owner }: OperateSite): Promise<void> {
  for (const [kind, error, hours] of PARKED) {
    await owner`
      insert into job (kind, payload, run_at, attempts, max_attempts, last_error, parked_at)
      select ${kind}, '{}', at, 25, 25, ${error}, at
      from (select now() - ${hours} * interval '1 hour' as at) at`;
  }
  await owner`
    insert into job (kind, payload, run_at, attempts, max_attempts, lease_until, last_error)
    values
      ('make-checkpoints', '{}', now(), 1, 25, now() + interval '1 day', null),
      ('pay-order', '{}', now() - interval '4 minutes', 3, 25, null, 'the payee does not answer'),
      ('close-statements', '{}', now() + interval '2 hours', 0, 25, null, null),
      ('sweep-notices', '{}', now() + interval '1 day', 0, 25, null, null)`;
}

/** URLs of webhook receivers. Several users have theirs on the same host. */
const URLS = [
  ...['https://hooks.shop.example/in/1', 'https://hooks.shop.example/in/2'],
  'https://a-receiver-with-a-long-name.eu-central-1.functions.cloud.example/satchel',
  'https://pay.bakery.example/hook',
];

export async function addEndpoints(
  { owner }: OperateSite,
  users: readonly string[],
): Promise<void> {
  for (const [index, url] of URLS.entries()) {
    const failures = 3 + index * 400;
    await owner`
      insert into webhook_endpoint (id, user_id, url, description, filter_types, failing_since,
        consecutive_failures, told_after_seq, created_at)
      values (${`operate-${index}`}, ${users[index] ?? ''}, ${url}, '',
        array['invoice.incoming.settled']::webhook_event_type[],
        now() - ${1 + index * 9} * interval '1 hour', ${failures}, 0,
        now() - interval '90 days')`;
  }
  await owner`
    insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at)
    select 'operate-0', gen_random_uuid(), 'invoice.incoming.settled', 'pending',
      now() + (n - 12) * interval '4 minutes'
    from generate_series(1, 1204) n`;
}

export async function addBackups({ owner }: OperateSite): Promise<void> {
  await owner`
    insert into backup_run (ended_at, taken_at, file, bytes, sha256, is_sealed, verified)
    select at, at - interval '2 minutes', 'satchel-' || to_char(at, 'YYYYMMDD-HH24MI') || '.sealed',
      48000000 - n * 731000, md5(n::text) || md5(n::text), true,
      case n % 3 when 2 then 'checksums' else 'restored' end
    from (select n, now() - n * interval '24 hours' - interval '5 hours' as at
      from generate_series(0, 6) n) made`;
  await owner`
    insert into backup_run (ended_at, error)
    values (now() - interval '90 hours', 'ENOSPC: no space left on device, write')`;
}
