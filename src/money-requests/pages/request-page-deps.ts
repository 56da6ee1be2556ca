import type { ContactStore } from '../../contacts/contact-store.ts';
import type { AskForMoneyDeps } from '../ask-for-money.ts';

export interface RequestPageDeps extends AskForMoneyDeps {
  readonly contacts: Pick<ContactStore, 'findByTargets' | 'listContacts'>;
}
