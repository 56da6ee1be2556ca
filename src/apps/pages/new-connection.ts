import { requireStepUp, type StepUpAct } from '../../accounts/pages/require-step-up.ts';
import type { Sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { html } from '../../i18n/html.ts';
import { readBalance } from '../../ledger/read-balance.ts';

import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import { alreadyDone, idempotentInput, newFormId } from '../../web/pages/idempotent-form.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { addConnection } from '../add-connection.ts';
import { SCOPES_OF_PRESET } from '../preset.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { APPS_PATH, NEW_CONNECTION_PATH } from './app-paths.ts';
import { budgetFacts } from './budget-facts.ts';
import {
  type ConnectionFields,
  type ConnectionInput,
  checkFields,
  connectionFields,
  RESUMABLE_FIELDS,
  readFields,
  suggestedFields,
} from './connection-fields.ts';
import { limitNewAccess } from './limit-new-access.ts';
import { askForPairing, decidePairing, tooManyApps } from './pairing.ts';
import { pairingParameters, pairingPath, RESUMABLE_PAIRING_FIELDS } from './pairing-fields.ts';
import { scopeList } from './scope-words.ts';
import { showSecret } from './show-secret.ts';

/**
 * The page that connects an app without OAuth; it exists only while a protocol for that is switched
 * on. If the page's address contains an app's key, the app itself has asked for the connection.
 */
const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: NEW_CONNECTION_PATH,
  access: 'signed_in',
  leavesSite: true,
  returnPath: (request) =>
    request.query.has('pubkey') ? pairingPath(pairingParameters(request)) : request.url,
  handle: async (deps, request) => {
    const { connectionKinds: kinds, random } = deps;
    if (request.query.has('pubkey')) return await askForPairing(deps, request);
    if (kinds.length === 0) return notFoundPage();
    const balanceSat = await readBalance(deps, request.user.id);
    const resumed = readResumedForm(request);
    const fields =
      resumed === null
        ? suggestedFields(request.texts.format, kinds, balanceSat)
        : readFields(resumed);
    return showForm(deps, request, balanceSat, { ...fields, formId: newFormId(random) });
  },
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: NEW_CONNECTION_PATH,
  access: 'signed_in',
  leavesSite: true,
  resumable: { fields: [...new Set([...RESUMABLE_FIELDS, ...RESUMABLE_PAIRING_FIELDS])] },
  handle: async (deps, request) => {
    const { connectionKinds: kinds, clock } = deps;
    if (request.form.has('pubkey')) return await decidePairing(deps, request);
    if (kinds.length === 0) return notFoundPage();
    const fields = readFields(request.form);
    const input = checkFields(request.texts, fields, kinds, clock.now());
    if (!input.ok) {
      const balanceSat = await readBalance(deps, request.user.id);
      return showForm(deps, request, balanceSat, { ...fields, ...input.refusal });
    }
    const connect = () => connectApp(deps, request, input.value, fields);
    // A connection that can spend is as good as the money itself, so users first prove who they
    // are.
    if (input.value.preset !== 'pay') return await connect();
    return await requireStepUp(deps, request, actOf(request.texts, input.value), connect);
  },
};

const actOf = (texts: PageTexts, { name, preset, budget }: ConnectionInput): StepUpAct => ({
  section: 'apps',
  title: name,
  about: [scopeList(texts.scopes, SCOPES_OF_PRESET[preset]), facts(budgetFacts(texts, budget))],
  submit: texts.connections.creating.submit,
  back: linkButton(texts.frame.cancel, APPS_PATH, 'quiet'),
});

export const newConnectionPages: readonly Page<AppPageDeps>[] = [show, send];

function showForm(
  { connectionKinds: kinds }: AppPageDeps,
  { session, texts }: UserPageRequest,
  balanceSat: Sat,
  fields: ConnectionFields,
): ShownPage {
  const words = texts.connections.creating;
  return showPage({
    title: words.title,
    section: 'apps',
    width: 'narrow',
    status: fields.problems === undefined ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problemSummary(fields.problems === undefined ? null : words.failed)}
      <section class="card">${postForm({
        action: NEW_CONNECTION_PATH,
        csrfToken: session.csrfToken(),
        fields: connectionFields(texts, fields, { kinds, balanceSat }),
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, APPS_PATH, 'quiet'),
      })}</section>`,
  });
}

async function connectApp(
  deps: AppPageDeps,
  request: UserPageRequest,
  { kind, preset, ...input }: ConnectionInput,
  fields: ConnectionFields,
): Promise<PageAnswer> {
  const { user, session, texts } = request;
  const refused = await limitNewAccess(deps, user.id);
  if (refused !== null) return refused;
  const added = await addConnection(deps, kind, {
    ...input,
    userId: user.id,
    scopes: SCOPES_OF_PRESET[preset],
    ...idempotentInput(session, 'connection', fields),
  });
  if (added.ok) {
    return await showSecret(deps, request, added.value.connection, added.value);
  }
  if (added.refusal.kind === 'too_many_connections') return tooManyApps();
  assert(added.refusal.kind !== 'bad_name', 'what was checked is accepted');
  session.keepNotice(alreadyDone(texts));
  return redirectTo(APPS_PATH);
}
