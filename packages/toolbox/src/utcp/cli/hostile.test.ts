import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@helve/command';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CliTools, openCliTools } from './testing/cli-tools.ts';

const X = 'UTCP_ARG_x_UTCP_END';

/** Each prints the value between < and >, from one of the places where a placeholder may stand. */
const PLACES: readonly (readonly string[])[] = [
  [`printf '<%s>' ${X}`],
  [`printf '<%s>' "${X}"`],
  [`printf '<%s>' '${X}'`],
  [`printf '<%s>' $'${X}'`],
  [`printf %s "<"${X}">"`],
  [`printf %s '<${X}>'`],
  [`printf %s $'<${X}>'`],
  [`printf '<%s>' ""${X}''`],
  [`printf '<%s>' "$(printf %s ${X}; printf .)" | sed '$ s/[.]>$/>/'`],
  [`printf '<%s>' "$(printf '%s.' "${X}")" | sed '$ s/[.]>$/>/'`],
  [`printf '<%s>' "$(printf %s "$(printf '%s.' '${X}')")" | sed '$ s/[.]>$/>/'`],
  [`y=${X}; printf '<%s>' "$y"`],
  [`y="${X}"`, `printf '<%s>' "$y"`],
  [`y=(a ${X} b); printf '<%s>' "\${y[1]}"`],
  [`y=${X} bash -c 'printf "<%s>" "$y"'`],
  [`export y=${X}; bash -c 'printf "<%s>" "$y"'`],
  [`bash -c 'printf "<%s>" "$1"' _ ${X}`],
  [`printf '<%s>' "\${none:-${X}}"`],
  [`printf '<%s>' \${none:-${X}}`],
  [`printf '<%s>' "\${HOME:+${X}}"`],
  [`f() { printf '<%s>' "$1"; }; f ${X}`],
  [`for y in ${X}; do printf '<%s>' "$y"; done`],
  [`case ${X} in ${X}) printf '<%s>' '${X}' ;; esac`],
  [`[[ ${X} == ${X} ]] && printf '<%s>' ${X}`],
  [`[[ ${X} == '${X}' && "${X}" = ${X} ]] && printf '<%s>' ${X}`],
  [`[ ${X} = "${X}" ] && printf '<%s>' ${X}`],
  [`printf '<'; head -c -1 <<< ${X}; printf '>'`],
  [`printf '<'; head -c -1 <<EOF\n${X}\nEOF\nprintf '>'`],
  [`printf '<'; head -c -1 <<'EOF'\n${X}\nEOF\nprintf '>'`],
  [`printf '<'; head -c -1 <<-"EOF" | cat\n\t${X}\n\tEOF\nprintf '>'`],
  [`{ printf '<%s>' ${X}; } # a comment with ' and ${X}`],
  [`if true; then printf '<%s>' ${X}; fi`],
  [`(printf '<%s>' ${X})`],
  [`printf '<%s>' ${X} | cat`],
  [`cat < <(printf '<%s>' ${X})`],
  [`printf '<%s>' ${X} > out; cat out`],
  [`! printf '<%s>' ${X}; true`],
  [`true && printf '<%s>' ${X} || false`],
  [`env printf '<%s>' ${X}`],
  [`timeout 60 nice -n 1 printf '<%s>' ${X}`],
  [`python3 -c 'import sys; sys.stdout.buffer.write(b"<" + sys.argv[1].encode() + b">")' ${X}`],
  [`awk 'BEGIN { printf "<%s>", ARGV[1] }' ${X}`],
  [`echo "'"; printf '<%s>' ${X} # it's`],
  [`printf '%s.' ${X}`, `printf '<%s>' "\${CMD_0_OUTPUT%.}"`],
];

/** A program that would read such a value as an option; there, such values are refused. */
const TAKES_OPTIONS = /^awk/;

const BAIT = 'touch "$BAIT"';
const hostile = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `"; ${BAIT}; "`,
      `'; ${BAIT}; '`,
      `$(${BAIT})`,
      `\`${BAIT}\``,
      `; ${BAIT}`,
      `\n${BAIT}\n`,
      `& ${BAIT} &`,
      `| ${BAIT}`,
      `a[$(${BAIT})]`,
      `"$(${BAIT})"`,
      `'"$(${BAIT})"'`,
      `\\"; ${BAIT}`,
      `\\'; ${BAIT}`,
      `\${x:-$(${BAIT})}`,
      `$((a[$(${BAIT})]))`,
      `) ; ${BAIT} ; (`,
      `} ; ${BAIT} ; {`,
      `EOF\n${BAIT}\n`,
      `\tEOF\n${BAIT}`,
      `*`,
      `?`,
      `~`,
      `~root`,
      `{a,b}`,
      `!!`,
      `#`,
      ` # x`,
      `$HOME`,
      `\${HOME}`,
      `$'\\n'`,
      `a  b`,
      ` lead`,
      `%s%n%d`,
      `&`,
      `\\&`,
      `<(${BAIT})`,
      `>(${BAIT})`,
      `=x`,
      `-n`,
      `-e`,
      `--`,
      `-rf /`,
      `--help`,
      `__utcp_a0`,
      `\${__utcp_s0}`,
      `UTCP_ARG_x_UTCP_END`,
      `$CMD_0_OUTPUT`,
      `a\\`,
      `\\`,
      `'`,
      `"`,
      '`',
      '$',
      'ünï 漢字 🎉 \u202e',
      '\r',
      '\x01\x7f',
      '[[',
      ']]',
      'a\n',
      '\n\nb\n\n',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...'\'"`$(){}[]<>|&;\\*?!#~=%- \n\tab0'.split('')), maxLength: 40 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\0')) },
);

/** What came of a call: what it printed from the first < on, or that it was refused; and whether the bait was taken. */
async function callWith(tools: CliTools, steps: readonly string[], x: string): Promise<readonly [string, boolean]> {
  const bait = join(tools.dir, 'bait');
  const template = { commands: steps.map((command) => ({ command })), env_vars: { BAIT: bait, LC_ALL: 'C.UTF-8' } };
  const text = await tools.call(template, { x }).then(
    ({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)),
    (thrown: unknown) => (thrown instanceof CommandError ? `<${thrown.code}` : `<${String(thrown)}`),
  );
  return [text.slice(text.indexOf('<')), existsSync(bait)];
}

it.each(PLACES)('no value runs, and each arrives as it is, in %s', async (...steps) => {
  const tools = await openCliTools();
  mkdirSync(join(tools.dir, 'a folder'));
  writeFileSync(join(tools.dir, 'b'), '');
  await fc.assert(
    fc.asyncProperty(hostile, async (x) => {
      const refused = TAKES_OPTIONS.test(steps[0] ?? '') && x.startsWith('-');
      expect(await callWith(tools, steps, x)).toEqual([refused ? '<INVALID_INPUT' : `<${x}>`, false]);
    }),
    { numRuns: 15 },
  );
});

it('a value of 200 KB runs nowhere, and arrives as it is', async () => {
  const tools = await openCliTools();
  const x = `$(${BAIT})"'\n`.repeat(12_000);
  // The system itself takes no longer argument of a program.
  for (const steps of PLACES.filter(([step = '']) => !/bash -c|env|timeout|python3|awk/.test(step))) {
    expect(await callWith(tools, steps, x)).toEqual([`<${x}>`, false]);
  }
});
