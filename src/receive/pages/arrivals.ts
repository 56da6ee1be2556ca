import { type Sat, sat } from '../../base/amount.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { Deposit } from '../../onchain/deposit.ts';
import { type DepositProgress, depositProgress } from '../../onchain/deposit-progress.ts';
import type { DepositStore } from '../../onchain/deposit-store.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import { depositPath, progressWords } from '../../onchain/pages/deposit-words.ts';
import { givenTime } from '../../web/pages/formatters.ts';
import { icon } from '../../web/pages/icons.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Bitcoin that was sent to an address of the user, as the page shows it. */
export interface Arrival {
  readonly deposit: Deposit;
  /** What the deposit still waits for, such as confirmations; null once it is credited. */
  readonly progress: DepositProgress | null;
}

export interface ArrivalsDeps {
  readonly deposits: Pick<DepositStore, 'findUnusedAddress' | 'listOfUser' | 'readHeight'>;
}

export interface Arrivals {
  /** An address of the user that was not paid yet; null where there is none. */
  readonly unused: string | null;
  readonly open: readonly Arrival[];
  /** Deposits at the address that was paid last, newest first. */
  readonly latest: readonly Arrival[];
}

const LISTED_DEPOSITS = 20;

export async function readArrivals(
  { deposits }: ArrivalsDeps,
  { rules }: Pick<Onchain, 'rules'>,
  userId: string,
): Promise<Arrivals> {
  const [unused, listed, tipHeight] = await Promise.all([
    deposits.findUnusedAddress(userId),
    deposits.listOfUser(userId, { offset: 0, limit: LISTED_DEPOSITS }),
    deposits.readHeight(),
  ]);
  const arrivals = listed
    .filter(({ state }) => state === 'seen' || state === 'credited')
    .map((deposit): Arrival => {
      if (deposit.state === 'credited') return { deposit, progress: null };
      const openSat = openSum(listed, deposit.address);
      return { deposit, progress: depositProgress(rules, { deposit, tipHeight, openSat }) };
    });
  const newest = arrivals[0]?.deposit.address;
  return {
    unused,
    open: arrivals.filter(({ progress }) => progress !== null),
    latest: arrivals.filter(({ deposit }) => deposit.address === newest),
  };
}

const openSum = (listed: readonly Deposit[], address: string): Sat =>
  sumOf(listed.filter((one) => one.state === 'seen' && one.address === address));

export const sumOf = (deposits: readonly Deposit[]): Sat =>
  sat(deposits.reduce((sum, { amountSat }) => sum + amountSat, 0n));

/** A list of deposits, each with a link to its page. */
export const arrivalsList = (texts: PageTexts, arrivals: readonly Arrival[]): Html => html`
  <ul class="movements">
    ${arrivals.map((one) => html`<li>${renderArrival(texts, one)}</li>`)}
  </ul>`;

function renderArrival(texts: PageTexts, { deposit, progress }: Arrival): Html {
  const { bitcoin, deposit: words, format } = texts;
  const { amountSat, identifier, seenAt } = deposit;
  const isOpen = progress !== null;
  return html`
    <a class="movement ${isOpen ? 'pending' : 'settled'}" href="${depositPath(identifier)}">
      ${icon(isOpen ? 'pending' : 'incoming')}
      <span class="what">
        <span class="title">${isOpen ? words.onWay : words.arrived}</span>
        <span class="hint">${
          isOpen ? progressWords(texts, progress) : bitcoin.arrived.credited
        }</span>
      </span>
      <span class="how-much">
        ${format.inLists.amount(amountSat)}
        <span class="hint">${givenTime(seenAt.toISOString(), format.hourText(seenAt))}</span>
      </span>
    </a>`;
}
