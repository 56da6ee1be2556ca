import { isLate } from '../../backups/backup-run-store.ts';
import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { isBooksCheckLate, nextBooksCheck } from '../../node/check-books.ts';
import type { BooksCheck } from '../../node/payment-stop-store.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { card, facts, stateWord } from '../../web/pages/components.ts';
import { stackedBar } from '../../web/pages/stacked-bar.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Overview } from '../read-overview.ts';
import { isOverdue } from './health-issues.ts';
import {
  ALARMS_PATH,
  BOOKS_PATH,
  DELIVERIES_PATH,
  JOBS_PATH,
  NODE_PATH,
  PAYMENTS_PATH,
  SAFETY_PATH,
  USERS_PATH,
} from './operate-paths.ts';
import { paymentStopLink } from './payment-stop-link.ts';
import { shortDurationText } from './short-duration-text.ts';

/** The cards of the operators' overview, one for each part of the service. */
export const overviewCards = (texts: PageTexts, overview: Overview): readonly Html[] => [
  externalCard(texts, overview),
  liquidityCard(texts, overview),
  alarmsCard(texts, overview),
  proofsCard(texts, overview),
  workCard(texts, overview),
  installationCard(texts, overview),
];

function externalCard(texts: PageTexts, o: Overview): Html {
  const { format } = texts;
  const { external: words } = texts.overview;
  const { stops, storedStops, pending } = o.report;
  const heldSat = pending.reduce((sum, payment) => sum + BigInt(payment.heldSat), 0n);
  const [oldest] = pending
    .map(({ createdAt }) => createdAt)
    .sort((a, b) => a.getTime() - b.getTime());
  const stored = new Map(storedStops.map((stop) => [stop.detail, stop]));
  const reason = (detail: string): Html => {
    const stop = stored.get(detail);
    if (stop === undefined) return html`<p>${detail}</p>`;
    const since = words.since({ time: format.moment(stop.since) });
    return html`<p>${words.reasons[stop.reason]}, ${since}</p>
      <p class="hint"><bdi>${detail}</bdi></p>`;
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
            : link(
                PAYMENTS_PATH,
                words.openFor({
                  count: format.digits(pending.length),
                  amount: format.sat(heldSat),
                }),
              ),
        ],
        ...row(
          oldest !== undefined && [words.oldest, words.since({ time: format.moment(oldest) })],
        ),
        [words.limits, link(SAFETY_PATH, texts.frame.tabs.safety)],
      ])}
      ${paymentStopLink(texts, storedStops)}`,
  );
}

function liquidityCard(texts: PageTexts, { report, lastOfNode }: Overview): Html {
  const { format } = texts;
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
        title: words.bar({ send: format.sat(sendSat), receive: format.sat(receiveSat) }),
        whole: null,
        parts: [
          {
            name: words.canSend,
            look: 'ours',
            value: sendSat,
            shown: format.amount(sendSat),
          },
          {
            name: words.canReceive,
            look: 'theirs',
            value: receiveSat,
            shown: format.amount(receiveSat),
          },
        ],
      })}
      ${
        channels === null
          ? html`<p class="hint">${
              lastOfNode === null
                ? null
                : cover.lastKnown({ time: format.moment(lastOfNode.takenAt) })
            }</p>`
          : facts([
              [
                words.channels,
                link(
                  NODE_PATH,
                  words.active({
                    active: format.digits(active),
                    all: format.digits(channels.length),
                  }),
                ),
              ],
            ])
      }`,
  );
}

/** A card with the newest alarms, and a link to all of them. */
function alarmsCard(texts: PageTexts, { alarms, openAlarms }: Overview): Html {
  const { format, node, overview } = texts;
  const { alarms: words } = overview;
  if (alarms.length === 0) return card(words.title, html`<p class="faint">${words.none}</p>`);
  return card(
    words.title,
    html`
      <ul class="said-list">${alarms.map(
        ({ kind, detail, lastAt }) => html`<li>${detail}
          <p class="hint">${node.alarms.kinds[kind]}, ${format.moment(lastAt)}</p></li>`,
      )}</ul>
      <p>${link(ALARMS_PATH, words.all({ count: format.digits(openAlarms) }))}</p>`,
  );
}

function nextCheck({ format, overview }: PageTexts, books: BooksCheck, now: Date): Html {
  const { proofs: words } = overview;
  const said = isBooksCheckLate(books, now) ? words.lateCheck : words.nextCheck;
  return said({ time: format.moment(nextBooksCheck(books)) });
}

function proofsCard(texts: PageTexts, overview: Overview): Html {
  const { format } = texts;
  const { proofs: words } = texts.overview;
  const { report, checkpointAt } = overview;
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
                : stateWord('bad', words.findings({ count: format.digits(books.findingsCount) }))
            } ${link(BOOKS_PATH, format.moment(books.checkedAt))}
            <p class="hint">${nextCheck(texts, books, overview.now)}</p>`,
      ],
      [
        words.checkpoint,
        checkpointAt === null
          ? words.noCheckpoint
          : html`${link(PROOF_PATH, format.moment(checkpointAt))} ${
              stale ? stateWord('bad', words.tooOld) : null
            }`,
      ],
      [words.backup, backupState(texts, overview)],
    ]),
  );
}

/**
 * A word for the state of backups. The age of the newest backup counts only if there is a schedule.
 */
function backupState(texts: PageTexts, { backups }: Overview): Content {
  const { format } = texts;
  const { proofs: words } = texts.overview;
  const { everySec, status } = backups;
  const { newest, failure } = status;
  const none = everySec === null ? words.noSchedule : words.noBackup;
  return html`${link(BOOKS_PATH, newest === null ? none : format.moment(newest.takenAt))} ${
    isLate(backups) ? stateWord('bad', words.tooOld) : null
  } ${failure === null ? null : stateWord('bad', words.backupFailed)}`;
}

function workCard(texts: PageTexts, { webhooks, jobs, installation }: Overview): Html {
  const { webhooks: words } = texts.overview;
  const { digits } = texts.format;
  const dueSec = webhooks.oldestDueSec ?? 0;
  const { failingEndpoints } = installation;
  return card(
    words.title,
    facts([
      [words.waiting, link(DELIVERIES_PATH, digits(webhooks.pending))],
      ...row(dueSec > 0 && [words.due, shortDurationText(texts, dueSec)]),
      [
        words.failing,
        link(
          DELIVERIES_PATH,
          failingEndpoints === 0 ? digits(0) : stateWord('waiting', digits(failingEndpoints)),
        ),
      ],
      [words.disabled, link(DELIVERIES_PATH, digits(webhooks.disabledEndpoints))],
      [words.jobs, link(`${JOBS_PATH}?show=waiting`, digits(jobs.waiting))],
      [
        words.parked,
        link(JOBS_PATH, jobs.parked === 0 ? digits(0) : stateWord('bad', digits(jobs.parked))),
      ],
    ]),
  );
}

function installationCard({ format, overview }: PageTexts, o: Overview): Html {
  const { installation: words } = overview;
  const { digits } = format;
  const { schema } = o.installation;
  return card(
    words.title,
    facts([
      [words.users, link(USERS_PATH, digits(o.installation.users))],
      ['Satchel', o.versions.satchel],
      [words.nodeVersion, link(NODE_PATH, o.report.node?.info.version ?? words.notKnown)],
      [words.database, o.installation.databaseVersion],
      [
        words.schema,
        words.revisions({
          migration: digits(schema.migration),
          functions: digits(schema.functions),
        }),
      ],
      [words.runtime, o.versions.nodejs],
    ]),
  );
}

const link = (path: string, shown: Content): Html => html`<a href="${path}">${shown}</a>`;

type Row = readonly [name: string, value: Content];

const row = (one: Row | false): readonly Row[] => (one === false ? [] : [one]);
