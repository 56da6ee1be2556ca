import type { Setting } from '../../base/setting.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { emptyState, table } from '../../web/pages/components.ts';
import { linkButton, submitButton, textField } from '../../web/pages/controls.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_OPERATE_SEARCH } from '../limits.ts';
import { operatePage } from './list-page.ts';
import { SETTINGS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/** The page with the settings of this process. Secret parts are left out. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: SETTINGS_PATH,
  access: 'admin',
  handle: async ({ operatorStores: { settings } }, { query, texts }) => {
    const words = texts.operateLists.settings;
    const search = query.text('q').trim().slice(0, MAX_OPERATE_SEARCH);
    const found = settings.filter((setting) => matches(setting, search.toLowerCase()));
    return operatePage(
      texts,
      'settings',
      html`
        <p class="hint">${words.secrets}</p>
        ${searchForm(texts, search)}
        ${
          found.length === 0
            ? emptyState(words.none.title, words.none.text)
            : settingTable(texts, found)
        }`,
    );
  },
};

export const operateSettingPages: readonly Page<OperatorPageDeps>[] = [show];

const matches = ({ name, description }: Setting, part: string): boolean =>
  name.toLowerCase().includes(part) || description.toLowerCase().includes(part);

const searchForm = ({ operateLists: words }: PageTexts, search: string): Html => html`
  <form class="list-filter" method="get" action="${SETTINGS_PATH}" role="search">
    <div class="search-line">
      ${textField({
        name: 'q',
        label: words.search,
        value: search,
        maxLength: MAX_OPERATE_SEARCH,
      })}
      ${submitButton({ label: words.show, look: 'plain' })}
    </div>
    ${search === '' ? null : linkButton(words.showAll, SETTINGS_PATH, 'quiet')}
  </form>`;

const settingTable = (texts: PageTexts, settings: readonly Setting[]): Html => {
  const { columns, caption, sources } = texts.operateLists.settings;
  return table({
    caption,
    columns: [{ name: columns.name }, { name: columns.value }, { name: columns.source }],
    rows: settings.map((setting) => [
      html`<div class="stacked"><code>${setting.name}</code>
        <p class="hint" lang="en">${setting.description}</p></div>`,
      shownValue(texts, setting),
      sources[setting.source],
    ]),
  });
};

function shownValue({ operateLists: { settings: words } }: PageTexts, { value }: Setting): Content {
  switch (value.kind) {
    case 'shown':
      return html`<code>${value.text}</code>`;
    case 'place':
      return html`<div class="stacked"><code>${value.text}</code>
        <p class="hint">${words.placeOnly}</p></div>`;
    case 'secret':
      return words.secret;
    case 'none':
      return '–';
  }
}
