import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { checkCli } from './check.ts';
import { CARRIED_TEMPLATES, LEFT_AND_RUN, OTHER_WAYS } from './testing/carried-templates.ts';
import { openCliTools, templateOf } from './testing/cli-tools.ts';

const V = 'UTCP_ARG_x_UTCP_END';
const refusalsOf = (...steps: readonly string[]) => analyse(steps, new Set()).refusals;

describe('a value that a later command would run is refused', () => {
  it.each(CARRIED_TEMPLATES)('in %s', (command) => {
    const [refusal] = refusalsOf(command);
    expect([refusal?.step, refusal?.hint.length]).toEqual([0, expect.any(Number)]);
  });

  it.each(OTHER_WAYS)('in %s', (command) => {
    expect(refusalsOf(command)).not.toEqual([]);
  });

  it('in every combination of a way to leave it and a way to run it', () => {
    expect([LEFT_AND_RUN.length > 400, LEFT_AND_RUN.filter((each) => refusalsOf(each).length === 0)]).toEqual([
      true,
      [],
    ]);
  });

  it('in later steps too', () => {
    const steps = LEFT_AND_RUN.map((each) => each.split('; '));
    expect(steps.filter((each) => each.length === 2 && !/^(for|f2|trap)|[({]/.test(each[0] ?? ''))).not.toEqual([]);
    expect(refusalsOf(`echo ${V} > f`, 'sh f')).not.toEqual([]);
    expect(refusalsOf(`mkdir ${V}`, 'ls', '$CMD_1_OUTPUT')).not.toEqual([]);
  });
});

/** Templates that leave a value where nothing that follows runs it. */
const KEPT_AS_DATA: readonly (readonly string[])[] = [
  [`echo ${V} > notes.txt`, './report.sh notes.txt'],
  [`echo ${V} >> data/list.csv; python3 report.py`],
  [`./build.sh; echo ${V} > f`],
  [`npm test; cp -- ${V} f`],
  [`echo ${V} > notes.md; git add notes.md; git commit -m ${V}`],
  [`echo ${V} > data.json; git add data.json && git commit -m "Add data" && git push origin main`],
  [`echo ${V} > data.json; jq . data.json`],
  [`mkdir -p ${V} && ./build.sh ${V}`],
  [`git checkout -b ${V} && npm test`],
  [`git commit -m ${V}; git log -1 --format=%B`],
  [`git fetch origin ${V}; git log --oneline | head -n 3`],
  [`rm -f -- ${V}; make`],
  [`grep -c ${V} a.txt; npm run build`],
  [`tar xzf ${V} -C d; ls d`],
  [`x=$(ls | wc -l); echo "$x"; touch ${V}`],
  [`n=$(ls | wc -l); echo $((n + 1)); touch ${V}`],
  [`curl -s ${V} | jq . > out.json; cat out.json`],
  [`set -euo pipefail; grep ${V} a.txt`],
  [`python3 -c 'import sys, json; print(json.dumps(sys.argv[1:]))' ${V} | ./own.sh`],
  [`node -e 'const [a] = process.argv.slice(1); console.log(a.length)' ${V}`],
  [`echo ${V} | perl -pe 's/a/b/g'`],
  [`echo ${V} | perl -lane 'print $F[0]'`],
  [`find . -name ${V} -print0 | xargs -0 rm -f --`],
  [`exec 2>&1; echo ${V}`],
  [`echo ${V} >&2`],
];

it.each(KEPT_AS_DATA.map((steps) => [steps.join(' ; '), steps] as const))(
  'a value that nothing runs later is accepted: %s',
  (_, steps) => {
    expect(refusalsOf(...steps)).toEqual([]);
  },
);

it('validate and the call refuse the same templates, and most would run the value otherwise', async () => {
  let ran = 0;
  const some = CARRIED_TEMPLATES.filter(([command], index) => index % 5 === 0 && !/npm|watch/.test(command));
  for (const [command, x, prepare] of some) {
    const tools = await openCliTools();
    const bin = join(tools.dir, '..', 'programs');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'takebait'), `#!/bin/sh\n: > '${join(tools.dir, 'PWN')}'\n`, { mode: 0o755 });
    if (prepare !== '') execFileSync('bash', ['-c', prepare], { cwd: tools.dir });
    const env_vars = { HOME: tools.dir, PATH: `${bin}:${process.env.PATH}` };
    const tool = { commands: [{ command }], env_vars, timeout_ms: 10_000 };
    expect(await tools.error(tool, { x })).toMatchObject({ code: 'INVALID_INPUT', hint: expect.any(String) });
    expect(checkCli(templateOf(tool), '').some(({ level }) => level === 'error')).toBe(true);
    expect(existsSync(join(tools.dir, 'PWN'))).toBe(false);
    await tools.call({ ...tool, unsafe_arguments: ['x'] }, { x }).catch(() => undefined);
    if (existsSync(join(tools.dir, 'PWN'))) ran++;
  }
  expect(ran).toBeGreaterThan(some.length / 2);
}, 120_000);
