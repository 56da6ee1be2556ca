import { type Content, type Html, html } from '../../i18n/html.ts';
import { CSRF_FIELD } from './forms.ts';
import { icon } from './icons.ts';

export interface PostForm {
  readonly action: string;
  /**
   * The token that proves that the form is one of ours (CSRF); null for a form that anyone may
   * send.
   */
  readonly csrfToken: string | null;
  readonly fields: Content;
  /** The button that sends the form; null where buttons outside of the form send it. */
  readonly submit: SubmitButton | null;
  /** Further buttons beside the one that sends the form, or a link that leads out of the form. */
  readonly others?: Content;
  /** An id by which scripts find the form. */
  readonly id?: string;
  /** Whether the page's script sends the form only once, however often its button is pressed. */
  readonly isSentOnce?: boolean;
  /**
   * Whether the form is hidden. A script may show it; a form whose buttons stand elsewhere stays
   * hidden.
   */
  readonly isHidden?: boolean;
}

/**
 * Looks of buttons: `main` for the one that a page is about; `risky` for one that leads to an act
 * that cannot easily be undone, and `danger` for the act itself; `quiet` for what few people look
 * for.
 */
export type ButtonLook = 'main' | 'plain' | 'risky' | 'danger' | 'quiet';

export interface SubmitButton {
  readonly label: string;
  /** The look of the button; `main` if omitted. */
  readonly look?: ButtonLook;
  /** A name that is sent with the form, where the form has several buttons. */
  readonly name?: string;
  readonly value?: string;
  /** The id of the form that the button sends, where the button stands outside of it. */
  readonly form?: string;
  /** Whether the form is sent even while required fields are empty. */
  readonly isUnchecked?: boolean;
}

/** A form that is sent by POST, the only kind that changes something. */
export function postForm({ action, csrfToken, fields, submit, others, ...form }: PostForm): Html {
  const extra = [
    attribute('id', form.id),
    flag('data-once', form.isSentOnce),
    flag('hidden', form.isHidden),
  ];
  return html`
  <form method="post" action="${action}"${extra}>
    ${csrfToken === null ? null : hiddenField(CSRF_FIELD, csrfToken)}
    ${fields}
    ${submit && html`<div class="actions">${submitButton(submit)}${others ?? null}</div>`}
  </form>`;
}

export const submitButton = ({ label, look, name, value, form, ...one }: SubmitButton): Html => {
  const extra = [
    attribute('name', name),
    attribute('value', value),
    attribute('form', form),
    flag('formnovalidate', one.isUnchecked),
  ];
  return html`<button type="submit" class="button ${look ?? 'main'}"${extra}>${label}</button>`;
};

export const linkButton = (label: string, href: string, look: ButtonLook = 'plain'): Html =>
  html`<a class="button ${look}" href="${href}">${label}</a>`;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  /** A sentence under the label of the field. */
  readonly hint?: Content;
  /** A sentence about what was wrong with the value that was sent. */
  readonly problem?: string | undefined;
  /** Whether the browser refuses to send the form while the field is empty. */
  readonly isRequired?: boolean;
  /** A word beside the label that says that the field may stay empty. */
  readonly optional?: string;
  /** An id of the field, needed where its name comes twice on a page. */
  readonly id?: string;
}

export interface TextField extends Field {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'time';
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'email' | 'url' | 'text';
  readonly maxLength?: number;
  readonly hasFocus?: boolean;
  /** Whether keyboards and browsers must leave the text as it was typed. */
  readonly isVerbatim?: boolean;
  /** A unit that is shown behind the input, such as `sat`. */
  readonly unit?: string;
  /** Units of which the reader chooses one; null for none. */
  readonly units?: UnitChoice | null;
  /** The label of a button that shows people the hidden text that they typed, where scripts run. */
  readonly reveal?: string;
  /** A part that stands under the input. */
  readonly below?: Content;
}

export function textField(field: TextField): Html {
  const id = idOf(field);
  const { name, type, value, unit, units } = field;
  const extra = [
    attribute('autocomplete', field.autocomplete),
    attribute('inputmode', field.inputMode),
    attribute('maxlength', field.maxLength),
    field.isVerbatim === true ? html` autocapitalize="none" spellcheck="false"` : null,
    described(field),
    flag('required', field.isRequired),
    flag('autofocus', field.hasFocus),
    // Text that people write gets the direction of its script; numbers and addresses always go from
    // left to right.
    type === undefined && field.inputMode === undefined ? html` dir="auto"` : null,
  ];
  return html`
    <div class="field${field.problem === undefined ? null : ' wrong'}">
      <label for="${id}">${field.label}${optionalWord(field)}</label>
      ${describe(field)}
      <span class="input">
        <input id="${id}" name="${name}" type="${type ?? 'text'}" value="${value ?? ''}"${extra}>
        ${units ? unitSelect(units) : unitText(unit)}
        ${field.reveal === undefined ? null : revealButton(id, field.reveal)}
      </span>
      ${field.below ?? null}
    </div>`;
}

const unitText = (unit: string | undefined): Html | null =>
  unit === undefined ? null : html`<span class="unit">${unit}</span>`;

const revealButton = (id: string, label: string): Html => html`
  <button type="button" class="reveal" data-reveal="${id}" aria-label="${label}" title="${label}"
    aria-pressed="false" hidden>${icon('eye')}</button>`;

/** Units in which an amount may be typed. */
export interface UnitChoice {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly units: readonly string[];
}

const unitSelect = ({ name, label, value, units }: UnitChoice): Html => html`
  <select class="unit" name="${name}" aria-label="${label}">
    ${units.map(
      (unit) => html`<option value="${unit}"${flag('selected', unit === value)}>${unit}</option>`,
    )}
  </select>`;

export interface TextAreaField extends Field {
  readonly rows: number;
  readonly hasFocus?: boolean;
  /**
   * Whether Enter sends the form, as in a field of one line. Pasted text may still have several
   * lines.
   */
  readonly isLine?: boolean;
  /** The label of a button by which scripts fill the field with what was copied. */
  readonly paste?: string;
  /**
   * Whether the text is in the user's own words: it is shown in the letters of the page, and the
   * browser may correct it.
   */
  readonly isProse?: boolean;
}

/**
 * A field for text of several lines. Text that is copied, such as an invoice, is not corrected; the
 * user's own words may be.
 */
export function textAreaField(field: TextAreaField): Html {
  const id = idOf(field);
  const extra = [
    attribute('rows', field.rows),
    described(field),
    flag('required', field.isRequired),
    flag('autofocus', field.hasFocus),
    field.isProse === true ? html` data-prose` : html` spellcheck="false"`,
    field.isLine === true ? html` data-line autocapitalize="none" autocomplete="off"` : null,
  ];
  // The text area begins with a line end, as browsers drop the first one, which may be the user's.
  return html`
    <div class="field${field.problem === undefined ? null : ' wrong'}">
      <label for="${id}">${field.label}${optionalWord(field)}</label>
      ${describe(field)}
      <textarea id="${id}" name="${field.name}" dir="auto"${extra}>
${field.value ?? ''}</textarea>
      ${
        field.paste === undefined
          ? null
          : html`<button type="button" class="button plain paste" data-paste="${id}"
              hidden>${field.paste}</button>`
      }
    </div>`;
}

export interface SelectField extends Field {
  readonly options: readonly SelectOption[];
}

export type SelectOption = readonly [value: string, label: string];

export function selectField(field: SelectField): Html {
  const id = idOf(field);
  const option = ([value, label]: SelectOption): Html =>
    html`<option value="${value}"${flag('selected', value === field.value)}>${label}</option>`;
  return html`
    <div class="field${field.problem === undefined ? null : ' wrong'}">
      <label for="${id}">${field.label}</label>
      ${describe(field)}
      <select id="${id}" name="${field.name}"${described(field)}>
        ${field.options.map(option)}
      </select>
    </div>`;
}

export interface Choice {
  readonly value: string;
  readonly label: Content;
  readonly hint?: Content;
  readonly isChosen: boolean;
}

export interface ChoiceField {
  readonly name: string;
  readonly legend: string;
  readonly kind: ChoiceKind;
  readonly hint?: Content;
  readonly problem?: string | undefined;
  readonly choices: readonly Choice[];
}

export type ChoiceKind = 'one' | 'several';

/** A choice by radio buttons (`one`) or check boxes (`several`). */
export const choiceField = (field: ChoiceField): Html => html`
  <fieldset class="field${field.problem === undefined ? null : ' wrong'}"${described(field)}>
    <legend>${field.legend}</legend>
    ${describe(field)}
    ${field.choices.map((one) => choice(field.name, field.kind, one))}
  </fieldset>`;

export function choice(name: string, kind: ChoiceKind, { value, ...one }: Choice): Html {
  const id = `${name}-${value.replaceAll(/\W/g, '-')}`;
  const type = kind === 'one' ? 'radio' : 'checkbox';
  const hint =
    one.hint === undefined ? null : html`<p class="hint" id="${id}-hint">${one.hint}</p>`;
  const extra = [
    flag('checked', one.isChosen),
    hint === null ? null : attribute('aria-describedby', `${id}-hint`),
  ];
  return html`
    <div class="choice">
      <input id="${id}" type="${type}" name="${name}" value="${value}"${extra}>
      <label for="${id}">${one.label}</label>
      ${hint}
    </div>`;
}

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A line above a form that is shown again because something has to be corrected. */
export const problemSummary = (text: string | null): Content =>
  text === null ? null : html`<p class="notice problem" role="alert">${text}</p>`;

const optionalWord = ({ optional }: Field): Content =>
  optional === undefined ? null : html` <span class="optional">${optional}</span>`;

type Described = Pick<Field, 'name' | 'hint' | 'problem'> & { readonly id?: string };

const idOf = ({ id, name }: { readonly id?: string; readonly name: string }): string =>
  id ?? `field-${name}`;

function describe(field: Described): Content {
  const id = idOf(field);
  return [
    field.hint === undefined ? null : html`<p class="hint" id="${id}-hint">${field.hint}</p>`,
    field.problem === undefined
      ? null
      : html`<p class="mistake" id="${id}-problem">${field.problem}</p>`,
  ];
}

function described(field: Described): Content {
  const id = idOf(field);
  const ids = [
    ...(field.hint === undefined ? [] : [`${id}-hint`]),
    ...(field.problem === undefined ? [] : [`${id}-problem`]),
  ];
  return [
    ids.length === 0 ? null : html` aria-describedby="${ids.join(' ')}"`,
    field.problem === undefined ? null : html` aria-invalid="true"`,
  ];
}

const attribute = (name: string, value: string | number | undefined): Content =>
  value === undefined ? null : html` ${name}="${value}"`;

const flag = (name: string, isSet: boolean | undefined): Content =>
  isSet === true ? html` ${name}` : null;
