import { newAction } from '../../alarms/audited-action.ts';
import type { Page } from '../../web/pages/page.ts';
import { type ActionPage, actionPages, done, operatorOf } from './action-pages.ts';
import { HIDE_STEPS_PATH, OVERVIEW_PATH, SHOW_STEPS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/**
 * Makes the action that hides the card with the first steps for all operators, or shows it again.
 */
const turn = (
  which: 'hide' | 'show',
  path: string,
): ActionPage<Readonly<Record<string, never>>> => ({
  path,
  section: 'overview',
  back: OVERVIEW_PATH,
  find: async () => ({}),
  ask: ({ texts }) => {
    const { title, text, submit } = texts.overview.firstSteps[which];
    return { title, text, submit };
  },
  act: async ({ actions, operatorStores }, request) => {
    const kind = which === 'hide' ? 'first_steps_hide' : 'first_steps_show';
    const action = newAction(actions, operatorOf(request), { kind, subject: '' });
    await operatorStores.firstSteps.setHidden(which === 'hide', action);
    return done(request.texts.overview.firstSteps[which].done);
  },
});

export const firstStepsActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(turn('hide', HIDE_STEPS_PATH)),
  ...actionPages(turn('show', SHOW_STEPS_PATH)),
];
