import type { Command } from 'commander';
import type { Log } from '../../base/log.ts';
import { type CommandKit, findGroup } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import type { AddressNameDeps } from '../claim-address.ts';
import { readOperatorsName } from '../operators-address-names.ts';

export interface AddressCommandDeps extends AddressNameDeps {
  readonly log: Log;
}

export function addAddressCommands(program: Command, kit: CommandKit<AddressCommandDeps>): void {
  findGroup(program, 'user')
    .command('release-address')
    .description('let anyone choose an address name again that its owner has given up')
    .argument('<name>', 'the part before the @')
    .action(async (text: string, _options: unknown, command: Command) => {
      const name = await kit.open((deps) => release(deps, text));
      printAnswer(command, { released: name }, [`${name} can be chosen again`]);
    });
}

async function release(
  { addressNames, clock, log }: AddressCommandDeps,
  text: string,
): Promise<string> {
  const name = orRefused(readOperatorsName(text));
  switch (await addressNames.releaseName(name, clock.now())) {
    case 'absent':
      throw new RefusedError(`no one ever had the address name ${name}`);
    case 'in_use':
      throw new RefusedError(`${name} is in use: its owner must give it up first`);
    case 'released':
      log.warn({ name }, 'an address name was released');
      return name;
  }
}
