import { html } from '../../i18n/html.ts';
import type { UnclaimedMoney } from '../../receipts/unclaimed-store.ts';
import { type Entry, emptyState, entryList, quotedText } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { OPERATE_ROWS } from '../limits.ts';
import { assignPath } from './list-actions.ts';
import { cutPage, operatePage, turnPages } from './list-page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { unclaimedFacts } from './unclaimed-facts.ts';

const PATH = '/operate/unclaimed';

/** The page of money that arrived and does not belong to any wallet yet. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'admin',
  handle: async ({ operatorStores }, { query, texts }) => {
    const words = texts.operateLists.unclaimed;
    const after = query.text('after');
    const found = await operatorStores.unclaimed.listUnclaimedAfter(
      after || null,
      OPERATE_ROWS + 1,
    );
    const { rows, next } = cutPage(found, OPERATE_ROWS);
    return operatePage(
      texts,
      'unclaimed',
      html`
        ${
          rows.length === 0
            ? emptyState(words.none.title, words.none.text)
            : html`<p>${words.howTo}</p>
              ${entryList(rows.map((one) => toEntry(texts, one)))}`
        }
        ${turnPages(texts, { path: PATH, inputs: {}, after, next })}`,
    );
  },
};

export const operateUnclaimedPages: readonly Page<OperatorPageDeps>[] = [show];

function toEntry(texts: PageTexts, money: UnclaimedMoney): Entry {
  const { actions, format, operateLists } = texts;
  const { unclaimed: words } = operateLists;
  const { id, amountMsat, settledAt, reason, arrival } = money;
  const facts = [
    [words.reason, reason.replaceAll('_', ' ')] as const,
    ...unclaimedFacts(texts, money),
  ];
  const rawEvent = arrival.rail === 'lightning' ? arrival.rawEvent : null;
  return {
    title: format.exact(amountMsat),
    meta: format.moment(settledAt),
    text: html`${facts.map(
      ([name, value], place) => html`${place === 0 ? null : html`<br>`}
      ${name} <code>${value}</code>`,
    )}`,
    aside:
      rawEvent === null
        ? null
        : html`<details>
            <summary>${words.event}</summary>${quotedText(words.event, rawEvent)}
          </details>`,
    actions: linkButton(actions.assign.title, assignPath(id)),
  };
}
