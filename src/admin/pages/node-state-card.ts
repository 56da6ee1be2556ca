import { type Content, type Html, html } from '../../i18n/html.ts';
import type { NodeInfo } from '../../lightning/node-port.ts';
import { warningsOf } from '../../managed-lnd/lnd-versions.ts';
import { card, facts, stateWord } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { STALE_BLOCK_SEC } from '../limits.ts';
import type { NodeStanding } from '../read-node-report.ts';
import { shortDurationText } from './short-duration-text.ts';

/** Shows the name and key of the service's node, and the newest block that the node knows. */
export function nodeStateCard(texts: PageTexts, node: NodeStanding | null, now: Date): Html {
  const words = texts.node.info;
  if (node === null) {
    return card(
      words.title,
      html`<p>${stateWord('bad', words.noAnswer)}</p>
        <p class="faint">${words.meanwhile}</p>`,
    );
  }
  const { info } = node;
  const { digits, moment } = texts.format;
  return card(
    words.title,
    facts([
      [words.chain, chainState(texts, info, now)],
      [
        words.newestBlock,
        html`${digits(info.blockHeight)} <span class="faint">${words.made({
          time: moment(info.newestBlockAt),
        })}</span>`,
      ],
      [
        words.peers,
        info.peersCount === 0 ? stateWord('waiting', words.noPeers) : digits(info.peersCount),
      ],
      [words.name, info.alias === '' ? '–' : info.alias],
      [words.publicKey, html`<code>${info.pubkey}</code>`],
      [words.network, info.network],
      [words.version, versionFact(texts, info)],
    ]),
  );
}

/**
 * Shows the version of the node's software and its known faults. The faults are described in
 * English, as in the process's log.
 */
function versionFact({ node: { info: words } }: PageTexts, { version }: NodeInfo): Content {
  const [numbers] = /^\d{1,5}\.\d{1,5}\.\d{1,5}\b/.exec(version) ?? [];
  const faults = numbers === undefined ? [] : warningsOf(numbers);
  return faults.length === 0
    ? version
    : html`${version} ${stateWord('bad', words.notAdvised)}
        ${faults.map((why) => html`<p class="hint">${words.knownOfIt({ why })}</p>`)}`;
}

/**
 * Judges by the age of the newest block whether the node follows the chain. LND's own answer is not
 * enough: it calls itself synced even if its source of blocks is stuck.
 */
function chainState(texts: PageTexts, info: NodeInfo, now: Date): Content {
  const words = texts.node.info;
  const ageSec = Math.max(0, (now.getTime() - info.newestBlockAt.getTime()) / 1000);
  const time = shortDurationText(texts, ageSec);
  if (!info.synced) {
    return html`${stateWord('going', words.catchingUp)}
      <p class="hint">${words.behind({ time })}</p>`;
  }
  if (info.network === 'regtest' || ageSec < STALE_BLOCK_SEC) {
    return stateWord('good', words.synced);
  }
  return html`${stateWord('bad', words.stale({ time }))} <p class="hint">${words.whyStale}</p>`;
}
