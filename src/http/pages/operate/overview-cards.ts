import { STALE_CHECKPOINT_MS } from '../../../base/proof-limits.ts';
import type { Overview } from '../../../usecases/operations/read-overview.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { card, facts, stateWord } from '../kit/pieces.ts';
import { stackedBar } from '../kit/stacked-bar.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { isOverdue } from './find-trouble.ts';

/** One for each part of the service. */
export const overviewCards = (texts: PageTexts, overview: Overview): readonly Html[] => [
  outsideCard(texts, overview),
  liquidityCard(texts, overview),
  alarmsCard(texts, overview),
  proofsCard(texts, overview),
  workCard(texts, overview),
  installationCard(texts, overview),
];

function outsideCard({ figures, overview: { outside: words } }: PageTexts, o: Overview): Html {
  const { stops, storedStops, pending } = o.report;
  const heldSat = pending.reduce((sum, payment) => sum + BigInt(payment.heldSat), 0n);
  const [oldest] = pending
    .map(({ createdAt }) => createdAt)
    .sort((a, b) => a.getTime() - b.getTime());
  const stored = new Map(storedStops.map((stop) => [stop.detail, stop]));
  const reason = (detail: string): Html => {
    const stop = stored.get(detail);
    if (stop === undefined) return html`<p>${detail}</p>`;
    return html`<p>${words.reasons[stop.reason]}, ${words.since(figures.moment(stop.since))}</p>
      <p class="hint">${detail}</p>`;
  };
  return card(
    words.title,
    html`
      ${stops.length === 0 ? stateWord('good', words.allowed) : stateWord('bad', words.stopped)}
      ${stops.map(reason)}
      ${stops.length === 0 ? null : html`<p class="hint">${words.internal}</p>`}
      ${facts([
        [
          words.open,
          pending.length === 0
            ? words.none
            : words.openFor(figures.digits(pending.length), figures.sat(heldSat)),
        ],
        ...row(oldest !== undefined && [words.oldest, words.since(figures.moment(oldest))]),
      ])}`,
  );
}

function liquidityCard(texts: PageTexts, { report, lastOfNode }: Overview): Html {
  const { figures } = texts;
  const { liquidity: words, cover } = texts.overview;
  const known = report.node?.balances ?? lastOfNode?.node ?? null;
  if (known === null) return card(words.title, html`<p class="faint">${words.notKnown}</p>`);
  const [sendSat, receiveSat] = [known.localMsat / 1000n, known.remoteMsat / 1000n];
  const channels = report.node?.channels ?? null;
  const active = channels?.filter(({ isActive }) => isActive).length ?? 0;
  return card(
    words.title,
    html`
      ${stackedBar({
        title: words.bar(figures.sat(sendSat), figures.sat(receiveSat)),
        whole: null,
        parts: [
          {
            name: words.canSend,
            look: 'ours',
            value: sendSat,
            shown: figures.amount(sendSat),
          },
          {
            name: words.canReceive,
            look: 'theirs',
            value: receiveSat,
            shown: figures.amount(receiveSat),
          },
        ],
      })}
      ${
        channels === null
          ? html`<p class="hint">${
              lastOfNode === null ? null : cover.lastKnown(figures.moment(lastOfNode.takenAt))
            }</p>`
          : facts([
              [
                words.channels,
                words.active(figures.digits(active), figures.digits(channels.length)),
              ],
            ])
      }`,
  );
}

/** The newest few; the page of the node has all. */
const SHOWN = 3;

function alarmsCard({ figures, node, overview }: PageTexts, { alarms }: Overview): Html {
  const { alarms: words } = overview;
  if (alarms.length === 0) return card(words.title, html`<p class="faint">${words.none}</p>`);
  return card(
    words.title,
    html`
      <ul class="said-list">${alarms.slice(0, SHOWN).map(
        ({ kind, detail, lastAt }) => html`<li>${detail}
          <p class="hint">${node.alarms.kinds[kind]}, ${figures.moment(lastAt)}</p></li>`,
      )}</ul>
      <p><a href="/operate/node">${words.all}</a></p>`,
  );
}

function proofsCard(texts: PageTexts, overview: Overview): Html {
  const { figures } = texts;
  const { proofs: words } = texts.overview;
  const { report, checkpointAt, backupAt } = overview;
  const { books } = report;
  const stale = isOverdue(checkpointAt, STALE_CHECKPOINT_MS, overview);
  return card(
    words.title,
    facts([
      [
        words.books,
        books === null
          ? stateWord('waiting', words.notChecked)
          : html`${
              books.findingsCount === 0
                ? stateWord('good', words.balanced)
                : stateWord('bad', words.findings(figures.digits(books.findingsCount)))
            } <span class="faint">${figures.moment(books.checkedAt)}</span>`,
      ],
      [
        words.checkpoint,
        checkpointAt === null
          ? words.noCheckpoint
          : html`<a href="/proof">${figures.moment(checkpointAt)}</a> ${
              stale ? stateWord('bad', words.tooOld) : null
            }`,
      ],
      [words.backup, backupAt === null ? words.noBackup : figures.moment(backupAt)],
    ]),
  );
}

function workCard(texts: PageTexts, { webhooks, jobs, installation }: Overview): Html {
  const { webhooks: words } = texts.overview;
  const { digits } = texts.figures;
  const dueSec = webhooks.oldestDueSec ?? 0;
  const { failingEndpoints } = installation;
  return card(
    words.title,
    facts([
      [words.waiting, digits(webhooks.pending)],
      ...row(dueSec > 0 && [words.due, durationText(texts, dueSec)]),
      [
        words.failing,
        failingEndpoints === 0 ? digits(0) : stateWord('waiting', digits(failingEndpoints)),
      ],
      [words.disabled, digits(webhooks.disabledEndpoints)],
      [words.jobs, digits(jobs.waiting)],
      [words.parked, jobs.parked === 0 ? digits(0) : stateWord('bad', digits(jobs.parked))],
    ]),
  );
}

function installationCard({ figures, overview }: PageTexts, o: Overview): Html {
  const { installation: words } = overview;
  return card(
    words.title,
    facts([
      ...row(o.newest !== null && [words.users, figures.digits(o.newest.users)]),
      ['Satchel', o.versions.satchel],
      [words.nodeVersion, o.report.node?.info.version ?? words.notKnown],
      [words.database, o.installation.databaseVersion],
      [words.runtime, o.versions.nodejs],
    ]),
  );
}

type Row = readonly [name: string, value: Content];

const row = (one: Row | false): readonly Row[] => (one === false ? [] : [one]);

function durationText(
  { figures: { digits }, overview: words }: PageTexts,
  seconds: number,
): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return words.lessThanMinute;
  if (minutes < 60) return words.minutes(digits(minutes));
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours(digits(hours)) : words.days(digits(Math.floor(hours / 24)));
}
