import {
  type BackupProof,
  type BackupReport,
  type BackupRun,
  isLate,
} from '../../backups/backup-run-store.ts';
import {
  type BackupProgress,
  type BackupSchedule,
  nextBackupAt,
  timeOfDay,
} from '../../backups/backup-schedule.ts';
import { DAY_SEC } from '../../base/durations.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, codeExample, facts, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { megabytes } from './megabytes.ts';
import { BACKUP_PATH, BACKUP_SCHEDULE_PATH } from './operate-paths.ts';
import type { BackupPlace } from './operator-stores.ts';
import { shortDurationText } from './short-duration-text.ts';

export interface ShownBackups {
  readonly report: BackupReport;
  readonly schedule: BackupSchedule;
  readonly progress: BackupProgress | null;
  readonly place: BackupPlace;
  readonly runs: readonly BackupRun[];
  readonly now: Date;
}

/** Shows when backups are made and where, whether they are on time, and how the last runs ended. */
export const backupsCard = (texts: PageTexts, shown: ShownBackups): Html => {
  const { actions, operateLists } = texts;
  const { backups: words } = operateLists;
  const { schedule, runs } = shown;
  const isAllFixed = schedule.isFixed.every && schedule.isFixed.keep;
  return card(
    words.title,
    html`
      ${facts([...runFacts(texts, shown), ...scheduleFacts(texts, shown)])}
      ${schedule.everySec === null ? html`<p>${words.unscheduled}</p>` : null}
      <p class="actions">
        ${linkButton(actions.backup.title, BACKUP_PATH)}
        ${isAllFixed ? null : linkButton(actions.backupSchedule.title, BACKUP_SCHEDULE_PATH)}
      </p>
      ${placeAdvice(texts, shown)}
      ${runs.length === 0 ? null : runTable(texts, runs)}`,
  );
};

type Fact = readonly [name: string, value: Content];

function runFacts(texts: PageTexts, { report, progress }: ShownBackups): readonly Fact[] {
  const { format } = texts;
  const { backups: words } = texts.operateLists;
  const { newest, ageSec, failure } = report.status;
  const rows: (Fact | null)[] = [
    [words.state, stateOf(texts, report)],
    progress === null ? null : [words.progress, stateWord('going', words.progresses[progress])],
    newest === null ? null : [words.newest, format.moment(newest.takenAt)],
    newest === null ? null : [words.file, html`<code class="wrapped">${newest.file}</code>`],
    newest === null || ageSec === null ? null : [words.age, shortDurationText(texts, ageSec)],
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

function scheduleFacts(texts: PageTexts, { schedule, place, now }: ShownBackups): readonly Fact[] {
  const { format } = texts;
  const { backups: words } = texts.operateLists;
  const { everySec, keep, isFixed } = schedule;
  const next = nextBackupAt(schedule, now);
  const fixed = (isSo: boolean, setting: string): Content =>
    isSo ? html` <p class="hint">${words.fixed({ setting })}</p>` : null;
  const fixedEvery = fixed(isFixed.every, 'SATCHEL_BACKUP_EVERY');
  const rows: (Fact | null)[] = [
    everySec === null
      ? null
      : [words.schedule, html`${intervalText(texts, everySec, schedule)}${fixedEvery}`],
    next === null ? null : [words.next, format.moment(next)],
    [
      words.keep,
      html`${words.keepNewest({ count: keep })}${fixed(isFixed.keep, 'SATCHEL_BACKUP_KEEP')}`,
    ],
    [
      words.folder,
      place.folder === null ? words.dataFolder : html`<code class="wrapped">${place.folder}</code>`,
    ],
  ];
  return rows.filter((row) => row !== null);
}

/**
 * The interval between backups in words. The settings know only an interval, and no time of day.
 */
function intervalText(
  texts: PageTexts,
  everySec: number,
  { atSec, isFixed }: BackupSchedule,
): string {
  const { backups: words } = texts.operateLists;
  const time = timeOfDay(atSec);
  if (isFixed.every) return words.every({ interval: shortDurationText(texts, everySec) });
  if (everySec === DAY_SEC) return words.everyDay({ time });
  return words.everyAt({ interval: shortDurationText(texts, everySec), time });
}

/**
 * Advice on where to keep backups, if the loss of one disk or file would mean the loss of
 * everything.
 */
function placeAdvice(
  { operateLists: { backups: words } }: PageTexts,
  { place }: ShownBackups,
): Content {
  return [
    place.folder === null
      ? html`<p class="hint">${words.sameDisk}</p>
          ${codeExample(words.folderSetting, 'SATCHEL_BACKUP_FOLDER=/var/backups/satchel')}`
      : null,
    place.isSealed
      ? null
      : html`<p class="hint">${words.notSealed}</p>
          ${codeExample(words.keySetting, 'SATCHEL_BACKUP_KEY_FILE=/etc/satchel/backup-key')}`,
  ];
}

function stateOf({ operateLists: { backups: words } }: PageTexts, report: BackupReport): Html {
  const { newest, failure } = report.status;
  if (isLate(report)) return stateWord('bad', words.late);
  if (failure !== null) return stateWord('bad', words.failed);
  if (report.everySec === null) return stateWord('waiting', words.noSchedule);
  return newest === null ? stateWord('waiting', words.none) : stateWord('good', words.onTime);
}

/**
 * A word for how a backup was checked. A backup whose books do not balance can be restored, but is
 * marked with a warning.
 */
const proofWord = ({ operateLists: { backups: words } }: PageTexts, proof: BackupProof): Html =>
  stateWord(proof === 'restored_with_findings' ? 'bad' : 'good', words.proofs[proof]);

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
