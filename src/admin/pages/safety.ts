import { type Content, type Html, html } from '../../i18n/html.ts';
import { lowerOf, type OutflowLimits } from '../../outflow/outflow-limits.ts';
import type { OutflowView } from '../../outflow/outflow-store.ts';
import { type ProposedLimits, proposeLimits } from '../../outflow/propose-limits.ts';
import {
  hasLimits,
  OUTFLOW_LIMIT_NAMES,
  type OutflowLimitName,
} from '../../outflow/read-limits.ts';
import { card, facts, pageHead, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage, type UserPageRequest } from '../../web/pages/page.ts';
import { drawBar } from '../../web/pages/stacked-bar.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { ALLOW_OUTFLOW_PATH, SAFETY_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { outflowCard } from './outflow-card.ts';
import { limitsForm, limitText, proposalForm } from './outflow-limits.ts';
import { senderList } from './sender-list.ts';

/** The page about what leaves this service: its limits, how much has left, and by whom. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: SAFETY_PATH,
  access: 'admin',
  handle: async (deps, request) => {
    const { outflow } = deps.actions;
    const [view, hours, senders] = await Promise.all([
      outflow.read(),
      outflow.listHours(),
      outflow.listSenders(),
    ]);
    const { texts } = request;
    const words = texts.safety;
    const isLimited = hasLimits(lowerOf(view.settings, view.chosen));
    const proposed = isLimited ? null : await propose(deps, request);
    return showPage({
      title: words.title,
      section: 'safety',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${stateOf(texts, view, isLimited)}
        ${proposed === null ? null : proposalCard(request, proposed)}
        ${outflowCard(texts, view, hours)}
        ${isLimited ? limitsCard(texts, view) : null}
        ${senderList(request, senders)}
        ${card(words.change.title, html`<p>${words.change.text}</p>${limitsForm(request, view)}`)}`,
    });
  },
};

export const safetyPages: readonly Page<OperatorPageDeps>[] = [show];

async function propose(
  { actions: { outflow }, operatorStores: { userLimits } }: OperatorPageDeps,
  { user }: UserPageRequest,
): Promise<ProposedLimits | null> {
  const { defaults } = await userLimits.readLimitSettings(user.id);
  return proposeLimits(await outflow.findBusiest(), defaults.maxSendDaySat);
}

/** Says what limits do at present, or that they have stopped everything and how to lift that. */
function stateOf(texts: PageTexts, view: OutflowView, isLimited: boolean): Html {
  const { actions, format, safety: words } = texts;
  const { latch, extra, passed, mode } = view;
  const lines = [
    latch === null &&
      extra !== null &&
      words.extra({
        amount: format.amount((extra.leftMsat + 999n) / 1000n),
        time: format.moment(extra.until),
      }),
    passed !== null &&
      words.passed({ limit: nameOf(texts, passed.limit), time: format.moment(passed.at) }),
  ].filter((line) => line !== false);
  const others = lines.map((line) => html`<p>${line}</p>`);
  if (latch !== null) {
    return html`
      <section class="notice problem" aria-label="${words.stopped}">
        <p><strong>${words.stopped}</strong></p>
        <p>${words.since({ time: format.moment(latch.since) })} <bdi>${latch.detail}</bdi></p>
        ${others}
        <p>${words.lift}</p>
        <p class="actions">${linkButton(actions.allowOutflow.title, ALLOW_OUTFLOW_PATH, 'main')}</p>
      </section>`;
  }
  const [look, said] =
    mode === 'off'
      ? (['', words.off] as const)
      : !isLimited
        ? (['warn', words.none] as const)
        : mode === 'observe'
          ? (['warn', words.observe] as const)
          : (['done', words.on] as const);
  return html`<section class="notice ${look}"><p>${said}</p>${others}</section>`;
}

/** The name of a limit as the database has it, such as `net_day`. */
const nameOf = ({ safety: { limits } }: PageTexts, limit: string): string =>
  Object.entries(LIMITS_IN_DATABASE).find(([name]) => name === limit)?.[1](limits) ?? limit;

type LimitWords = PageTexts['safety']['limits'];

const LIMITS_IN_DATABASE: Readonly<Record<string, (words: LimitWords) => string>> = {
  hour: ({ hourSat }) => hourSat,
  day: ({ daySat }) => daySat,
  net_day: ({ netDaySat }) => netDaySat,
  single: ({ singleSat }) => singleSat,
  count_hour: ({ countHour }) => countHour,
};

function proposalCard(request: UserPageRequest, proposed: ProposedLimits): Html {
  const { format, safety } = request.texts;
  const { proposed: words, limits } = safety;
  return card(
    words.title,
    html`
      <p>${words.text}</p>
      ${facts([
        [limits.hourSat, format.amount(proposed.hourSat)],
        [limits.daySat, format.amount(proposed.daySat)],
      ])}
      ${proposalForm(request, proposed)}`,
  );
}

/** A card with each limit: what is used of it, which one counts, and who has set it. */
function limitsCard(texts: PageTexts, view: OutflowView): Html {
  const words = texts.safety.used;
  const limits = lowerOf(view.settings, view.chosen);
  const names = OUTFLOW_LIMIT_NAMES.filter((name) => limits[name] !== null);
  return card(
    words.title,
    table({
      caption: words.title,
      columns: [{ name: words.limit }, { name: words.soFar }, { name: words.counts }],
      rows: names.map((name) => [
        texts.safety.limits[name],
        usedOf(texts, view, limits, name),
        sourceOf(texts, view, name),
      ]),
    }),
  );
}

/** What is used of a limit, in its own unit; null for one that is about each payment. */
function usedUnits(view: OutflowView, name: OutflowLimitName): bigint | null {
  const roundedUp = (amountMsat: bigint): bigint => (amountMsat + 999n) / 1000n;
  switch (name) {
    case 'hourSat':
      return roundedUp(view.sentHourMsat);
    case 'daySat':
      return roundedUp(view.sentDayMsat);
    case 'netDaySat': {
      const netMsat = view.sentDayMsat - view.receivedDayMsat;
      return netMsat > 0n ? roundedUp(netMsat) : 0n;
    }
    case 'singleSat':
      return null;
    case 'countHour':
      return BigInt(view.countHour);
  }
}

function usedOf(
  texts: PageTexts,
  view: OutflowView,
  limits: OutflowLimits,
  name: OutflowLimitName,
): Content {
  const { format, safety } = texts;
  const { used: words } = safety;
  const used = usedUnits(view, name);
  const limit = BigInt(limits[name] ?? 0);
  const whole = limitText(texts, name, limits[name] ?? 0);
  if (used === null) return words.each({ limit: whole });
  const share = used >= limit ? 100n : (used * 100n) / limit;
  const shown =
    name === 'countHour'
      ? words.of({ used: format.digits(used), limit: whole })
      : words.of({ used: format.satBeside(used), limit: whole });
  return html`<div class="channel">
    <span>${shown} ${nearness(words, share)}</span>
    ${drawBar({
      title: words.share({ share: `${format.digits(share)} %` }),
      whole: limit,
      parts: [
        {
          name: '',
          look: share < 80n ? 'ours' : share < 100n ? 'owed' : 'missing',
          value: used < limit ? used : limit,
          shown: null,
        },
      ],
    })}
  </div>`;
}

/** A word for a limit that is nearly used up, or wholly. */
const nearness = (words: PageTexts['safety']['used'], share: bigint): Content => {
  if (share < 80n) return null;
  return share < 100n ? stateWord('waiting', words.nearly) : stateWord('bad', words.all);
};

/** Says where the limit in force comes from, and the other one where there are two. */
function sourceOf(
  texts: PageTexts,
  { settings, chosen }: OutflowView,
  name: OutflowLimitName,
): Content {
  const { used: words } = texts.safety;
  const [fixed, own] = [settings[name], chosen[name]];
  if (fixed === null) return words.byOperators;
  if (own === null) return words.bySettings;
  const other = (limit: typeof fixed): string => limitText(texts, name, limit);
  return own < fixed
    ? html`${words.byOperators}<p class="hint">${words.settingsSay({ limit: other(fixed) })}</p>`
    : html`${words.bySettings}<p class="hint">${words.operatorsSay({ limit: other(own) })}</p>`;
}
