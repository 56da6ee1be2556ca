import type { ActivityStore } from '../activity/activity-store.ts';
import { OPERATOR_GRANT, WEB_GRANT } from '../authorization/caller.ts';
import { ADDRESS_GRANT } from '../invoices/invoice-store.ts';
import type { StatementLine } from './statement.ts';

type OfGrant = Pick<StatementLine, 'grantId'>;

/**
 * Words in files for entries that no app or token ordered. They are the same in every language, as
 * programs read them.
 */
const OWN: ReadonlyMap<string, string> = new Map([
  [WEB_GRANT, 'you'],
  [OPERATOR_GRANT, 'operator'],
  [ADDRESS_GRANT, 'lightning address'],
]);

/**
 * Names, for each line, the app or token that ordered the payment or made the invoice; null where
 * none did, or where it was deleted.
 */
export async function nameApps(
  activity: Pick<ActivityStore, 'nameSpenders'>,
  userId: string,
  lines: readonly OfGrant[],
): Promise<(line: OfGrant) => string | null> {
  const used = new Set(lines.flatMap(({ grantId }) => (grantId === null ? [] : [grantId])));
  const wanted = [...used].filter((id) => !OWN.has(id));
  const found = wanted.length === 0 ? [] : await activity.nameSpenders(userId, wanted);
  const names = new Map([...OWN, ...found.map(({ grantId, name }) => [grantId, name] as const)]);
  return ({ grantId }) => (grantId === null ? null : (names.get(grantId) ?? null));
}
