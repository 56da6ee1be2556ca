import { type Html, html } from '../../i18n/html.ts';
import type { WalletBalances } from '../../ledger/wallet-store.ts';
import { card } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { ARCHIVE_CSV_PATH, ARCHIVE_JSON_PATH, CLOSE_PATH, LEAVE_PATH } from './leave-paths.ts';
import type { LeavingPageDeps } from './leaving-page-deps.ts';
import { readWallet } from './read-wallet.ts';

/**
 * The page before the one that closes the account. It says what people should know first, and what
 * data they can take along.
 */
const show: UserPage<LeavingPageDeps> = {
  method: 'GET',
  path: LEAVE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts }) => {
    const wallet = await readWallet(deps, user.id);
    const words = texts.leave;
    return showPage({
      title: words.title,
      section: 'leave',
      width: 'narrow',
      main: html`
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        ${archiveCard(words.archive)}
        ${card(words.empty.heading, emptying(texts, wallet))}
        ${card(
          words.close.heading,
          html`
            <p>${words.close.text}</p>
            <p class="actions">${linkButton(words.close.submit, CLOSE_PATH, 'risky')}</p>`,
        )}`,
    });
  },
};

export const leavePages: readonly Page<LeavingPageDeps>[] = [show];

type Words = PageTexts['leave'];

const archiveCard = (words: Words['archive']): Html =>
  card(
    words.heading,
    html`
      <p>${words.text}</p>
      <p class="hint">${words.hint}</p>
      <p class="actions">
        ${linkButton(words.json, ARCHIVE_JSON_PATH)}
        ${linkButton(words.csv, ARCHIVE_CSV_PATH)}
      </p>`,
  );

function emptying({ format, leave: { empty: words } }: PageTexts, wallet: WalletBalances): Html {
  const { balanceSat, heldSat } = wallet;
  const held = heldSat === 0n ? null : html`<p>${words.held({ amount: format.sat(heldSat) })}</p>`;
  if (balanceSat === 0n) return html`<p>${words.isEmpty}</p>${held}`;
  return html`
    <p>${words.balance({ amount: format.sat(balanceSat) })}</p>
    ${held}
    <p>${words.how}</p>
    <p class="hint">${words.rest}</p>
    <p class="actions">${linkButton(words.send, '/send')}</p>`;
}
