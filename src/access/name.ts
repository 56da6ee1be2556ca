import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText, hasInvisible } from '../base/text.ts';

export type NameRefusal = { readonly kind: 'bad_name'; readonly message: string };

/**
 * A name that people give to themselves or to something they own; '' where they gave none. Others
 * read it in lists and on terminals, so it holds nothing invisible.
 */
export function checkName(text: string, maxLength: number): Result<string, NameRefusal> {
  const name = text.trim();
  if (hasInvisible(name)) return refuse({ kind: 'bad_name', message: HIDDEN_IN_NAME });
  return accept(cleanText(name, maxLength));
}

const HIDDEN_IN_NAME = 'a name holds no control characters and nothing else that cannot be seen';
