import type { AlarmKind, ListedAlarm } from '../../alarms/alarm-store.ts';
import { type Html, html } from '../../i18n/html.ts';
import { type Entry, emptyState, entryList } from '../../web/pages/components.ts';
import { hiddenField, linkButton, selectField, submitButton } from '../../web/pages/controls.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { OPERATE_ROWS } from '../limits.ts';
import { acknowledgePath } from './list-actions.ts';
import { cutPage, listAddress, operatePage, turnPages, viewLinks } from './list-page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const PATH = '/operate/alarms';

/** The page of alarms. For those that need an admin, it says what to do. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'admin',
  handle: async ({ operatorStores }, { query, texts }) => {
    const words = texts.operateLists.alarms;
    const isOpen = query.text('show') !== 'earlier';
    const kind = readKind(texts, query.text('kind'));
    const after = query.text('after');
    const inputs = { show: isOpen ? '' : 'earlier', kind: kind ?? '' };
    const found = await operatorStores.alarmList.listAlarmPage({
      isOpen,
      kind,
      after: after || null,
      limit: OPERATE_ROWS + 1,
    });
    const { rows, next } = cutPage(found, OPERATE_ROWS);
    const none = isOpen ? words.none : words.noneEarlier;
    return operatePage(
      texts,
      'alarms',
      html`
        ${viewLinks(words.views, [
          [words.open, listAddress(PATH, { ...inputs, show: '' }), isOpen],
          [words.earlier, listAddress(PATH, { ...inputs, show: 'earlier' }), !isOpen],
        ])}
        ${kindFilter(texts, inputs)}
        ${
          rows.length === 0
            ? emptyState(none.title, kind === null ? none.text : words.noneOfKind)
            : entryList(rows.map((alarm) => toEntry(texts, alarm)))
        }
        ${turnPages(texts, { path: PATH, inputs, after, next })}`,
    );
  },
};

export const operateAlarmPages: readonly Page<OperatorPageDeps>[] = [show];

const readKind = ({ alarmAdvice }: PageTexts, text: string): AlarmKind | null =>
  isKeyOf(alarmAdvice, text) ? text : null;

const isKeyOf = <Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  text: string,
): text is Key => Object.hasOwn(table, text);

const kindFilter = (
  { node, operateLists: { alarms: words, ...shared } }: PageTexts,
  { show, kind }: { readonly show: string; readonly kind: string },
): Html => html`
  <form class="list-filter" method="get" action="${PATH}">
    ${show === '' ? null : hiddenField('show', show)}
    <div class="search-line">
      ${selectField({
        name: 'kind',
        label: words.kind,
        value: kind,
        options: [['', words.allKinds], ...Object.entries(node.alarms.kinds)],
      })}
      ${submitButton({ label: shared.show, look: 'plain' })}
    </div>
  </form>`;

function toEntry(texts: PageTexts, alarm: ListedAlarm): Entry {
  const { actions, alarmAdvice, format, node, operateLists } = texts;
  const { alarms: words } = operateLists;
  const { id, kind, subject, detail, count, firstAt, lastAt, acknowledged } = alarm;
  const since =
    count > 1
      ? words.repeated({
          count: format.digits(count),
          first: format.moment(firstAt),
          last: format.moment(lastAt),
        })
      : format.moment(lastAt);
  return {
    title: node.alarms.kinds[kind],
    meta: since,
    text: html`<strong>${words.whatToDo}</strong> ${alarmAdvice[kind]}<br>
      <span class="hint"><span lang="en">${detail}</span> <code>${subject}</code></span>
      ${acknowledged === null ? null : acknowledgement(texts, acknowledged)}`,
    actions:
      acknowledged === null ? linkButton(actions.acknowledge.submit, acknowledgePath(id)) : null,
  };
}

/** Says who has acknowledged an alarm, and the note that they wrote. */
const acknowledgement = (
  { actions: { log }, format, operateLists }: PageTexts,
  { at, by, note }: NonNullable<ListedAlarm['acknowledged']>,
): Html =>
  html`<br><span class="hint">${operateLists.alarms.earlier}: ${format.moment(at)}${
    by === null ? null : html`, ${by}`
  }${note === null ? null : html`<br>${log.facts.note}: <bdi>${note}</bdi>`}</span>`;
