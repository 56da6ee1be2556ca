import { assert } from '../../base/assert.ts';
import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { checkProfile } from '../../users/profile.ts';
import { facts } from '../../web/pages/components.ts';
import { postForm, textField } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { changeProfile } from '../change-profile.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { type FormProblem, problemsIn } from './answer-refusal.ts';
import { nameField, problemAt, summaryOf } from './fields.ts';

const PATH = '/profile';
const NPUB_LENGTH = 64;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (_, request) => {
    const { name, avatar, nostrPubkey } = request.user;
    const resumed = readResumedForm(request);
    if (resumed !== null) return showForm(request, readValues(resumed), []);
    const values = { name: name ?? '', avatar: avatar ?? '', nostrKey: nostrPubkey ?? '' };
    return showForm(request, values, []);
  },
};

const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['name', 'avatar', 'nostr_key'] },
  handle: async ({ accounts }, request) => {
    const { form, session, user, texts } = request;
    const values = readValues(form);
    const change = {
      name: values.name || null,
      avatar: values.avatar || null,
      nostrPubkey: values.nostrKey || null,
    };
    const { name, avatar, nostrPubkey } = change;
    const each = [{ name }, { avatar }, { nostrPubkey }].map(checkProfile);
    const problems = problemsIn(texts.refusals, each);
    if (problems.length > 0) return showForm(request, values, problems);
    const changed = await changeProfile(accounts, user.id, change);
    assert(changed.ok, 'what was checked is accepted');
    session.keepNotice({ kind: 'done', text: texts.profile.done });
    return redirectTo(PATH);
  },
};

export const profilePages: readonly Page<AccountPageDeps>[] = [show, send];

interface Values {
  readonly name: string;
  readonly avatar: string;
  readonly nostrKey: string;
}

const readValues = (form: RequestValues): Values => ({
  name: form.text('name').trim(),
  avatar: form.text('avatar').trim(),
  nostrKey: form.text('nostr_key').trim(),
});

const showForm = (
  { session, user, texts: { profile: words, accountFields, frame } }: UserPageRequest,
  { name, avatar, nostrKey }: Values,
  problems: readonly FormProblem[],
): ShownPage =>
  showPage({
    title: words.title,
    section: 'profile',
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${facts([
        [accountFields.email, user.email ?? '–'],
        [words.identifier, html`<code>${user.identifier}</code>`],
      ])}
      <p class="hint">${words.identifierHint}</p>
      ${summaryOf(problems)}
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          nameField(accountFields, { value: name, ...problemAt(problems, 'name') }),
          textField({
            name: 'avatar',
            label: words.picture,
            type: 'url',
            value: avatar,
            hint: words.pictureHint,
            maxLength: MAX_ADDRESS_LENGTH,
            ...problemAt(problems, 'avatar'),
          }),
          textField({
            name: 'nostr_key',
            label: words.nostrKey,
            value: nostrKey,
            hint: words.nostrKeyHint,
            maxLength: NPUB_LENGTH,
            ...problemAt(problems, 'nostr_key'),
          }),
        ],
        submit: { label: words.save },
      })}
      ${postForm({
        action: '/sign-out',
        csrfToken: session.csrfToken(),
        fields: null,
        submit: { label: frame.signOut, look: 'plain' },
      })}`,
  });
