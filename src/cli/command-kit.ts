import type { Command } from 'commander';
import { assert } from '../base/assert.ts';

/** Opens what a command works with, runs its work, and closes everything, however that ends. */
export type Open<Deps> = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

/**
 * What `src/app` gives to the commands of a feature. `Deps` is the type of what the commands need
 * of the service.
 */
export interface CommandKit<Deps> {
  /**
   * Opens the database that exists already, whether or not the service runs. In a folder without
   * one the command is refused, and creates nothing there.
   */
  readonly open: Open<Deps>;
}

/** A function by which a feature adds its commands to the command line. */
export type AddCommands<Kit> = (program: Command, kit: Kit) => void;

/** Finds a group of commands that an earlier feature has added, to add commands to it. */
export function findGroup(program: Command, name: string): Command {
  const group = program.commands.find((command) => command.name() === name);
  assert(group !== undefined, `${name} is added before what belongs to it`);
  return group;
}
