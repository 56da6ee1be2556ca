import { HOUR_MS } from '../../base/durations.ts';
import { bytesEqual, bytesToHex } from '../../base/hex.ts';
import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, emptyState, facts, pageHead, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type GuestPage, type Page, showPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { checkpointHash, hasSameKey, type SignedCheckpoint, totalMsat } from '../checkpoint.ts';
import type { PublishedCheckpoint } from '../checkpoint-file.ts';
import { CHECKPOINT_GAP_MS, SHOWN_CHECKPOINTS } from '../limits.ts';
import { nodeHoldingsCard } from './node-holdings-card.ts';
import type { ProofPageDeps } from './proof-page-deps.ts';
import { checkpointPath, OWN_PROOF_PATH, PROOF_PATH, readEpoch } from './proof-paths.ts';

/** The page that shows everyone what the service owes. */
const show: GuestPage<ProofPageDeps> = {
  method: 'GET',
  path: PROOF_PATH,
  access: 'anyone',
  handle: async (deps, { query, user, texts }) => {
    const { proof: words } = texts;
    const before = readEpoch(query.text('before'));
    const { readNodeHoldings } = deps.serviceStatus;
    const [newest, listed, said] = await Promise.all([
      deps.proofs.findNewest(),
      deps.proofs.listBefore(before, SHOWN_CHECKPOINTS + 1),
      readNodeHoldings === null ? null : readNodeHoldings(),
    ]);
    const action = linkButton(
      user === null ? words.signIn : words.checkMine,
      OWN_PROOF_PATH,
      'main',
    );
    return showPage({
      title: words.title,
      section: 'statements',
      main: html`
        ${
          newest === null
            ? pageHead(words.title, words.leadBefore)
            : pageHead(words.title, words.lead, action)
        }
        ${
          newest === null
            ? emptyState(words.none.title, words.none.text)
            : html`${renderNewest(texts, newest, deps.clock.now())}
              ${readNodeHoldings === null ? null : nodeHoldingsCard(texts, said)}
              ${renderList(texts, listed)}`
        }
        ${renderMeaning(words)}`,
    });
  },
};

export const proofPages: readonly Page<ProofPageDeps>[] = [show];

/** What is owed in whole sats, rounded up so that no less is shown than is owed. */
export const owedSat = (msat: bigint): bigint => (msat + 999n) / 1000n;

export const isStale = ({ checkpoint }: PublishedCheckpoint, now: Date): boolean =>
  now.getTime() - checkpoint.time.getTime() > STALE_CHECKPOINT_MS;

export const staleNotice = ({ format, proof: words }: PageTexts, time: Date): Html =>
  html`<p class="notice problem" role="alert">${words.stale({ when: format.moment(time) })}</p>`;

function renderNewest(texts: PageTexts, newest: PublishedCheckpoint, now: Date): Html {
  const { format, proof: words } = texts;
  const { checkpoint, nodeSignature } = newest;
  const { users, unclaimedMsat, inFlightMsat, time, epoch } = checkpoint;
  const stale = isStale(newest, now);
  return html`
    ${stale ? staleNotice(texts, time) : null}
    <section class="card">
      <div class="split">
        <h2>${words.total}</h2>
        ${stale ? stateWord('bad', words.tooOld) : stateWord('good', words.upToDate)}
      </div>
      <p class="owed-total">${format.amount(owedSat(totalMsat(checkpoint)))}</p>
      ${facts([
        [words.toUsers, format.amount(owedSat(users.msat))],
        [words.onItsWay, format.amount(owedSat(inFlightMsat))],
        [words.unclaimed, format.amount(owedSat(unclaimedMsat))],
        [words.made, format.moment(time)],
        [words.number, format.digits(epoch)],
      ])}
      <details>
        <summary>${words.details}</summary>
        ${facts([
          [words.fingerprint, code(bytesToHex(checkpointHash(checkpoint)))],
          [words.key, code(bytesToHex(checkpoint.key))],
          [words.node, code(checkpoint.node)],
        ])}
        <p class="hint">${nodeSignature === null ? words.notBound : words.bound}</p>
        ${nodeSignature === null ? null : html`<p>${code(nodeSignature)}</p>`}
        <p class="hint">${words.compare}</p>
      </details>
    </section>`;
}

const code = (text: string): Html => html`<code class="fingerprint">${text}</code>`;

function renderList(texts: PageTexts, listed: readonly PublishedCheckpoint[]): Content {
  const { proof: words } = texts;
  const shown = listed.slice(0, SHOWN_CHECKPOINTS);
  const last = shown.at(-1)?.checkpoint.epoch;
  const hasMore = listed.length > shown.length && last !== undefined;
  return card(
    words.all,
    html`
      ${table({
        caption: words.all,
        columns: [
          { name: words.number },
          { name: words.made },
          { name: words.total, isFigure: true },
        ],
        rows: listed
          .slice(0, SHOWN_CHECKPOINTS)
          .map((one, place) => row(texts, one, listed[place + 1])),
      })}
      ${hasMore ? html`<p><a href="${PROOF_PATH}?before=${last}">${words.older}</a></p>` : null}`,
  );
}

/**
 * Renders the row of a checkpoint. The row also says when the checkpoint before it is older than
 * usual, as when the service stood still.
 */
function row(
  { format, proof: words }: PageTexts,
  { checkpoint }: PublishedCheckpoint,
  before: PublishedCheckpoint | undefined,
): readonly Content[] {
  const { epoch, time } = checkpoint;
  const gapMs = time.getTime() - (before?.checkpoint.time ?? time).getTime();
  const hours = format.digits(Math.floor(gapMs / HOUR_MS));
  return [
    html`<a class="number-link" href="${checkpointPath(epoch)}">${format.digits(epoch)}</a>`,
    html`<div class="stacked">${format.moment(time)}${
      gapMs > CHECKPOINT_GAP_MS ? html` <span class="hint">${words.gap({ hours })}</span>` : null
    }${keyChange(words, checkpoint, before?.checkpoint)}</div>`,
    format.amount(owedSat(totalMsat(checkpoint))),
  ];
}

function keyChange(
  words: PageTexts['proof'],
  checkpoint: SignedCheckpoint,
  before: SignedCheckpoint | undefined,
): Content {
  if (before === undefined || bytesEqual(checkpoint.key, before.key)) return null;
  const text = hasSameKey(before, checkpoint) ? words.newKey : words.unsignedKey;
  return html` <span class="hint">${text}</span>`;
}

const renderMeaning = (words: PageTexts['proof']): Html => html`
  ${card(
    words.shows.title,
    html`<ul class="said-list">
      <li>${words.shows.sum}</li><li>${words.shows.mine}</li><li>${words.shows.past}</li>
    </ul>`,
  )}
  ${card(
    words.hides.title,
    html`<ul class="said-list">
      <li>${words.hides.money}</li><li>${words.hides.others}</li><li>${words.hides.debts}</li>
    </ul>`,
  )}`;
