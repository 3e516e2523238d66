import type { ScriptPlan } from './bash-script.ts';

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

/** PowerShell ends a string at any of these quotes. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
