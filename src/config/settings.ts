import type { Setting, SettingSource, ShownValue } from '../base/setting.ts';
import type { Environment } from './env.ts';
import type { Form } from './forms.ts';
import { VARIABLES } from './variables.ts';

interface AnyVariable {
  readonly name: string;
  readonly form: Pick<Form<unknown>, 'hides'>;
  readonly fallback: unknown;
  readonly description: string | null;
}

/**
 * Lists all settings for a page that admins see. Secrets are removed at this point already, so that
 * code which shows settings never holds any. All values have been validated before.
 */
export const listSettings = (
  environment: Environment,
  fromFile: ReadonlySet<string>,
): readonly Setting[] =>
  Object.values<AnyVariable>(VARIABLES).flatMap(({ name, form, fallback, description }) => {
    if (description === null) return [];
    const text = environment[name] ?? '';
    const source: SettingSource =
      text === '' ? 'default' : fromFile.has(name) ? 'file' : 'environment';
    const shown = text === '' ? writeFallback(fallback) : text;
    return [{ name, description, source, value: showValue(form, shown) }];
  });

function showValue({ hides }: AnyVariable['form'], text: string): ShownValue {
  if (text === '') return { kind: 'none' };
  if (hides === 'all') return { kind: 'secret' };
  if (hides === undefined) return { kind: 'shown', text };
  const addresses = hides === 'beyond_places' ? text.split(',') : [text];
  const places = addresses.map((address) => placeOf(address.trim()));
  const known = places.filter((place) => place !== null);
  return known.length < places.length
    ? { kind: 'secret' }
    : { kind: 'place', text: known.join(', ') };
}

/**
 * The scheme, host and port of an address. A single word, such as the name of a source, is returned
 * as it is. Null for any other text.
 */
function placeOf(address: string): string | null {
  if (/^[a-z]+$/.test(address)) return address;
  const url = URL.parse(address);
  return url === null || url.host === '' ? null : `${url.protocol}//${url.host}`;
}

function writeFallback(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.join(', ');
  return String(value);
}
