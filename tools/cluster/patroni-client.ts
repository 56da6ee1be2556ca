import { request } from 'undici';
import { listField, textField } from '../../test/support/fields.ts';
import type { ClusterSecrets } from './config-texts.ts';

/** A member as the REST interface of Patroni reports it. */
export interface MemberView {
  readonly name: string;
  /** `leader`, `sync_standby`, `replica`, … */
  readonly role: string;
  /** `running`, `streaming`, `stopped`, … */
  readonly state: string;
}

const ANSWER_LIMIT_MS = 3000;

/** Reads the members of the cluster; null when this member does not answer. */
export async function readMembers(restPort: number): Promise<readonly MemberView[] | null> {
  try {
    const answer = await request(`http://127.0.0.1:${restPort}/cluster`, {
      headersTimeout: ANSWER_LIMIT_MS,
      bodyTimeout: ANSWER_LIMIT_MS,
    });
    return listField(await answer.body.json(), 'members').map((member) => ({
      name: textField(member, 'name'),
      role: textField(member, 'role'),
      state: textField(member, 'state'),
    }));
  } catch {
    return null;
  }
}

/** Whether the proxy would lead to this member. */
export async function isPrimary(restPort: number): Promise<boolean> {
  try {
    const answer = await request(`http://127.0.0.1:${restPort}/primary`, {
      headersTimeout: ANSWER_LIMIT_MS,
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

/** Changes the primary on purpose. Returns when Patroni has done so. */
export async function switchOver(
  restPort: number,
  { restUser, restPassword }: ClusterSecrets,
  order: { readonly leader: string; readonly candidate: string },
): Promise<void> {
  const login = Buffer.from(`${restUser}:${restPassword}`).toString('base64');
  const answer = await request(`http://127.0.0.1:${restPort}/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`no switchover: ${answer.statusCode} ${text}`);
}

/**
 * Whether all members are there and either lead or stream, one of them as the synchronous standby.
 */
export const isWhole = (members: readonly MemberView[], count: number): boolean =>
  members.length === count &&
  members.filter(({ role }) => role === 'leader').length === 1 &&
  members.some(({ role }) => role === 'sync_standby') &&
  members.every(({ role, state }) => state === (role === 'leader' ? 'running' : 'streaming'));

export const leaderOf = (members: readonly MemberView[]): string | null =>
  members.find(({ role }) => role === 'leader')?.name ?? null;

export const syncStandbyOf = (members: readonly MemberView[]): string | null =>
  members.find(({ role }) => role === 'sync_standby')?.name ?? null;
