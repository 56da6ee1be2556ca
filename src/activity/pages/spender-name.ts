import { OPERATOR_GRANT, WEB_GRANT } from '../../authorization/caller.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { Text } from '../../i18n/message.ts';
import { ADDRESS_GRANT } from '../../invoices/invoice-store.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Spender } from '../activity-store.ts';
import type { ActivityLine } from './activity-line.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';

export type Spenders = ReadonlyMap<string, Spender>;
type Words = PageTexts['records']['spenders'];

/** Reads the names of all apps and tokens that caused entries of a list. */
export async function readSpenders(
  { activity }: Pick<ActivityPageDeps, 'activity'>,
  userId: string,
  grantIds: readonly (string | null)[],
): Promise<Spenders> {
  const named = new Set(grantIds.filter((id) => id !== null && !OWN.has(id)));
  const wanted = [...named].filter((id) => id !== null);
  const found = wanted.length === 0 ? [] : await activity.nameSpenders(userId, wanted);
  return new Map(found.map((spender) => [spender.grantId, spender]));
}

const OWN: ReadonlySet<string> = new Set([OPERATOR_GRANT, WEB_GRANT, ADDRESS_GRANT]);

/** The name of an app or token, as text: strangers may have chosen it. */
export function spenderName(words: Words, spenders: Spenders, grantId: string): Html {
  if (grantId === WEB_GRANT) return html`${words.you}`;
  if (grantId === OPERATOR_GRANT) return html`${words.operator}`;
  if (grantId === ADDRESS_GRANT) return html`${words.address}`;
  const spender = spenders.get(grantId);
  return spender === undefined
    ? html`${words.unknown}`
    : html`<bdi>${nameOfSpender(words, spender)}</bdi>`;
}

/**
 * Names the app or token that caused a line; null if the user did it on the pages of this service.
 */
export function spenderPart(
  words: PageTexts['records'],
  spenders: Spenders,
  { state, direction, grantId }: Pick<ActivityLine, 'state' | 'direction' | 'grantId'>,
): Text | null {
  if (grantId === null || grantId === WEB_GRANT) return null;
  const { sent, received, started } = words.by;
  const isIncoming = direction === 'incoming';
  if (isIncoming && grantId === ADDRESS_GRANT) return received.address;
  const outgoing = state === 'settled' ? sent : started;
  if (!isIncoming && grantId === OPERATOR_GRANT) return outgoing.operator;
  const spender = spenders.get(grantId);
  const did = isIncoming ? received : outgoing;
  if (spender === undefined) return did.unknown;
  const name = html`<bdi>${nameOfSpender(words.spenders, spender)}</bdi>`;
  return did[spender.kind]({ name });
}

export const nameOfSpender = (words: Words, { kind, name, isEnded }: Spender): string =>
  isEnded ? words.ended[kind]({ name }) : name;
