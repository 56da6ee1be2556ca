import { type Rate, satsFor } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import { PLAY_PATH } from '../../receive/pages/play-paths.ts';
import { card } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { moneyText } from '../../web/pages/fiat-value.ts';
import { ADDRESS_PATH, RECEIVE_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

interface NewWallet {
  readonly lightningAddress: string | null;
  readonly isPlay: boolean;
  /** The price of a bitcoin in the currency that the reader chose; null if they chose none. */
  readonly rate: Rate | null;
}

/** A card for users who have never received money: ways to get some, and what a sat is. */
export function firstMoney(texts: PageTexts, { lightningAddress, isPlay, rate }: NewWallet): Html {
  const { begin: words } = texts.home;
  const { address, invoice, play } = words;
  const way = (title: string, text: string, link: Html): Html => html`
    <li>
      <h3>${title}</h3>
      <p>${text}</p>
      <p class="actions">${link}</p>
    </li>`;
  return card(
    words.title,
    html`
      <p>${words.sat} ${centWords(texts, rate)}</p>
      <ul class="steps">
        ${isPlay ? way(play.title, play.text, linkButton(play.open, PLAY_PATH)) : null}
        ${
          lightningAddress === null
            ? way(address.title, address.none, linkButton(address.choose, ADDRESS_PATH))
            : way(
                address.title,
                address.own({ address: lightningAddress }),
                linkButton(address.open, ADDRESS_PATH),
              )
        }
        ${way(invoice.title, invoice.text, linkButton(invoice.open, RECEIVE_PATH))}
      </ul>`,
  );
}

function centWords({ format, home: { begin: words } }: PageTexts, rate: Rate | null): string {
  const amountSat = rate === null ? 0n : satsFor(1n, rate);
  return rate === null || amountSat === 0n
    ? words.cent
    : words.price({
        money: moneyText(1n, rate.currency, format.locale),
        amount: format.sat(amountSat),
      });
}
