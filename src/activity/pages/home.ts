import { listWaiting } from '../../approvals/list-waiting.ts';
import { presentLightningAddress } from '../../apps/routes/present-account.ts';
import { assert } from '../../base/assert.ts';
import { isNodeReachable } from '../../web/health.ts';
import { watchWallet } from '../../web/live/live.ts';
import { keepHidesAmounts } from '../../web/pages/browser-amounts.ts';
import {
  type GuestPage,
  type Page,
  redirectTo,
  type ShownPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import { isTroubled } from '../../webhooks/pages/endpoint-words.ts';
import { HOME_RECORDS } from '../limits.ts';
import { ALL_ACTIVITY, readActivity } from '../read-activity.ts';
import { readActivityLine } from './activity-line.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { HIDE_AMOUNTS_PATH } from './activity-paths.ts';
import { answerGuest } from './landing.ts';
import { readLineNames } from './line-names.ts';
import { readLineRates } from './line-values.ts';
import { showHome } from './show-home.ts';
import { readSpenders } from './spender-name.ts';

/** The start page. It describes the service to guests, and shows signed-in users their wallet. */
const show: GuestPage<ActivityPageDeps> = {
  method: 'GET',
  path: '/',
  access: 'anyone',
  handle: async (deps, request) => {
    const { user } = request;
    if (user === null) return answerGuest(deps, request);
    return answerHome(deps, { ...request, user });
  },
};

/** Hides or shows amounts in this browser alone, because other people may see this screen. */
const hide: UserPage<ActivityPageDeps> = {
  method: 'POST',
  path: HIDE_AMOUNTS_PATH,
  access: 'signed_in',
  handle: async (_, { form, raw }) => {
    keepHidesAmounts(raw.reply, form.text('hide') === 'yes');
    return redirectTo('/');
  },
};

export const homePages: readonly Page<ActivityPageDeps>[] = [show, hide];

async function answerHome(deps: ActivityPageDeps, request: UserPageRequest): Promise<ShownPage> {
  const userId = request.user.id;
  // The page begins to listen for changes before it reads the wallet, so that it misses none.
  const live = await watchWallet(deps, request);
  const now = deps.clock.now();
  const newest = { ...ALL_ACTIVITY, userId, before: null, limit: HOME_RECORDS, now };
  const [custody, listed, asking, endpoints, address, rate, proofAt, isThere] = await Promise.all([
    deps.wallets.readCustody(userId, now),
    readActivity(deps, newest),
    listWaiting(deps, userId),
    deps.endpoints.list({ userId, clientId: null, grantId: null }),
    presentLightningAddress(deps, userId),
    readerRate(deps, request.user),
    deps.serviceStatus.proofMadeAt(),
    isNodeReachable(deps),
  ]);
  assert(custody !== null, 'every user has a wallet');
  assert(typeof listed !== 'string', 'this is no search');
  const lines = listed.entries.map(readActivityLine);
  const pending = listed.pending.map(readActivityLine);
  const named = [...pending, ...lines].map(({ grantId }) => grantId);
  const [spenders, rates, names] = await Promise.all([
    readSpenders(deps, userId, named),
    readLineRates(deps, request, [...pending, ...lines]),
    readLineNames(deps, request.user, [...pending, ...lines]),
  ]);
  return showHome(request.texts, {
    live,
    custody,
    rate: request.texts.format.hidesAmounts ? null : rate,
    csrfToken: request.session.csrfToken(),
    isStopped: deps.paymentStop.stopReason() !== null,
    isPlay: deps.play !== null,
    lightningAddress: address.lightning_address ?? null,
    lines,
    pending,
    waitingCount: listed.waiting.length,
    asking,
    spenders,
    rates,
    names,
    rules: deps.onchain?.rules ?? null,
    now,
    proofAt,
    isNodeAway: !isThere,
    isCoverLost: request.user.isAdmin && deps.serviceStatus.isCoverLost(),
    troubled: endpoints.filter(isTroubled),
  });
}
