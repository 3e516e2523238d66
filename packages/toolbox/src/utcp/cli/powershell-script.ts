import type { Analysis, Refusal } from './analyse.ts';
import type { ScriptPlan } from './bash-script.ts';
import { findPlaceholders } from './placeholder.ts';

/** pwsh comes first; powershell.exe is what Windows has by itself. */
export const POWERSHELLS: readonly string[] = ['pwsh.exe', 'pwsh', 'powershell.exe'];
export const POWERSHELL_OPTIONS: readonly string[] = [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-ExecutionPolicy',
  'Bypass',
];

/**
 * One PowerShell for all steps, as one scope: each step's text is data that becomes a script block, which is dot-sourced,
 * so that variables, functions and Set-Location hold for the next. Never run by us yet: tested as text only.
 */
export function powershellScript({ texts, argumentCount, files, mark, stopOnError }: ScriptPlan): string {
  const lines = [
    `$ErrorActionPreference = 'Continue'`,
    // Without it, > writes UTF-16 in powershell.exe.
    `$PSDefaultParameterValues['Out-File:Encoding'] = 'utf8'`,
    `[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)`,
    `$__utcp_d = [System.IO.File]::ReadAllText(${quote(files.data)}).Split([char]0)`,
    ...texts.map((_, step) => `Set-Variable -Option ReadOnly -Name __utcp_s${step} -Value $__utcp_d[${step}]`),
    ...Array.from(
      { length: argumentCount },
      (_, index) => `Set-Variable -Option ReadOnly -Name __utcp_a${index} -Value $__utcp_d[${texts.length + index}]`,
    ),
  ];
  texts.forEach((_, step) => {
    lines.push(
      `$global:LASTEXITCODE = 0`,
      `$__utcp_code = 0`,
      `try { . ([scriptblock]::Create($__utcp_s${step})) > ${quote(files.stdout(step))} 2> ${quote(files.stderr(step))}; if (-not $?) { $__utcp_code = 1 }; if ($LASTEXITCODE) { $__utcp_code = $LASTEXITCODE } }`,
      `catch { $_ | Out-String >> ${quote(files.stderr(step))}; $__utcp_code = 1 }`,
    );
    if (step === texts.length - 1) {
      lines.push(`exit $__utcp_code`);
      return;
    }
    lines.push(
      `[Console]::Out.WriteLine("${mark} $__utcp_code")`,
      `$CMD_${step}_OUTPUT = ([string](Get-Content -Raw -LiteralPath ${quote(files.stdout(step))})).TrimEnd("\`r", "\`n")`,
    );
    if (stopOnError) lines.push(`if ($__utcp_code -ne 0) { exit $__utcp_code }`);
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** Words that run text, in PowerShell or in what it starts. Nothing takes PowerShell apart here, so they are refused anywhere. */
const RUNS_TEXT =
  /(?<![.\w/\\-])(iex|icm|invoke-\w+|start-process|saps|start-job|add-type|scriptblock|cmd|powershell|pwsh|bash|sh|wsl|ssh|python3?|py|node|perl|ruby|php|mshta|wscript|cscript)(\.exe)?\b(?![/\\])(?!\s+[\w./\\-]+\.(py|js|mjs|pl|rb|php)\b)/i;

/** The same for PowerShell as for bash, by a scan of its quotes instead of a parser: it refuses more. */
export function analysePowershell(commands: readonly string[], unsafe: ReadonlySet<string>): Analysis {
  const names = [...new Set(commands.flatMap((text) => findPlaceholders(text).map(({ name }) => name)))];
  const guarded = names.some((name) => !unsafe.has(name));
  const refusals: Refusal[] = [];
  const texts = commands.map((text, step) => {
    const refuse = (what: string, pos: number | undefined, why: string) => {
      refusals.push({
        step,
        pos,
        source: { text: what },
        why,
        hint: 'Put it bare or in double quotes, as an argument.',
      });
    };
    const runs = guarded ? RUNS_TEXT.exec(text) : null;
    if (runs) refuse(runs[0], runs.index, 'may run what it is given');
    return withReferences(text, names, unsafe, refuse);
  });
  return { names, texts, refusals, conditions: optionConditions(commands, unsafe), broken: [] };
}

function optionConditions(commands: readonly string[], unsafe: ReadonlySet<string>): Analysis['conditions'] {
  return commands.flatMap((text, step) =>
    findPlaceholders(text)
      .filter(({ name, pos }) => !unsafe.has(name) && /(^|[\s("'])$/.test(text.slice(0, pos)))
      .map(({ name }) => ({
        step,
        name,
        refused: /^[-/–—―@]/,
        why: 'would be taken for a parameter',
        hint: 'Put it behind a named parameter.',
      })),
  );
}

function withReferences(
  text: string,
  names: readonly string[],
  unsafe: ReadonlySet<string>,
  refuse: (what: string, pos: number, why: string) => void,
): string {
  const placeholders = new Map(findPlaceholders(text).map((each) => [each.pos, each]));
  let written = '';
  let state: 'bare' | 'double' | 'single' | 'other' = 'bare';
  for (let at = 0; at < text.length; at++) {
    const placeholder = placeholders.get(at);
    const here = text.charAt(at);
    if (placeholder) {
      const reference = `\${__utcp_a${names.indexOf(placeholder.name)}}`;
      const closed =
        state === 'single' ||
        state === 'other' ||
        /[`$&.]\s*$/.test(text.slice(0, at)) ||
        /^\s*$/.test(text.slice(0, at));
      if (closed && !unsafe.has(placeholder.name)) refuse(placeholder.text, at, 'stands where no value can be put in');
      written += state === 'bare' ? `"${reference}"` : reference;
      at = placeholder.end - 1;
    } else if (here === '`' && (state === 'bare' || state === 'double')) {
      written += here + text.charAt(++at);
    } else {
      written += here;
      const opens = here === '#' || text.startsWith("@'", at) || text.startsWith('@"', at);
      // What stands in $( ), a here-string or behind a comment is not followed.
      if ((state === 'bare' && opens) || (state !== 'single' && text.startsWith('$(', at))) state = 'other';
      else if (here === '"' && state !== 'single' && state !== 'other') state = state === 'double' ? 'bare' : 'double';
      else if (here === "'" && state !== 'double' && state !== 'other') state = state === 'single' ? 'bare' : 'single';
    }
  }
  return written;
}

/** PowerShell ends a string at any of these quotes. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
