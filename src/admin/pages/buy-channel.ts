import { readSat } from '../../base/amount.ts';
import type { UrlProblem } from '../../base/outbound-url.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import {
  type PlaceRefusal,
  readProviderUrl,
  type WantedChannel,
} from '../../channel-orders/place-order.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import { selectField, textField } from '../../web/pages/controls.ts';
import { formIdField, newFormId, readFormId } from '../../web/pages/idempotent-form.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { orderChannelOnce } from '../buy-channel.ts';
import { CHANNEL_MONTHS, DAY_BLOCKS, MONTH_BLOCKS, PROPOSED_CHANNEL_MONTHS } from '../limits.ts';
import {
  type ActionPage,
  type ActionQuestion,
  ASK_AGAIN,
  again,
  done,
  operatorOf,
  problem,
  typedOf,
} from './action-pages.ts';
import { BUY_CHANNEL_PATH, CHANNEL_ORDERS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { providerRefusalText } from './provider-refusal-text.ts';

const FIELDS = ['provider', 'size', 'months'] as const;
const FORM_ID = /^[0-9a-f]{32}$/;

/**
 * The action that asks a provider for the offer of a channel and stores it. Paying for the offer is
 * another action.
 */
export const buyChannelPage: ActionPage<NodeManagement> = {
  path: BUY_CHANNEL_PATH,
  section: 'node',
  back: CHANNEL_ORDERS_PATH,
  fields: FIELDS,
  find: async ({ operator }) => operator.management,
  ask: (request, _management, deps) => typeQuestion(request, deps),
  act: async ({ actions }, request, management) => {
    const words = request.texts.actions.buyChannel;
    const wanted = readWanted(request, actions);
    if (!wanted.ok) return again(words.wrong[wanted.refusal]);
    const formId = readFormId(request.form);
    if (!FORM_ID.test(formId)) return ASK_AGAIN;
    const deps = { ...actions, management };
    const placed = await orderChannelOnce(deps, operatorOf(request), wanted.value, formId);
    if (placed === null) return problem(words.repeated);
    if (placed.ok) return done(words.placed);
    return again(refusalText(request.texts, placed.refusal));
  },
};

type Wrong = 'size' | UrlProblem;

function readWanted(
  request: UserPageRequest,
  { providerRules }: OperatorPageDeps['actions'],
): Result<WantedChannel, Wrong> {
  const url = readProviderUrl(typedOf(request, 'provider'), providerRules);
  if (!url.ok) return url;
  const sizeSat = readSat(request.texts.format.readDigits(typedOf(request, 'size')));
  if (sizeSat === null || sizeSat === 0n) return refuse('size');
  const expiryBlocks = Number(monthsOf(request)) * MONTH_BLOCKS;
  return accept({ providerUrl: url.value, sizeSat, expiryBlocks });
}

const monthsOf = (request: UserPageRequest): string =>
  CHANNEL_MONTHS.find((months) => months === typedOf(request, 'months')) ?? PROPOSED_CHANNEL_MONTHS;

async function typeQuestion(
  request: UserPageRequest,
  { actions, random }: OperatorPageDeps,
): Promise<ActionQuestion> {
  const words = request.texts.actions.buyChannel;
  const typed = typedOf(request, 'provider');
  const known = (await actions.channelOrders.lastProvider()) ?? actions.proposedProvider;
  const provider = typed === '' ? (known ?? '') : typed;
  return {
    title: words.title,
    text: words.text,
    submit: words.next,
    fields: [
      textField({
        name: 'provider',
        label: words.provider,
        hint: words.providerHint,
        value: provider,
        autocomplete: 'off',
        inputMode: 'url',
        isVerbatim: true,
        isRequired: true,
      }),
      textField({
        name: 'size',
        label: words.size,
        hint: words.sizeHint,
        value: typedOf(request, 'size'),
        autocomplete: 'off',
        inputMode: 'numeric',
        unit: 'sat',
        isRequired: true,
      }),
      selectField({
        name: 'months',
        label: words.months,
        hint: words.monthsHint,
        value: monthsOf(request),
        options: CHANNEL_MONTHS.map((months) => [
          months,
          words.monthCount({ count: Number(months) }),
        ]),
      }),
      formIdField(newFormId(random)),
    ],
  };
}

function refusalText(texts: PageTexts, refusal: PlaceRefusal): string {
  const words = texts.actions.buyChannel.refused;
  const { sat } = texts.format;
  switch (refusal.kind) {
    case 'no_node':
    case 'needs_money':
      return words[refusal.kind];
    case 'not_connected':
      return words.not_connected({ why: refusal.detail });
    case 'size':
      return words.size({ least: sat(refusal.leastSat), most: sat(refusal.mostSat) });
    case 'duration':
      return words.duration({ days: Math.floor(refusal.mostBlocks / DAY_BLOCKS) });
    case 'bad_offer':
      return words.offer[refusal.why];
    default:
      return providerRefusalText(texts, refusal);
  }
}
