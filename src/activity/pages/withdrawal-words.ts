import { DAY_MS } from '../../base/durations.ts';
import type { Withdrawal } from '../../onchain/withdrawal.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { RecordWords } from './record-words.ts';

/** What is known of bitcoin that goes to an address, and no more than that. */
export function withdrawalWords(texts: PageTexts, withdrawal: Withdrawal, now: Date): RecordWords {
  const { withdrawal: words, format } = texts;
  const waiting = { look: 'waiting', detail: null, say: null } as const;
  const { amountSat, heldSat, createdAt, isInternal, state } = withdrawal;
  switch (state) {
    case 'reserved': {
      const [held, amount] = [format.sat(heldSat), format.sat(amountSat)];
      const lead = words.prepared.lead({ held, amount, fee: format.sat(heldSat - amountSat) });
      return { ...waiting, title: words.prepared.title, lead };
    }
    case 'unknown':
      return { ...waiting, ...words.unknown };
    case 'signed':
      return { ...waiting, ...words.signed };
    case 'broadcast': {
      const isLong = now.getTime() - createdAt.getTime() > DAY_MS;
      return { ...waiting, ...(isLong ? words.longBroadcast : words.broadcast) };
    }
    case 'settled': {
      const { title, lead, inside, outOfBlock } = words.settled;
      const isOut = !isInternal && withdrawal.block === null;
      const said = isInternal ? inside : isOut ? outOfBlock : lead;
      return { title, lead: said, look: 'good', detail: null, say: `${title}. ${said}` };
    }
    case 'failed':
      return failedWords(texts, withdrawal);
  }
}

function failedWords(
  { activityRecord, withdrawal: words }: PageTexts,
  { failure }: Withdrawal,
): RecordWords {
  const causes: Readonly<Partial<Record<string, string>>> = words.causes;
  const { title, nothingTaken } = activityRecord.failed;
  const lead = `${causes[failure?.reason ?? ''] ?? words.causes.other} ${nothingTaken}`;
  return { title, lead, look: 'bad', detail: null, say: `${title}. ${lead}` };
}
