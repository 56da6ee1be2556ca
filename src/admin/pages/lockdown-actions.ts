import { MAX_OPERATOR_NOTE } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { liftLockdown, lockDown } from '../../lockdown/change-lockdown.ts';
import { isAnyHeld, LOCKDOWN_PARTS, type LockdownPart } from '../../lockdown/held-parts.ts';
import type { HeldCounts, Lockdown } from '../../lockdown/lockdown-store.ts';
import { choiceField, hiddenField, textField } from '../../web/pages/controls.ts';
import { LIFT_LOCKDOWN_PATH } from '../../web/pages/layout.ts';
import type { Page } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  type ActionPage,
  actionPages,
  again,
  done,
  operatorOf,
  problem,
  typedOf,
} from './action-pages.ts';
import { LOCKDOWN_PATH, OVERVIEW_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const lock: ActionPage<Lockdown | 'none'> = {
  path: LOCKDOWN_PATH,
  section: 'overview',
  back: OVERVIEW_PATH,
  fields: ['why'],
  isUrgent: true,
  find: async ({ actions }) => (await actions.lockdowns.readLockdown()) ?? 'none',
  ask: (request, present) => {
    const words = request.texts.actions.lockdown;
    const steps = [words.payments, words.sessions, words.apps, words.changes];
    const isPresent = present !== 'none' && isAnyHeld(present.held);
    return {
      title: words.title,
      text: html`${words.text}
        <ul class="said-list">${steps.map((step) => html`<li>${step}</li>`)}</ul>
        ${isPresent ? words.again : words.after}`,
      submit: words.submit,
      look: 'danger',
      fields: textField({
        name: 'why',
        label: words.why,
        hint: words.whyHint,
        // The field is filled in already, so that an operator in an emergency need not type.
        value: typedOf(request, 'why') || words.usualReason,
        maxLength: MAX_OPERATOR_NOTE,
        isRequired: true,
      }),
    };
  },
  act: async ({ actions }, request) => {
    const words = request.texts.actions.lockdown;
    const order = { reason: request.form.text('why'), keptSessionId: request.session.id };
    const locked = await lockDown(actions, operatorOf(request), order);
    return locked.ok ? done(words.done) : again(words.noReason);
  },
};

interface Found {
  readonly lockdown: Lockdown | null;
  readonly counts: HeldCounts;
}

const lift: ActionPage<Found> = {
  path: LIFT_LOCKDOWN_PATH,
  section: 'overview',
  back: OVERVIEW_PATH,
  fields: ['part', 'number'],
  isProvedEachTime: true,
  find: async ({ actions, clock }) => ({
    lockdown: await actions.lockdowns.readLockdown(),
    counts: await actions.lockdowns.countHeld(clock.now()),
  }),
  ask: ({ texts }, { lockdown, counts }) => {
    const words = texts.actions.liftLockdown;
    if (lockdown === null || !isAnyHeld(lockdown.held)) {
      return { title: words.title, text: words.gone, submit: null };
    }
    const { digits, moment } = texts.format;
    return {
      title: words.title,
      text: html`${words.text} ${words.sessions({ count: digits(counts.sessions) })}`,
      submit: words.submit,
      facts: [
        [words.since, moment(lockdown.since)],
        [words.by, lockdown.by === null ? words.command : html`<bdi>${lockdown.by}</bdi>`],
        [words.why, html`<bdi>${lockdown.reason}</bdi>`],
      ],
      fields: html`
        ${hiddenField('number', String(lockdown.number))}
        ${choiceField({
          name: 'part',
          legend: words.legend,
          kind: 'several',
          choices: LOCKDOWN_PARTS.filter((part) => lockdown.held[part]).map((part) => ({
            value: part,
            label: words.parts[part],
            hint: hintOf(texts, part, counts),
            isChosen: true,
          })),
        })}`,
    };
  },
  act: async ({ actions }, request) => {
    const words = request.texts.actions.liftLockdown;
    const chosen = request.form.all('part');
    const parts = LOCKDOWN_PARTS.filter((part) => chosen.includes(part));
    const number = readNumber(request.form.text('number'));
    if (number === null) return problem(words.changed);
    const lifted = await liftLockdown(actions, operatorOf(request), { parts, number });
    if (lifted.ok) {
      return done(words.done({ parts: lifted.value.map((part) => words.parts[part]).join(', ') }));
    }
    return lifted.refusal === 'nothing_chosen' ? again(words.nothing) : problem(words.changed);
  },
};

function hintOf(texts: PageTexts, part: LockdownPart, counts: HeldCounts): string {
  const { hints } = texts.actions.liftLockdown;
  const { digits } = texts.format;
  switch (part) {
    case 'payments':
      return hints.payments;
    case 'apps':
      return hints.apps({
        apps: digits(counts.apps),
        tokens: digits(counts.tokens),
        connections: digits(counts.connections),
      });
    case 'changes':
      return hints.changes({ links: digits(counts.links) });
  }
}

const readNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

export const lockdownActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(lock),
  ...actionPages(lift),
];
