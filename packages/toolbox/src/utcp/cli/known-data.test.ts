import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { checkCli } from './check.ts';
import { type CliTools, openCliTools, templateOf } from './testing/cli-tools.ts';
import { HOSTILE_TEMPLATES, HOSTILE_VALUES, PROGRAM_TEMPLATES, SINGLE_TEMPLATES } from './testing/hostile-templates.ts';
import { ORDINARY_TEMPLATES } from './testing/ordinary-templates.ts';

const isAccepted = (steps: readonly string[]) => analyse(steps, new Set()).refusals.length === 0;

/** Tools in a repository of their own, where the program `takebait` leaves a file. */
async function openBait(): Promise<{ readonly tools: CliTools; readonly taken: () => boolean; readonly env: object }> {
  const tools = await openCliTools();
  const [bin, bait] = [join(tools.dir, 'programs'), join(tools.home, 'taken')];
  mkdirSync(bin);
  mkdirSync(tools.home, { recursive: true });
  writeFileSync(join(bin, 'takebait'), `#!/bin/sh\n: > '${bait}'\n`, { mode: 0o755 });
  writeFileSync(join(tools.dir, 'a'), 'a\n');
  execFileSync('git', ['init', '-q'], { cwd: tools.dir });
  const env = { HOME: tools.dir, PATH: `${bin}:${process.env.PATH}`, GIT_CONFIG_NOSYSTEM: '1' };
  const taken = () => {
    const found = existsSync(bait);
    rmSync(bait, { force: true });
    return found;
  };
  return { tools, taken, env };
}

const commandsOf = (steps: readonly string[]) => steps.map((command) => ({ command }));

it('has more than 1,000 hostile templates, some of which put the value where it is data', () => {
  const accepted = HOSTILE_TEMPLATES.filter(isAccepted).length;
  expect([HOSTILE_TEMPLATES.length > 1000, accepted > 500, accepted < HOSTILE_TEMPLATES.length / 2]).toEqual([
    true,
    true,
    true,
  ]);
});

it('runs no value in any template that is accepted', async () => {
  // The same position of similar programs is run for one in four of them.
  const programs = PROGRAM_TEMPLATES.filter((_, index) => index % 4 === 0);
  const queue = [...programs, ...SINGLE_TEMPLATES, ...SINGLE_TEMPLATES]
    .filter(isAccepted)
    .map((steps, index) => [steps, HOSTILE_VALUES[(index * 7) % HOSTILE_VALUES.length] ?? ''] as const);
  const ran: unknown[] = [];
  const work = async () => {
    const { tools, taken, env } = await openBait();
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [steps, x] = next;
      const tool = { commands: commandsOf(steps), env_vars: env, timeout_ms: 20_000 };
      // Whether the call succeeds does not matter here.
      await tools.call(tool, { x }).catch(() => undefined);
      if (taken()) ran.push([steps, x]);
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(ran).toEqual([]);
}, 600_000);

/** Templates that are refused, each with a value that runs if the template is called nevertheless. */
const RUNS: readonly (readonly [string, string])[] = [
  ['perl -MPOSIX -e X', 'system("takebait")'],
  ['python3 -W ignore -c X', 'import os; os.system("takebait")'],
  ['. /dev/stdin <<< X', 'takebait'],
  ['x=X; let y=x', 'x[$(takebait)]'],
  ['x=X; a=([x]=1)', 'x[$(takebait)]'],
  ['tar -I X -cf o.tar a', 'takebait'],
  ['split --filter=X a', 'takebait'],
  ['mapfile -C X -c 1 a < a', 'takebait;'],
  ['x=X; tar cf o $x', '--checkpoint=1 --checkpoint-action=exec=takebait a'],
  ['echo X | xargs tar cf o', '--checkpoint=1 --checkpoint-action=exec=takebait a'],
  ['x=X; y=x; echo $((y))', 'x[$(takebait)]'],
  ['bash -c \'y=$1; eval "$y"\' _ X', 'takebait'],
  ["perl -ne 'print' X", 'takebait|'],
  ["awk -v x=X 'BEGIN { system(x) }'", 'takebait'],
  ["sed 's/.*/&/e' <<< X", 'takebait'],
  ['tar -cf o.tar -T - <<< X', '--checkpoint=1\n--checkpoint-action=exec=takebait\na'],
  ['echo X > s.sh; bash s.sh', 'takebait'],
  ["printf 'x:\\n\\t%s\\n' X > Makefile; make x", 'takebait'],
  ['f() { bash; }; echo X | f', 'takebait'],
  ['exec 3<<< X; bash <&3', 'takebait'],
  ['compgen -W X', '$(takebait)'],
  ['x=X; trap \'eval "$x"\' EXIT', 'takebait'],
  ['read PATH <<< X; takeother', 'takebait'],
  ['echo X | node', 'require("child_process").execSync("takebait")'],
  ['git -c alias.z=X z', '!takebait'],
  ['env -S X', 'takebait'],
  ['python3 -m timeit -n 1 X', 'import os; os.system("takebait")'],
  ['echo X | zsh', 'takebait'],
  ['fish -c X', 'takebait'],
  ['vim -es -c X -c q', '!takebait'],
];

it.each(RUNS)('refuses %s, with the position and a hint', (command) => {
  const steps = [command.replaceAll('X', 'UTCP_ARG_x_UTCP_END')];
  const [refusal] = analyse(steps, new Set()).refusals;
  expect([refusal?.step, refusal?.hint.length]).toEqual([0, expect.any(Number)]);
});

it('would see a value that runs: most of them run where the argument is listed as unsafe', async () => {
  const { tools, taken, env } = await openBait();
  let count = 0;
  for (const [command, x] of RUNS) {
    const commands = commandsOf([command.replaceAll('X', 'UTCP_ARG_x_UTCP_END')]);
    const tool = { commands, env_vars: env, unsafe_arguments: ['x'], timeout_ms: 20_000 };
    await tools.call(tool, { x }).catch(() => undefined);
    if (taken()) count++;
  }
  expect(count).toBeGreaterThan(RUNS.length / 2);
}, 120_000);

describe('an ordinary template', () => {
  it.each(ORDINARY_TEMPLATES.map((steps) => [steps.join(' ; '), steps] as const))('is accepted: %s', (_, steps) => {
    expect(analyse(steps, new Set()).refusals).toEqual([]);
  });
});

it('validate and the call come to the same result for every template', async () => {
  const { tools } = await openBait();
  const some = HOSTILE_TEMPLATES.filter((steps, index) => index % 40 === 0 && !isAccepted(steps));
  for (const steps of some) {
    const findings = checkCli(templateOf(steps), '').filter(({ level }) => level === 'error');
    const error = await tools.error(steps, { x: 'a' });
    expect([steps, findings.length > 0, error.code]).toEqual([steps, true, 'INVALID_INPUT']);
  }
});
