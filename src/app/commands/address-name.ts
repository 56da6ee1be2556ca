import type { Command } from 'commander';
import { checkOperatorsAddressName } from '../../address/address-name.ts';
import { type ClaimAddressRefusal, claimAddress } from '../../address/claim-address.ts';
import { createAddressNameStore } from '../../address/sql/address-name-store.ts';
import { addressDomainFor } from '../../config/public-urls.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';

/** Says why in a sentence for the operator. */
const REFUSED: Readonly<Record<ClaimAddressRefusal['kind'], string>> = {
  bad_address_name:
    'an address name has up to 64 small letters and digits, with single . _ or - between them',
  reserved_address_name: 'this address name is reserved',
  address_name_taken: 'this address name belongs, or belonged, to another user',
  too_many_name_changes: 'this user has changed their address name too often within a year',
};

/** Before a user is added: they would stay when their name is refused. */
export async function refuseTakenName(context: Context, text: string): Promise<void> {
  if (text.trim() === '') return;
  const name = checkOperatorsAddressName(text);
  if (!name.ok) throw new RefusedError(REFUSED[name.refusal.kind]);
  const owner = await depsOf(context).addressNames.findOwner(name.value);
  if (owner !== null) throw new RefusedError(REFUSED.address_name_taken);
}

/** An empty text gives up the name that the user has. */
export async function giveAddressName(
  context: Context,
  userId: string,
  text: string,
): Promise<void> {
  const chosen = await claimAddress(depsOf(context), { userId, text, by: 'operator' });
  if (!chosen.ok) throw new RefusedError(REFUSED[chosen.refusal.kind]);
}

/** `name@domain`; null while the user has none. */
export async function lightningAddressOf(context: Context, userId: string): Promise<string | null> {
  const name = await depsOf(context).addressNames.findName(userId);
  return name === null ? null : `${name}@${addressDomainFor(context.config)}`;
}

export function addReleaseAddressCommand(user: Command): void {
  user
    .command('release-address')
    .description('let anyone choose an address name again that its owner has given up')
    .argument('<name>', 'the part before the @')
    .action(async (text: string, _options: unknown, command: Command) => {
      const name = await withContext(async (context) => release(context, text));
      printAnswer(command, { released: name }, [`${name} can be chosen again`]);
    });
}

async function release(context: Context, text: string): Promise<string> {
  const name = checkOperatorsAddressName(text);
  if (!name.ok) throw new RefusedError(REFUSED.bad_address_name);
  const { addressNames, clock } = depsOf(context);
  switch (await addressNames.releaseName(name.value, clock.now())) {
    case 'absent':
      throw new RefusedError(`no one ever had the address name ${name.value}`);
    case 'in_use':
      throw new RefusedError(`${name.value} is in use: its owner must give it up first`);
    case 'released':
      context.log.warn({ name: name.value }, 'an address name was released');
      return name.value;
  }
}

const depsOf = ({ storage, clock }: Context) => ({
  addressNames: createAddressNameStore(storage.database),
  clock,
});
