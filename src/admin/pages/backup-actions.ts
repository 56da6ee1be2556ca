import {
  BACKUP_INTERVALS_SEC,
  type BackupSchedule,
  checkSchedule,
  readInterval,
  readKept,
  readTimeOfDay,
  timeOfDay,
} from '../../backups/backup-schedule.ts';
import { requestBackup, setBackupSchedule } from '../../backups/change-backups.ts';
import { DAY_SEC, HOUR_SEC } from '../../base/durations.ts';
import type { Content } from '../../i18n/html.ts';
import { selectField, textField } from '../../web/pages/controls.ts';
import type { Page, UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type ActionPage, actionPages, again, done, operatorOf, typedOf } from './action-pages.ts';
import { BACKUP_PATH, BACKUP_SCHEDULE_PATH, BOOKS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const backUp: ActionPage<Readonly<Record<string, never>>> = {
  path: BACKUP_PATH,
  section: 'books',
  back: BOOKS_PATH,
  find: async () => ({}),
  ask: ({ texts }) => {
    const { title, text, submit } = texts.actions.backup;
    return { title, text, submit };
  },
  act: async ({ actions }, request) => {
    await requestBackup(actions, operatorOf(request));
    return done(request.texts.actions.backup.done);
  },
};

const schedule: ActionPage<BackupSchedule> = {
  path: BACKUP_SCHEDULE_PATH,
  section: 'books',
  back: BOOKS_PATH,
  fields: ['every', 'at', 'keep'],
  find: ({ actions }) => actions.backupSchedules.readSchedule(),
  ask: (request, present, { clock }) => {
    const { title, text, submit, fixed } = request.texts.actions.backupSchedule;
    const { isFixed } = present;
    if (isFixed.every && isFixed.keep) return { title, text: fixed, submit: null };
    return {
      title,
      text,
      submit,
      fields: [
        isFixed.every ? null : timeFields(request, present, clock.now()),
        isFixed.keep ? null : keepField(request, present),
      ],
    };
  },
  act: async ({ actions }, request, present) => {
    const { wrong, done: saved } = request.texts.actions.backupSchedule;
    const { form } = request;
    const every = form.text('every');
    const typed = {
      everySec: every === NEVER ? null : readInterval(every),
      atSec: readTimeOfDay(form.text('at')),
      keep: readKept(form.text('keep')),
    };
    const checked = checkSchedule(typed, present);
    if (checked.kind === 'wrong') return again(wrong[checked.field]);
    await setBackupSchedule(actions, operatorOf(request), checked.chosen);
    return done(saved);
  },
};

export const backupActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(backUp),
  ...actionPages(schedule),
];

const NEVER = 'never';

function timeFields(request: UserPageRequest, present: BackupSchedule, now: Date): Content {
  const words = request.texts.actions.backupSchedule;
  const nowSec = Math.floor(now.getTime() / 1000) % DAY_SEC;
  return [
    selectField({
      name: 'every',
      label: words.every,
      value: typedOf(request, 'every') || String(present.everySec ?? NEVER),
      options: [
        [NEVER, words.never],
        ...BACKUP_INTERVALS_SEC.map(
          (sec) => [String(sec), intervalWord(request.texts, sec)] as const,
        ),
      ],
    }),
    textField({
      name: 'at',
      type: 'time',
      label: words.at,
      hint: words.atHint({ now: timeOfDay(nowSec) }),
      value: typedOf(request, 'at') || timeOfDay(present.atSec),
      isRequired: true,
    }),
  ];
}

const intervalWord = ({ actions: { backupSchedule: words } }: PageTexts, sec: number): string =>
  sec === DAY_SEC ? words.day : words.hours({ count: sec / HOUR_SEC });

function keepField(request: UserPageRequest, { keep }: BackupSchedule): Content {
  const words = request.texts.actions.backupSchedule;
  return textField({
    name: 'keep',
    label: words.keep,
    hint: words.keepHint,
    value: typedOf(request, 'keep') || String(keep),
    inputMode: 'numeric',
    maxLength: 5,
    isRequired: true,
  });
}
