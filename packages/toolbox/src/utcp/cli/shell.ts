import { platform } from 'node:process';
import { CommandError } from '@helve/command';
import type { Host } from '../protocol.ts';
import { analyse } from './analyse.ts';
import { bashScript, type ScriptPlan } from './bash-script.ts';
import { findProgram } from './environment.ts';
import { analysePowershell } from './analyse-powershell.ts';
import { POWERSHELL_OPTIONS, POWERSHELLS, powershellScript } from './powershell-script.ts';

/** The shell that runs the steps here. */
export interface Shell {
  readonly program: string;
  readonly analyse: typeof analyse;
  readonly args: (plan: ScriptPlan) => readonly string[];
}

export function findShell({ env }: Pick<Host, 'env'>): Shell {
  const windows = platform === 'win32';
  const names = windows ? POWERSHELLS : ['bash', '/bin/bash'];
  const program = findProgram(names, env.PATH ?? env.Path);
  if (program === undefined) {
    throw new CommandError('PROGRAM_MISSING', `${names[0]} was not found`, {
      hint: 'Install it, or put it on the PATH.',
    });
  }
  if (!windows) {
    return { program, analyse, args: (plan) => ['--noprofile', '--norc', '-c', bashScript(plan)] };
  }
  // The text is encoded, for how Windows parts arguments is up to each program.
  const encode = (plan: ScriptPlan) => Buffer.from(powershellScript(plan), 'utf16le').toString('base64');
  return {
    program,
    analyse: analysePowershell,
    args: (plan) => [...POWERSHELL_OPTIONS, '-EncodedCommand', encode(plan)],
  };
}
