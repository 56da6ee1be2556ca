import {
  type BackupProof,
  type BackupRun,
  type BackupSchedule,
  isLate,
} from '../../backups/backup-run-store.ts';
import { type Content, type Html, html } from '../../texts/html.ts';
import { card, codeExample, facts, stateWord, table } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { durationText } from './duration-text.ts';
import { megabytes } from './megabytes.ts';

/** Whether backups are made on time, and what became of the last runs. */
export const backupsCard = (
  texts: PageTexts,
  schedule: BackupSchedule,
  runs: readonly BackupRun[],
): Html => {
  const { backups: words } = texts.operateLists;
  return card(
    words.title,
    html`
      ${facts(status(texts, schedule))}
      ${schedule.everySec === null ? howToSchedule(texts) : null}
      ${runs.length === 0 ? null : runTable(texts, runs)}`,
  );
};

type Fact = readonly [name: string, value: Content];

function status(texts: PageTexts, schedule: BackupSchedule): readonly Fact[] {
  const { format } = texts;
  const { backups: words } = texts.operateLists;
  const { newest, ageSec, failure } = schedule.status;
  const every = schedule.everySec;
  const rows: (Fact | null)[] = [
    [words.state, stateOf(texts, schedule)],
    every === null ? null : [words.schedule, words.every({ interval: durationText(texts, every) })],
    newest === null ? null : [words.newest, format.moment(newest.takenAt)],
    newest === null || ageSec === null ? null : [words.age, durationText(texts, ageSec)],
    newest === null ? null : [words.size, megabytes(format, BigInt(newest.bytes))],
    newest === null ? null : [words.verified, proofWord(texts, newest.verified)],
    newest === null ? null : [words.encrypted, newest.isSealed ? words.yes : words.no],
    failure === null
      ? null
      : [
          words.lastFailure,
          html`${format.moment(failure.endedAt)} <p class="hint" lang="en">${failure.error}</p>`,
        ],
  ];
  return rows.filter((row) => row !== null);
}

function stateOf({ operateLists: { backups: words } }: PageTexts, schedule: BackupSchedule): Html {
  const { newest, failure } = schedule.status;
  if (isLate(schedule)) return stateWord('bad', words.late);
  if (failure !== null) return stateWord('bad', words.failed);
  if (schedule.everySec === null) return stateWord('waiting', words.noSchedule);
  return newest === null ? stateWord('waiting', words.none) : stateWord('good', words.onTime);
}

/** A backup of broken books is a backup, but not one to be calm about. */
const proofWord = ({ operateLists: { backups: words } }: PageTexts, proof: BackupProof): Html =>
  stateWord(proof === 'restored_with_findings' ? 'bad' : 'good', words.proofs[proof]);

const howToSchedule = ({ operateLists: { backups: words } }: PageTexts): Html => html`
  <p>${words.howTo}</p>
  ${codeExample(words.settings, 'SATCHEL_BACKUP_EVERY=21600')}`;

function runTable(texts: PageTexts, runs: readonly BackupRun[]): Html {
  const { format } = texts;
  const { backups: words } = texts.operateLists;
  return table({
    caption: words.caption,
    columns: [
      { name: words.ended },
      { name: words.result },
      { name: words.size, isFigure: true },
      { name: words.file },
    ],
    rows: runs.map((run) =>
      run.kind === 'failed'
        ? [
            format.moment(run.endedAt),
            html`<div class="stacked">${stateWord('bad', words.failed)}
              <p class="hint" lang="en">${run.error}</p></div>`,
            '–',
            '–',
          ]
        : [
            format.moment(run.endedAt),
            proofWord(texts, run.backup.verified),
            megabytes(format, BigInt(run.backup.bytes)),
            html`<code class="wrapped">${run.backup.file}</code>`,
          ],
    ),
  });
}
