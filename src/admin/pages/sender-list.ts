import { deviceName } from '../../accounts/pages/device-name.ts';
import { msat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { Sender, Sign } from '../../outflow/outflow-store.ts';
import { card, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { USERS_PATH } from './operate-paths.ts';
import { disconnectPath, signOutPath } from './sender-actions.ts';

/**
 * A card with those who have sent most within a day, the largest first: with what they have sent,
 * what is new about them, and what an operator can do at once.
 */
export function senderList(request: UserPageRequest, senders: readonly Sender[]): Html {
  const words = request.texts.safety.senders;
  const users = [...Map.groupBy(senders, ({ user }) => user).values()]
    .map((all) => ({ all, sentMsat: msat(all.reduce((sum, one) => sum + one.sentMsat, 0n)) }))
    .toSorted((one, other) => Number(other.sentMsat > one.sentMsat) * 2 - 1);
  return card(
    words.title,
    users.length === 0
      ? html`<p class="faint">${words.none}</p>`
      : html`<p class="hint">${words.lead}</p>
          <ol class="senders">${users.map((user, rank) => oneUser(request, user, rank))}</ol>`,
  );
}

interface SendingUser {
  readonly all: readonly Sender[];
  readonly sentMsat: bigint;
}

function oneUser(request: UserPageRequest, { all, sentMsat }: SendingUser, rank: number): Content {
  const { texts } = request;
  const words = texts.safety.senders;
  const [first] = all;
  if (first === undefined) return null;
  const path = `${USERS_PATH}/${first.user}`;
  const id = `sender-${rank}`;
  return html`
    <li>
      <div class="split">
        <h3 id="${id}"><a href="${path}">${nameOf(first)}</a></h3>
        <p>${texts.format.amount(sentMsat / 1000n)}</p>
      </div>
      <ul class="spenders">${all.map((sender) => spenderLine(texts, sender))}</ul>
      ${newList(texts, first.signs)}
      ${
        first.isDisabled
          ? html`<p>${stateWord('ended', words.disabled)}</p>`
          : userActions(request, first, id)
      }
    </li>`;
}

const nameOf = ({ email, user }: Sender): Content =>
  email === null ? html`<code class="wrapped">${user}</code>` : html`<bdi>${email}</bdi>`;

/** What one app, token or browser of a user has sent, with a link that disconnects it. */
function spenderLine(texts: PageTexts, { access, count, sentMsat, ...sender }: Sender): Html {
  const words = texts.safety.senders;
  const { format } = texts;
  const name =
    sender.spender === 'web' || sender.spender === 'operator'
      ? words.spenders[sender.spender]
      : html`<bdi>${sender.spender}</bdi>`;
  const since =
    sender.since === null ? null : html`, ${words.since({ time: format.moment(sender.since) })}`;
  return html`
    <li>
      <span>${name}: ${words.sent({
        amount: format.amount(sentMsat / 1000n),
        count,
      })}${since}</span>
      ${
        access === null
          ? null
          : html`<a href="${disconnectPath(sender.user, access.id)}">${words.disconnect}</a>`
      }
    </li>`;
}

function newList(texts: PageTexts, signs: readonly Sign[]): Html {
  const words = texts.safety.senders;
  if (signs.length === 0) return html`<p class="hint">${words.nothingNew}</p>`;
  return html`
    <div>
      <p class="hint">${words.isNew}</p>
      <ul class="signs">${signs.map((sign) => html`<li>${signLine(texts, sign)}</li>`)}</ul>
    </div>`;
}

function signLine(texts: PageTexts, { kind, at, count, about }: Sign): Content {
  const { format, safety, security } = texts;
  const { signs, times } = safety.senders;
  const name = kind === 'sign_in' && about !== null ? deviceName(security.device, about) : about;
  return html`<strong>${signs[kind]}</strong>${
    name === null ? null : html`: <bdi>${name}</bdi>`
  }, ${format.moment(at)}${count === 1 ? null : html` ${times({ count })}`}`;
}

/** What an operator can do about the user as a whole; nothing about their own account. */
function userActions(
  { user: admin, texts }: UserPageRequest,
  { user }: Sender,
  id: string,
): Content {
  if (admin.identifier === user) return null;
  const { switchOff } = texts.users.one;
  return html`
    <p class="actions" role="group" aria-labelledby="${id}">
      ${linkButton(texts.users.signingOut.title, signOutPath(user))}
      ${linkButton(switchOff, `${USERS_PATH}/${user}/disable`, 'risky')}
    </p>`;
}
