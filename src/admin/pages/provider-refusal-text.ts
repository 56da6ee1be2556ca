import type { ProviderRefusal } from '../../channel-orders/provider.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * Says why a provider of channels could not be asked, or what it refused. The provider's own words
 * stand at the end.
 */
export function providerRefusalText({ actions }: PageTexts, refusal: ProviderRefusal): string {
  const words = actions.buyChannel.refused;
  switch (refusal.kind) {
    case 'unanswered':
      return words.unanswered[refusal.why];
    case 'bad_answer':
      return words.bad_answer({ field: refusal.field });
    case 'refused': {
      const { why, message } = refusal;
      const text = words.provider[why];
      return message === '' ? text : `${text} ${words.says({ message })}`;
    }
  }
}
