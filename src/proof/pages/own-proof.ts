import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, emptyState, pageHead, quotedText } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { checkpointText, type PublishedCheckpoint } from '../checkpoint-file.ts';
import { makeOwnFile } from '../make-own-file.ts';
import { type OwnFile, ownFileText } from '../own-file.ts';
import { isStale, owedSat, staleNotice } from './proof.ts';
import type { ProofPageDeps } from './proof-page-deps.ts';
import { checkpointPath, OWN_PROOF_PATH, ownFilePath, PROOF_PATH } from './proof-paths.ts';

/**
 * The page on which users check that they are counted. Their file is in the page, so that no one
 * learns whether it is checked: a script checks it, and without scripts it can be saved and checked
 * elsewhere.
 */
const show: UserPage<ProofPageDeps> = {
  method: 'GET',
  path: OWN_PROOF_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts }) => {
    const { proof: words } = texts;
    const own = await makeOwnFile(deps, user);
    const file = own?.file ?? null;
    const isPublished = own !== null || (await deps.proofs.findNewest()) !== null;
    return showPage({
      title: words.mine.title,
      section: 'statements',
      scripts: file === null ? [] : ['proof.js'],
      main: html`
        <p><a href="${PROOF_PATH}">${words.title}</a></p>
        ${pageHead(words.mine.title, words.mine.lead)}
        ${
          own !== null && isStale(own.published, deps.clock.now())
            ? staleNotice(texts, own.published.checkpoint.time)
            : null
        }
        ${
          own === null
            ? renderMissing(texts, isPublished)
            : renderOwn(texts, own.published, file, user.identifier)
        }`,
    });
  },
};

export const ownProofPages: readonly Page<ProofPageDeps>[] = [show];

/**
 * Says that files of users are missing, or that nothing was published yet. Files are missing after
 * a backup was restored, because backups contain checkpoints but not the trees.
 */
function renderMissing({ proof: words }: PageTexts, isPublished: boolean): Html {
  const { title, text } = isPublished ? words.mine.missing : words.none;
  return emptyState(title, text);
}

function renderOwn(
  texts: PageTexts,
  published: PublishedCheckpoint,
  file: OwnFile | null,
  identifier: string,
): Content {
  const { format, proof: words } = texts;
  const { epoch, time } = published.checkpoint;
  if (file === null) return emptyState(words.mine.absent.title, words.mine.absent.text);
  return html`
    <section class="card" data-proof="${identifier}">
      <h2>${words.mine.counted}</h2>
      <p class="owed-total">${format.amount(owedSat(file.msat))}</p>
      <p class="hint">${words.mine.moment({ when: format.moment(time) })}</p>
      ${renderOutcome(words)}
    </section>
    ${card(
      words.mine.files,
      html`
        <p>${words.mine.filesHint}</p>
        <p class="actions">
          ${linkButton(words.mine.mineFile, ownFilePath(epoch))}
          ${linkButton(words.mine.checkpointFile, checkpointPath(epoch))}
        </p>
        <details>
          <summary>${words.mine.readMine}</summary>
          <div id="proof-mine">${quotedText(words.mine.mineFile, ownFileText(file))}</div>
        </details>
        <details>
          <summary>${words.mine.readCheckpoint}</summary>
          <div id="proof-checkpoint">
            ${quotedText(words.mine.checkpointFile, checkpointText(published))}
          </div>
        </details>`,
    )}`;
}

/**
 * Sentences about the result of the check, of which the page's script shows those that are true.
 */
function renderOutcome({ mine, reasons }: PageTexts['proof']): Html {
  const { held } = mine;
  return html`
    <p data-outcome="unchecked">${mine.unchecked}</p>
    <p data-outcome="checking" hidden>${mine.checking}</p>
    <p data-outcome="impossible" hidden>${mine.impossible}</p>
    <div data-outcome="held" role="status" hidden>
      <p class="notice done"><strong>${held.word}</strong> ${held.text}</p>
      <ul class="said-list">
        <li>${held.tree}</li>
        <li>${held.signature}</li>
        <li data-chain="first" hidden>${held.first}</li>
        <li data-chain="same" hidden>${held.same}</li>
        <li data-chain="since" hidden>${held.since}</li>
        <li data-chain="rotated" hidden>${held.rotated}</li>
      </ul>
    </div>
    <div data-outcome="refused" role="alert" hidden>
      <p class="notice problem"><strong>${mine.refused.word}</strong>
        ${Object.entries(reasons).map(
          ([kind, reason]) => html`<span data-reason="${kind}" hidden>${reason}</span>`,
        )}</p>
      <p>${mine.refused.text}</p>
    </div>`;
}
