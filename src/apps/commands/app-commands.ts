import type { Command } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { addClientCommands, type ClientCommandDeps } from './client.ts';
import { addConnectionCommands, type ConnectionCommandDeps } from './connection.ts';
import { LNDHUB_PROTOCOL, type LndhubCommandDeps } from './lndhub.ts';
import { NWC_PROTOCOL, type NwcCommandDeps } from './nwc.ts';
import { addTokenCommands, type TokenCommandDeps } from './token.ts';

export type AppCommandDeps = TokenCommandDeps &
  ClientCommandDeps &
  ConnectionCommandDeps &
  NwcCommandDeps &
  LndhubCommandDeps;

/**
 * Adds commands about apps and tokens. Each protocol that connects apps without OAuth has one line
 * here.
 */
export function addAppCommands(program: Command, kit: CommandKit<AppCommandDeps>): void {
  addTokenCommands(program, kit);
  addClientCommands(program, kit);
  addConnectionCommands(program, kit, NWC_PROTOCOL);
  addConnectionCommands(program, kit, LNDHUB_PROTOCOL);
}
