import { KNOWN_RATE_SOURCES, type RateSourceSetting } from '../base/rate-source-setting.ts';
import { type Form, jsonPath } from './forms.ts';
import { ratesUrl } from './url-forms.ts';

const MAX_SOURCES = 5;
const NAMES = KNOWN_RATE_SOURCES.map((name) => `"${name}"`).join(', ');
/** The JSON path of the price, for a URL that does not name another one. */
const USUAL_PATH = 'data.amount';

/**
 * Names of known price sources, or URLs. The fragment of a URL is the JSON path of the price in the
 * answer.
 */
export const rateSources: Form<readonly RateSourceSetting[]> = {
  accepted:
    `up to ${MAX_SOURCES} different sources: ${NAMES} or a URL ` +
    'such as "https://rates.example/{currency}#data.amount" (http:// or https://, ' +
    'without a user name; a comma within is written as %2C)',
  hides: 'beyond_places',
  parse: (text) => {
    const entries = text.split(',').map((entry) => entry.trim());
    if (entries.length > MAX_SOURCES || new Set(entries).size < entries.length) return undefined;
    const sources = entries.map(parseSource).filter((source) => source !== undefined);
    return sources.length === entries.length ? sources : undefined;
  },
};

function parseSource(entry: string): RateSourceSetting | undefined {
  const name = KNOWN_RATE_SOURCES.find((known) => known === entry);
  if (name !== undefined) return { kind: 'known', name };
  const [address = '', fragment = USUAL_PATH, ...rest] = entry.split('#');
  const url = ratesUrl.parse(address);
  const path = jsonPath.parse(fragment);
  if (url === undefined || path === undefined || rest.length > 0) return undefined;
  return { kind: 'url', url, path };
}
