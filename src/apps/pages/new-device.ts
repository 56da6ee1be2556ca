import { requireStepUp } from '../../accounts/pages/require-step-up.ts';
import { type AppGrant, isOver } from '../../authorization/app-grant.ts';
import { maySpend } from '../../authorization/scope.ts';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';

import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm, textField } from '../../web/pages/controls.ts';
import {
  alreadyDone,
  formIdField,
  idempotentInput,
  newFormId,
  readFormId,
} from '../../web/pages/idempotent-form.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { addDevice } from '../add-device.ts';
import type { ConnectionKind } from '../connection-kind.ts';
import { MAX_DEVICES } from '../limits.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { appPath, newDevicePath } from './app-paths.ts';
import { budgetFacts } from './budget-facts.ts';
import { problemOfName } from './connection-fields.ts';
import { limitNewAccess } from './limit-new-access.ts';
import { showSecret } from './show-secret.ts';

const PATH = newDevicePath(':id');

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const found = await findConnection(deps, request);
    if (found === null) return notFoundPage();
    const name = readResumedForm(request)?.text('name') ?? '';
    const fields = { formId: newFormId(deps.random), name };
    return showForm(request, found.app, fields, null);
  },
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['name'] },
  handle: async (deps, request) => {
    const found = await findConnection(deps, request);
    if (found === null) return notFoundPage();
    const { form, texts } = request;
    const fields = { formId: readFormId(form), name: form.text('name').trim() };
    const problem = problemOfName(texts.connections.creating, fields.name);
    if (problem !== null) return showForm(request, found.app, fields, problem);
    const add = () => addTo(deps, request, found, fields);
    // A device that can spend is as good as the money itself, so users first prove who they are.
    if (!maySpend(found.app)) return await add();
    const { id, name } = found.app;
    const budgets = await deps.budgets.readBudgets(request.user.id, [id], deps.clock.now());
    const act = {
      section: 'apps',
      title: `${name}: ${fields.name}`,
      about: facts(budgetFacts(texts, budgets.get(id) ?? null)),
      submit: texts.connections.addingDevice.submit,
      back: linkButton(texts.frame.cancel, appPath(id), 'quiet'),
    } as const;
    return await requireStepUp(deps, request, act, add);
  },
};

export const newDevicePages: readonly Page<AppPageDeps>[] = [show, send];

interface Found {
  readonly app: AppGrant;
  readonly kind: ConnectionKind;
}

/**
 * Finds a connection; null for an OAuth app, and while the protocol of the connection is switched
 * off.
 */
async function findConnection(
  { appGrants, connectionKinds, clock }: AppPageDeps,
  { user, params }: UserPageRequest,
): Promise<Found | null> {
  const app = await appGrants.findAppGrant(user.id, params.text('id'));
  const kind = connectionKinds.find(({ name }) => name === app?.kind);
  if (app === null || kind === undefined) return null;
  return isOver(app, clock.now()) ? null : { app, kind };
}

interface DeviceFields {
  readonly formId: string;
  readonly name: string;
}

function showForm(
  { session, texts }: UserPageRequest,
  app: AppGrant,
  fields: DeviceFields,
  problem: string | null,
): ShownPage {
  const words = texts.connections.addingDevice;
  return showPage({
    title: words.title,
    section: 'apps',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.heading({ name: app.name })}</h1>
      <section class="card">
        <p>${words.text}</p>
        ${postForm({
          action: newDevicePath(app.id),
          csrfToken: session.csrfToken(),
          fields: [
            formIdField(fields.formId),
            textField({
              name: 'name',
              label: texts.connections.creating.name,
              value: fields.name,
              maxLength: MAX_NAME_LENGTH,
              hint: words.nameHint,
              isRequired: true,
              problem: problem ?? undefined,
            }),
          ],
          submit: { label: words.submit },
          others: linkButton(texts.frame.cancel, appPath(app.id), 'quiet'),
        })}
      </section>`,
  });
}

async function addTo(
  deps: AppPageDeps,
  request: UserPageRequest,
  { app, kind }: Found,
  fields: DeviceFields,
): Promise<PageAnswer> {
  const { user, session, texts } = request;
  const refused = await limitNewAccess(deps, user.id);
  if (refused !== null) return refused;
  const added = await addDevice(deps, kind, {
    userId: user.id,
    appGrantId: app.id,
    name: fields.name,
    ...idempotentInput(session, `device of ${app.id}`, fields),
  });
  if (added.ok) return await showSecret(deps, request, app, added.value);
  if (added.refusal.kind === 'too_many_devices') {
    return refusePage({
      status: 400,
      words: ({ connections: { addingDevice: words } }) => ({
        title: words.tooMany.title,
        message: words.tooMany.message({ most: String(MAX_DEVICES) }),
      }),
    });
  }
  if (added.refusal.kind !== 'done_before') return notFoundPage();
  session.keepNotice(alreadyDone(texts));
  return redirectTo(appPath(app.id));
}
