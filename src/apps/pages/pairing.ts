import { requireStepUp } from '../../accounts/pages/require-step-up.ts';
import { readBalance } from '../../ledger/read-balance.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { idempotentInput, newFormId } from '../../web/pages/idempotent-form.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { MAX_APP_CONNECTIONS } from '../limits.ts';
import { type PairingRequest, readPairingRequest } from '../nwc-keys/pairing-request.ts';
import { allowText } from './allow-bar.ts';
import { answerDenial, answerPairing } from './answer-pairing.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { SWITCH_ACCOUNT_PATH } from './app-paths.ts';
import { budgetFacts } from './budget-facts.ts';
import { limitNewAccess } from './limit-new-access.ts';
import {
  asksToSpend,
  choosePairing,
  isOfService,
  type PairingChoice,
  type PairingFields,
  pairingParameters,
  pairingPath,
  readPairingFields,
  suggestedPairing,
} from './pairing-fields.ts';
import { scopeList } from './scope-words.ts';
import { nameOfApp, refusePairing, showPairing } from './show-pairing.ts';

/**
 * The page on which an app that has made its own key asks to be connected. The app gets no answer
 * before its user decides.
 */
export async function askForPairing(
  deps: AppPageDeps,
  request: UserPageRequest,
): Promise<PageAnswer> {
  if (deps.pairing === null) return notFoundPage();
  const { texts, user } = request;
  const parameters = pairingParameters(request);
  const asked = readPairingRequest(parameters, deps.clock.now());
  if (!asked.ok) return refusePairing(texts, asked.refusal);
  const { returnTo } = asked.value;
  if (returnTo !== null && isOfService(request.raw.request, returnTo)) {
    return refusePairing(texts, { kind: 'bad_return', address: returnTo });
  }
  if (await deps.pairing.isUsed(asked.value.pubkey)) {
    return refusePairing(texts, { kind: 'key_used' });
  }
  const balanceSat = await readBalance(deps, user.id);
  const resumed = readResumedForm(request);
  const chosen =
    resumed === null
      ? suggestedPairing(texts.format, asked.value, balanceSat)
      : readPairingFields(resumed);
  const fields = { ...chosen, formId: newFormId(deps.random) };
  return showPairing(request, { parameters, asked: asked.value, fields, balanceSat });
}

export async function decidePairing(
  deps: AppPageDeps,
  request: UserPageRequest,
): Promise<PageAnswer> {
  if (deps.pairing === null) return notFoundPage();
  const { form, texts, user } = request;
  const now = deps.clock.now();
  const asked = readPairingRequest(form, now);
  if (!asked.ok) return refusePairing(texts, asked.refusal);
  if (form.text('decision') !== 'allow') return answerDenial(request, asked.value);
  const fields = readPairingFields(form);
  const choice = choosePairing(texts.format, asked.value, fields, now);
  const balanceSat = await readBalance(deps, user.id);
  if (!choice.ok) {
    const again = { ...fields, problem: choice.refusal };
    return showPairing(request, {
      parameters: form,
      asked: asked.value,
      fields: again,
      balanceSat,
    });
  }
  const pair = () => pairApp(deps, request, { asked: asked.value, fields, choice: choice.value });
  if (!asksToSpend(asked.value)) return await pair();
  const path = pairingPath(form);
  const act = {
    section: null,
    title: texts.consent.heading({ name: nameOfApp(texts, asked.value) }),
    about: [
      scopeList(texts.pairing.permissions, asked.value.scopes),
      facts(budgetFacts(texts, choice.value.budget)),
    ],
    submit: allowText(texts, choice.value.budget),
    back: linkButton(texts.frame.cancel, path),
    address: path,
  };
  return await requireStepUp(deps, request, act, pair);
}

interface Decided {
  readonly asked: PairingRequest;
  readonly fields: PairingFields;
  readonly choice: PairingChoice;
}

async function pairApp(
  deps: AppPageDeps,
  request: UserPageRequest,
  { asked, fields, choice }: Decided,
): Promise<PageAnswer> {
  const { user, session, texts } = request;
  const { pubkey, scopes } = asked;
  const refused = await limitNewAccess(deps, user.id);
  if (refused !== null) return refused;
  const paired = await deps.pairing?.pair({
    ...choice,
    userId: user.id,
    pubkey,
    name: nameOfApp(texts, asked),
    scopes,
    ...idempotentInput(session, `pairing ${pubkey}`, fields),
  });
  if (paired === undefined) return notFoundPage();
  if (paired.ok) return answerPairing(request, asked, paired.value);
  if (paired.refusal.kind === 'key_used') return refusePairing(texts, { kind: 'key_used' });
  return tooManyApps();
}

export const tooManyApps = (): PageAnswer =>
  refusePage({
    status: 400,
    words: ({ connections: { creating: words } }) => ({
      title: words.tooMany.title,
      message: words.tooMany.message({ most: String(MAX_APP_CONNECTIONS) }),
    }),
  });

/** Signs the user out. After the next sign-in, the app's request is shown again. */
const switchAccount: UserPage<AppPageDeps> = {
  method: 'POST',
  path: SWITCH_ACCOUNT_PATH,
  access: 'signed_in',
  handle: async (_, { session, form }) => {
    await session.signOut();
    session.rememberReturn(pairingPath(form));
    return redirectTo('/sign-in');
  },
};

export const pairingPages: readonly Page<AppPageDeps>[] = [switchAccount];
