import { deviceName } from '../../accounts/pages/device-name.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { type DeviceRefusal, keepDevice } from '../../push/keep-device.ts';
import { MAX_PUSH_DEVICES } from '../../push/limits.ts';
import type { PushDevice } from '../../push/push-device.ts';
import { sendPush } from '../../push/send-push.ts';
import { card, stateWord } from '../../web/pages/components.ts';
import { choiceField, hiddenField, postForm } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  sendData,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { NOTICES_PATH } from '../../web/pages/paths.ts';
import { NOTICE_KINDS, type NoticeKind, noticeKindsFor } from '../notice.ts';
import { testPush } from '../notice-pushes.ts';
import type { NoticePageDeps } from './notice-page-deps.ts';
import { DEVICES_PATH, PUSHED_KINDS_PATH, RENEW_DEVICE_PATH } from './notice-paths.ts';

/** The script that asks a browser to subscribe. */
export const PUSH_SCRIPT = 'push.js';

/** The user's browsers that show notices, and the button that adds the one in which they look. */
export async function devicesCard(
  deps: NoticePageDeps,
  request: UserPageRequest,
  pushed: readonly NoticeKind[],
): Promise<Html> {
  const words = request.texts.notices.devices;
  if (deps.push.pushSender.contact === null) {
    return card(words.title, html`<p class="hint">${words.off}</p>`);
  }
  const isHere = ({ sessionId }: PushDevice): boolean => sessionId === request.session.id;
  const all = await deps.push.pushDevices.listDevices(request.user.id);
  const devices = [...all.filter(isHere), ...all.filter((one) => !isHere(one))];
  return card(
    words.title,
    html`
      <p class="hint">${words.lead}</p>
      ${subscribeForm(deps, request)}
      ${
        devices.length === 0
          ? null
          : html`
            <ul class="entries devices">${devices.map((one) => deviceEntry(request, one))}</ul>
            ${kindsForm(request, pushed)}`
      }`,
  );
}

/** The form by which a browser is added. A script fills it, and shows what the browser can do. */
function subscribeForm({ push }: NoticePageDeps, { user, session, texts }: UserPageRequest): Html {
  const words = texts.notices.devices;
  const state = (name: string, text: Content): Html =>
    html`<p class="hint" data-push-state="${name}" hidden>${text}</p>`;
  return html`
    <div id="push" data-owner="${user.id}" data-renew="${RENEW_DEVICE_PATH}"
      data-sender-key="${Buffer.from(push.pushSender.key.publicKey).toString('base64url')}">
      <noscript><p class="hint">${words.noScript}</p></noscript>
      ${state('unable', words.unable)}
      ${state('homeScreen', words.homeScreen)}
      ${state('blocked', words.blocked)}
      <p class="hint" data-push-state="asking" role="status" hidden>${words.asking}</p>
      <p class="mistake" data-push-state="failed" role="alert" hidden>${words.failed}</p>
      <p class="mistake" data-push-state="silent" role="alert" hidden>${words.silent}</p>
      ${postForm({
        action: DEVICES_PATH,
        csrfToken: session.csrfToken(),
        id: 'push-form',
        isHidden: true,
        fields: SUBSCRIPTION_FIELDS.map((name) => hiddenField(name, '')),
        submit: { label: words.allow },
      })}
    </div>`;
}

const SUBSCRIPTION_FIELDS = ['endpoint', 'p256dh', 'auth', 'sender_key'] as const;

function deviceEntry({ session, texts }: UserPageRequest, device: PushDevice): Html {
  const { devices: words } = texts.notices;
  const { id, showsDetails, createdAt, takenAt, problem } = device;
  const csrfToken = session.csrfToken();
  const button = (act: string, label: string): Html =>
    postForm({
      action: `${DEVICES_PATH}/${id}/${act}`,
      csrfToken,
      fields: null,
      submit: { label, look: 'plain' },
    });
  const show = button('show-details', words.showDetails);
  const hide = button('hide-details', words.hideDetails);
  const isHere = device.sessionId === session.id;
  const name = deviceName(texts.security.device, device.device);
  const used =
    takenAt === null ? words.never : words.lastUsed({ time: texts.format.moment(takenAt) });
  return html`
    <li>
      <div class="said">
        <h3 id="device-${id}">${name} ${isHere ? stateWord('good', words.here) : null}</h3>
        <p class="hint">${words.added({ time: texts.format.day(createdAt) })} · ${used}</p>
        ${problem === null ? null : html`<p class="mistake">${words.problem}</p>`}
      </div>
      <div class="actions" role="group" aria-labelledby="device-${id}">
        ${button('test', words.test)}
        ${showsDetails ? hide : show}
        ${button('remove', words.remove)}
      </div>
    </li>`;
}

const kindsForm = (
  { user, session, texts }: UserPageRequest,
  pushed: readonly NoticeKind[],
): Html =>
  postForm({
    action: PUSHED_KINDS_PATH,
    csrfToken: session.csrfToken(),
    fields: choiceField({
      name: 'kind',
      legend: texts.notices.devices.which,
      kind: 'several',
      choices: noticeKindsFor(user).map((kind) => ({
        value: kind,
        label: texts.notices.choice.kinds[kind],
        isChosen: pushed.includes(kind),
      })),
    }),
    submit: { label: texts.notices.devices.save, look: 'plain' },
  });

/** Adds the browser of the request. */
const add: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: DEVICES_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { session, texts } = request;
    const words = texts.notices.devices;
    const kept = await keep(deps, request, null);
    session.keepNotice(
      kept === null
        ? { kind: 'done', text: words.kept }
        : { kind: 'problem', text: refusalText(texts.notices.devices, kept) },
    );
    return redirectTo(NOTICES_PATH);
  },
};

const refusalText = (
  words: UserPageRequest['texts']['notices']['devices'],
  refusal: DeviceRefusal,
): string =>
  refusal === 'too_many' ? words.tooMany({ count: String(MAX_PUSH_DEVICES) }) : words.refused;

async function keep(
  { accounts, push }: NoticePageDeps,
  { user, form, raw }: UserPageRequest,
  earlier: string | null,
): Promise<DeviceRefusal | null> {
  const { id: sessionId, device } = accounts.browsers.userBrowser(raw.request).session;
  const sent = {
    endpoint: form.text('endpoint'),
    p256dh: form.text('p256dh'),
    auth: form.text('auth'),
    senderKey: form.text('sender_key'),
    earlier,
  };
  const kept = await keepDevice(push, sent, { userId: user.id, sessionId, device });
  return kept.ok ? null : kept.refusal;
}

/**
 * Replaces the subscription of a browser by a new one, because browsers may change theirs at any
 * time. A browser that the user has removed from the list is not added again.
 */
const renew: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: RENEW_DEVICE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, form } = request;
    const earlier = form.text('earlier');
    // Another tab of the browser may have replaced it already.
    const either = await Promise.all(
      [earlier, form.text('endpoint')].map((one) => deps.push.pushDevices.isKept(user.id, one)),
    );
    const isKept = either.includes(true) && (await keep(deps, request, earlier)) === null;
    return sendData({ isKept });
  },
};

/** Sends a message to one browser at once, so that its user sees whether it arrives. */
const test: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: `${DEVICES_PATH}/:id/test`,
  access: 'signed_in',
  handle: async (deps, { user, params, session, texts }) => {
    const { push, pushTests, accounts, config } = deps;
    const { devices: words } = texts.notices;
    const id = params.text('id');
    const subscription = await push.pushDevices.findSubscription(user.id, id);
    if (subscription === null) return notFoundPage();
    const say = (kind: 'done' | 'problem', text: string) => {
      session.keepNotice({ kind, text });
      return redirectTo(NOTICES_PATH);
    };
    if (!pushTests.acquire(user.id)) return say('problem', words.busy);
    try {
      const look = { siteName: config.site.name, authUrl: accounts.authUrl() };
      const message = testPush(texts, look);
      const target = { subscription, hadProblem: true };
      const outcome = await sendPush(push, target, message, new AbortController().signal);
      if (outcome.kind === 'taken') {
        const at = push.clock.now();
        await push.pushDevices.noteResult(id, { kind: 'taken', seq: null, at });
        return say('done', words.tested);
      }
      if (outcome.kind !== 'gone') return say('problem', words.testFailed);
      await push.pushDevices.noteResult(id, { kind: 'gone' });
      return say('problem', words.testGone);
    } finally {
      pushTests.release(user.id);
    }
  },
};

const remove: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: `${DEVICES_PATH}/:id/remove`,
  access: 'signed_in',
  handle: async ({ push }, { user, params, session, texts }) => {
    if (!(await push.pushDevices.removeDevice(user.id, params.text('id')))) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.notices.devices.removed });
    return redirectTo(NOTICES_PATH);
  },
};

const detailsPage = (act: string, showsDetails: boolean): UserPage<NoticePageDeps> => ({
  method: 'POST',
  path: `${DEVICES_PATH}/:id/${act}`,
  access: 'signed_in',
  handle: async ({ push }, { user, params, session, texts }) => {
    const { pushDevices } = push;
    if (!(await pushDevices.setDetails(user.id, params.text('id'), showsDetails))) {
      return notFoundPage();
    }
    session.keepNotice({ kind: 'done', text: texts.notices.devices.changed });
    return redirectTo(NOTICES_PATH);
  },
});

const chooseKinds: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: PUSHED_KINDS_PATH,
  access: 'signed_in',
  handle: async ({ noticeInboxes }, { user, form, session, texts }) => {
    const chosen = form.all('kind');
    const offered = noticeKindsFor(user);
    await noticeInboxes.setPushed(
      user.id,
      NOTICE_KINDS.filter((kind) => chosen.includes(kind) || !offered.includes(kind)),
    );
    session.keepNotice({ kind: 'done', text: texts.notices.devices.changed });
    return redirectTo(NOTICES_PATH);
  },
};

export const devicePages: readonly Page<NoticePageDeps>[] = [
  add,
  renew,
  test,
  detailsPage('show-details', true),
  detailsPage('hide-details', false),
  remove,
  chooseKinds,
];
