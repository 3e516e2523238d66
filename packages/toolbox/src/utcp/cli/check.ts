import { CommandError } from '@helve/command';
import type { CallTemplate, UtcpTool } from '../manual-format.ts';
import type { Finding } from '../protocol.ts';
import { analyse } from './analyse.ts';
import { isReserved } from './environment.ts';
import { findPlaceholders } from './placeholder.ts';
import { CLI_KEYS, type CliTemplate, readTemplate, STEP_KEYS, surroundingsOf, templateIssues } from './template.ts';

/** What is wrong or dangerous in a cli template. */
export function checkCli(template: CallTemplate, at: string, tool?: UtcpTool): readonly Finding[] {
  const unknown = unknownKeys(template, at);
  const issues = templateIssues(template);
  if (issues.length > 0) {
    return [
      ...issues.map(({ at: place, message }): Finding => ({ level: 'error', at: join(at, place), message })),
      ...unknown,
    ];
  }
  const read = readTemplate(template);
  return [
    ...unknown,
    ...read.steps.flatMap(({ command }, step) => [
      ...checkOutputs(command, step, read.steps.length, stepAt(at, step)),
      ...checkDeclared(command, stepAt(at, step), tool),
    ]),
    ...checkEnvironment(read, at),
    ...checkUnsafe(read, at),
    ...checkCommands(read, at),
  ];
}

function checkCommands(template: CliTemplate, at: string): readonly Finding[] {
  const { steps, unsafeArguments } = template;
  try {
    const { refusals, broken } = analyse(
      steps.map(({ command }) => command),
      unsafeArguments,
      surroundingsOf(template),
    );
    return [
      ...broken.map(
        ({ step, pos, message }): Finding => ({
          level: 'error',
          at: stepAt(at, step),
          message: `Does not parse at character ${pos + 1}: ${message}`,
        }),
      ),
      ...refusals.map(
        ({ step, pos, source, why, hint }): Finding => ({
          level: 'error',
          at: stepAt(at, step),
          message: `${source.text}${pos === undefined ? '' : ` at character ${pos + 1}`} ${why}`,
          hint,
        }),
      ),
    ];
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    return [{ level: 'error', at: join(at, 'commands'), message: thrown.message }];
  }
}

function unknownKeys(template: CallTemplate, at: string): readonly Finding[] {
  const steps: readonly unknown[] = Array.isArray(template.commands) ? template.commands : [];
  const strange = (value: object, known: ReadonlySet<string>, place: string) =>
    Object.keys(value)
      .filter((key) => !known.has(key))
      .map((key): Finding => ({ level: 'warning', at: join(place, key), message: 'Unknown; has no effect' }));
  return [
    ...strange(template, CLI_KEYS, at),
    ...steps.flatMap((step, index) =>
      step !== null && typeof step === 'object' ? strange(step, STEP_KEYS, join(at, `commands[${index}]`)) : [],
    ),
  ];
}

function checkOutputs(command: string, step: number, count: number, at: string): readonly Finding[] {
  const named = new Set([...command.matchAll(/\$\{?[#!]?CMD_(\d+)_OUTPUT/g)].map((found) => Number(found[1])));
  return [...named]
    .filter((index) => index >= step)
    .map((index) => ({
      level: index < count ? 'warning' : 'error',
      at,
      message: `$CMD_${index}_OUTPUT is empty here: ${index < count ? 'that step has not run yet' : `there are only ${count} steps, counted from 0`}`,
    }));
}

function checkDeclared(command: string, at: string, tool: UtcpTool | undefined): readonly Finding[] {
  const { properties, additionalProperties } = tool?.inputs ?? {};
  if (!tool || additionalProperties === true) return [];
  const declared = properties !== null && typeof properties === 'object' ? properties : {};
  return findPlaceholders(command)
    .filter(({ name }) => !Object.hasOwn(declared, name))
    .map(({ name, text, pos }) => ({
      level: 'error',
      at,
      message: `${text} at character ${pos + 1} names an argument that inputs do not declare`,
      hint: `Add ${name} to properties of inputs.`,
    }));
}

function checkEnvironment({ environment }: CliTemplate, at: string): readonly Finding[] {
  return Object.keys(environment)
    .filter(isReserved)
    .map((name) => ({
      level: 'warning',
      at: join(at, `env_vars.${name}`),
      message: 'Is set by the script itself, and left out',
    }));
}

function checkUnsafe({ steps, unsafeArguments }: CliTemplate, at: string): readonly Finding[] {
  const used = new Set(steps.flatMap(({ command }) => findPlaceholders(command).map(({ name }) => name)));
  return [...unsafeArguments].map(
    (name): Finding => ({
      level: 'warning',
      at: join(at, 'unsafe_arguments'),
      message: used.has(name) ? `${name} may be run as code or read as an option` : `No command names ${name}`,
    }),
  );
}

function stepAt(at: string, step: number): string {
  return join(at, `commands[${step}].command`);
}

function join(at: string, place: string): string {
  return at === '' ? place : place === '' ? at : `${at}.${place}`;
}
